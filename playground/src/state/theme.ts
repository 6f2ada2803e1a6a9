import { signal } from "@preact/signals";

export type Theme = "light" | "dark";

const dark = matchMedia("(prefers-color-scheme: dark)");

function startTheme(): Theme {
  const chosen = document.documentElement.dataset.theme;
  return chosen === "light" || chosen === "dark" ? chosen : dark.matches ? "dark" : "light";
}

/** The colours in use: those of the system until others are chosen. */
export const theme = signal<Theme>(startTheme());

dark.addEventListener("change", () => {
  if (document.documentElement.dataset.theme === undefined) theme.value = dark.matches ? "dark" : "light";
});

export function switchTheme(): void {
  theme.value = theme.value === "dark" ? "light" : "dark";
  document.documentElement.dataset.theme = theme.value;
  try {
    localStorage.setItem("structag-theme", theme.value);
  } catch {
    // Without storage the choice lasts until the page is left.
  }
}
