/** Chromium for tests and pictures; `CHROMIUM` names another one. */
export const CHROMIUM: string = process.env.CHROMIUM ?? "/usr/bin/chromium";

export const FLAGS: readonly string[] = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
