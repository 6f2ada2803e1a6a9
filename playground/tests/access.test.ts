import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { afterEach, describe, expect, test } from "vitest";
import { hasBrowser, openPlayground, takeFaults, useBrowser } from "./browser.ts";

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Violation {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** Serious and critical findings of axe. */
async function serious(page: Page): Promise<string[]> {
  await page.evaluate(axeSource);
  const violations = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run(): Promise<{ violations: Violation[] }> } };
    return (await axe.run()).violations.map(({ id, impact, nodes }) => ({ id, impact, nodes: nodes.map(({ html }) => ({ html })) }));
  });
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 160)} (${nodes.length})`);
}

describe.skipIf(!hasBrowser)("access", () => {
  useBrowser();
  afterEach(() => expect(takeFaults()).toEqual([]));

  test.each(["light", "dark"] as const)("axe finds nothing serious, %s", async (colorScheme) => {
    const page = await openPlayground({ colorScheme });
    expect(await serious(page)).toEqual([]);
    for (const tab of ["Structural tag", "Railroad", "Compare", "Message", "Deltas"]) {
      await page.getByRole("tab", { name: tab }).click();
      await page.waitForTimeout(250);
      expect(await serious(page)).toEqual([]);
    }
    await page.getByLabel("Why not").fill("Hello");
    await page.getByLabel("Why not").press("Enter");
    await page.locator(".why-answer").waitFor();
    await page.getByText("More settings").click();
    await page.getByRole("button", { name: "Edit text" }).click();
    expect(await serious(page)).toEqual([]);
    await page.context().close();
  });

  test("all of it works from the keyboard", async () => {
    const page = await openPlayground();
    const tabTo = async (matches: (page: Page) => Promise<boolean>): Promise<void> => {
      for (let presses = 0; presses < 120; presses += 1) {
        await page.keyboard.press("Tab");
        if (await matches(page)) return;
      }
      throw new Error("not reached with the Tab key");
    };
    const focused = (selector: string) => (at: Page) => at.evaluate((wanted) => document.activeElement?.matches(wanted) === true, selector);
    await tabTo(focused("[role=tree]"));
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => page.locator(".line.lit").count()).toBe(1);
    await page.keyboard.press("ArrowLeft");
    await expect.poll(() => page.locator('.line[aria-expanded="false"]').count()).toBe(1);
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => page.locator('.line[aria-expanded="false"]').count()).toBe(0);
    await tabTo(focused(".event-row"));
    await expect.poll(() => page.locator(".chip.lit").count()).toBeGreaterThan(0);
    await tabTo(focused(".chips"));
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => page.locator(".step-number").textContent()).toBe("1 / 146");
    await tabTo(focused("#why-not"));
    await page.keyboard.type("<|open|>");
    await page.keyboard.press("Enter");
    await page.locator(".why-answer.no").waitFor();
    await tabTo(focused(".nearest .choice"));
    await page.keyboard.press("Enter");
    await expect.poll(() => page.locator(".step-number").textContent()).toMatch(/^2 \/ 2$/);
    await page.context().close();
  });

  test("at phone width one pane shows at a time, and nothing is cut off", async () => {
    const page = await openPlayground({ viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true });
    const places = page.getByRole("navigation", { name: "Panes" }).getByRole("button");
    for (let index = 0; index < 5; index += 1) {
      await places.nth(index).click();
      expect(await page.locator(".pane:visible").count()).toBe(1);
      const { wide, seen } = await page.evaluate(() => ({ wide: document.documentElement.scrollWidth, seen: innerWidth }));
      expect(wide).toBeLessThanOrEqual(seen);
    }
    expect(await serious(page)).toEqual([]);
    await places.nth(2).click();
    await page.locator(".chip").nth(3).tap();
    await places.nth(3).click();
    await expect.poll(() => page.locator(".step-number").textContent()).toBe("3 / 146");
    await page.context().close();
  });

  test("motion is reduced where that is asked for", async () => {
    const page = await openPlayground({ reducedMotion: "reduce" });
    expect(
      await page
        .locator(".chip")
        .first()
        .evaluate((chip) => getComputedStyle(chip).transitionDuration),
    ).toBe("0s");
    await page.context().close();
  });
});
