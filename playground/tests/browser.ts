import { existsSync } from "node:fs";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, inject } from "vitest";
import { CHROMIUM, FLAGS } from "../chromium.ts";

/** Whether there is a browser; the tests need one. */
export const hasBrowser: boolean = existsSync(CHROMIUM);
if (!hasBrowser) console.warn(`skipped: no Chromium at ${CHROMIUM}; set CHROMIUM to its path`);

let browser: Browser | undefined;
const faults: string[] = [];

/** Starts the browser for the tests of a file. */
export function useBrowser(): void {
  beforeAll(async () => {
    if (hasBrowser) browser = await chromium.launch({ executablePath: CHROMIUM, args: [...FLAGS] });
  });
  afterAll(async () => {
    await browser?.close();
  });
}

/** Errors on the pages since the last call. */
export function takeFaults(): string[] {
  return faults.splice(0);
}

/** The playground with its real vocabulary, ready. `hash` is the part of a link behind `#`. */
export async function openPlayground(options: BrowserContextOptions & { readonly hash?: string } = {}): Promise<Page> {
  if (browser === undefined) throw new Error("useBrowser() has not been called");
  const { hash = "", ...context } = options;
  const page = await (
    await browser.newContext({ viewport: { width: 1440, height: 900 }, permissions: ["clipboard-read", "clipboard-write"], ...context })
  ).newPage();
  page.setDefaultTimeout(10_000);
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") faults.push(message.text());
  });
  const site = inject("site");
  page.on("request", (request) => {
    if (!request.url().startsWith(site) && !/^(data|blob):/.test(request.url())) faults.push(`asked for ${request.url()}`);
  });
  await page.goto(site + hash);
  await ready(page);
  return page;
}

/** Waits for the first output under the real vocabulary, and for the step that belongs to it. */
async function ready(page: Page): Promise<void> {
  await page.waitForFunction(
    () => document.querySelector(".vocabulary-state")?.textContent !== "loading…" && document.querySelector(".chip") !== null,
  );
  await page.waitForFunction(() => document.querySelector(".big")?.textContent?.includes("200,") ?? false);
}

/** Puts a text into the tools pane, as pasting would. */
export async function writeTools(page: Page, text: string): Promise<void> {
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+A");
  await page.evaluate((content) => {
    const data = new DataTransfer();
    data.setData("text/plain", content);
    document
      .querySelector(".cm-content")
      ?.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  }, text);
}

/** A select of the settings, by its label. */
export function setting(page: Page, label: string) {
  return page.getByRole("combobox", { name: label, exact: true });
}
