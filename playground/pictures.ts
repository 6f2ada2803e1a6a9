/** Takes the pictures of `docs/playground.md`: builds the site, opens it in Chromium, and writes `docs/pictures/`. Run: `npm run playground:pictures`. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium, type Page } from "playwright-core";
import { build, preview } from "vite";
import { CHROMIUM, FLAGS } from "./chromium.ts";

const folder = fileURLToPath(new URL("../docs/pictures/", import.meta.url));
const configFile = fileURLToPath(new URL("vite.config.ts", import.meta.url));
const outDir = mkdtempSync(join(tmpdir(), "structag-pictures-"));
const SIZE = { width: 1280, height: 800 };

interface Picture {
  readonly name: string;
  readonly colorScheme: "light" | "dark";
  readonly phone?: boolean;
  readonly arrange: (page: Page) => Promise<void>;
}

const PICTURES: readonly Picture[] = [
  { name: "playground-light", colorScheme: "light", arrange: (page) => page.locator(".chip", { hasText: "harbour" }).hover() },
  {
    name: "playground-dark",
    colorScheme: "dark",
    arrange: async (page) => {
      await page.getByRole("tab", { name: "Railroad" }).click();
      await page.locator(".railroad .box").first().waitFor();
      await page.getByLabel("Why not").fill("Add");
      await page.getByLabel("Why not").press("Enter");
      await page.locator(".why-answer").waitFor();
      await page.locator(".chip", { hasText: "terms" }).hover();
    },
  },
  {
    name: "playground-compare",
    colorScheme: "light",
    arrange: async (page) => {
      await page.getByRole("tab", { name: "Compare" }).click();
      await page.locator(".compare tr.changed").first().waitFor();
    },
  },
  {
    name: "playground-phone",
    colorScheme: "light",
    phone: true,
    arrange: (page) => page.getByRole("navigation", { name: "Panes" }).getByRole("button", { name: "Output" }).click(),
  },
];

mkdirSync(folder, { recursive: true });
await build({ configFile, logLevel: "warn", build: { outDir } });
const server = await preview({ configFile, logLevel: "warn", build: { outDir }, preview: { port: 0, host: "127.0.0.1" } });
const browser = await chromium.launch({ executablePath: CHROMIUM, args: [...FLAGS] });
try {
  for (const { name, colorScheme, phone, arrange } of PICTURES) {
    const page = await browser.newPage({
      viewport: phone === true ? { width: 390, height: 780 } : SIZE,
      colorScheme,
      reducedMotion: "reduce",
    });
    await page.goto(server.resolvedUrls?.local[0] ?? "");
    await page.waitForFunction(() => document.querySelector(".big")?.textContent?.includes("200,") ?? false);
    await arrange(page);
    await page.waitForTimeout(400);
    await page.screenshot({ path: join(folder, `${name}.png`) });
    console.log(`docs/pictures/${name}.png`);
    await page.close();
  }
} finally {
  await browser.close();
  await server.close();
  rmSync(outDir, { recursive: true, force: true });
}
