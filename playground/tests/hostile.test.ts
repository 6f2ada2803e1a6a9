import { afterEach, describe, expect, test } from "vitest";
import { hasBrowser, openPlayground, setting, takeFaults, useBrowser, writeTools } from "./browser.ts";

/** Longest time between two frames while something happens. */
async function longestPause(work: () => Promise<void>, page: Awaited<ReturnType<typeof openPlayground>>): Promise<number> {
  await page.evaluate(() => {
    const state = { longest: 0, last: performance.now() };
    Object.assign(window, { pauses: state });
    const tick = (now: number): void => {
      state.longest = Math.max(state.longest, now - state.last);
      state.last = now;
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  });
  await work();
  return page.evaluate(() => (window as unknown as { pauses: { longest: number } }).pauses.longest);
}

const tool = (parameters: unknown): string => JSON.stringify([{ name: "f", parameters }]);

describe.skipIf(!hasBrowser)("hostile tools", () => {
  useBrowser();
  afterEach(() => expect(takeFaults()).toEqual([]));

  test("limits are said, and the page goes on", async () => {
    const page = await openPlayground();
    const properties = Object.fromEntries(
      Array.from({ length: 24 }, (_, index) => [
        `p${index}`,
        { anyOf: [{ const: 1 }, { const: 2 }, { type: "string", pattern: `^(a|b)*a(a|b){${index + 8}}$` }] },
      ]),
    );
    const alternatives = Array.from({ length: 14 }, (_, index) => ({
      anyOf: [{ required: [`p${index}`] }, { required: [`p${index + 1}`] }, { properties: { [`p${index}`]: { const: 2 } } }],
    }));
    const paused = await longestPause(async () => {
      await writeTools(page, tool({ type: "object", properties, allOf: alternatives, not: { anyOf: alternatives } }));
      await page.waitForFunction(
        () => document.querySelector("[role=alert]") !== null || document.querySelector(".diagnostics") !== null,
        undefined,
        { timeout: 40_000 },
      );
      await page.waitForTimeout(300);
    }, page);
    expect(paused).toBeLessThan(1500);
    await setting(page, "Example").selectOption("0");
    await expect.poll(() => page.locator("[role=alert]").count(), { timeout: 30_000 }).toBe(0);
    await expect.poll(() => page.locator(".verdict").first().textContent()).toBe("complete");
    await page.context().close();
  });

  test("deep nesting and huge texts give errors", async () => {
    const page = await openPlayground();
    await writeTools(page, `${"[".repeat(100_000)}`);
    await expect.poll(() => page.locator(".grammar [role=alert]").textContent(), { timeout: 20_000 }).toMatch(/json-/);
    let deep: unknown = { type: "string" };
    for (let level = 0; level < 600; level += 1) deep = { type: "array", items: deep };
    await writeTools(page, tool(deep));
    await expect.poll(() => page.locator(".grammar [role=alert]").textContent(), { timeout: 20_000 }).not.toMatch(/json-syntax/);
    await setting(page, "Example").selectOption("0");
    await expect.poll(() => page.locator(".verdict").first().textContent(), { timeout: 30_000 }).toBe("complete");
    await page.context().close();
  });

  test("a worker that does not answer is replaced", async () => {
    const page = await openPlayground();
    // A regular expression whose masks would take for ever is stopped by the engine's limits; so the worker itself is kept busy here.
    await page.evaluate(() => {
      const real = Worker.prototype.postMessage;
      let swallow = 1;
      Worker.prototype.postMessage = function (this: Worker, ...args: unknown[]) {
        if (swallow > 0) swallow -= 1;
        else real.apply(this, args as never);
      } as typeof real;
    });
    await page.getByRole("button", { name: "Generate", exact: true }).click();
    await expect.poll(() => page.locator(".output [role=alert]").textContent(), { timeout: 20_000 }).toMatch(/playground-time/);
    await page.getByRole("button", { name: "Generate", exact: true }).click();
    await expect.poll(() => page.locator(".bar-result").textContent(), { timeout: 20_000 }).toMatch(/tokens, \d+ forced/);
    expect(await page.locator(".big").textContent()).toContain("200,064");
    await page.context().close();
  });
});
