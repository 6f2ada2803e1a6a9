import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, inject, test } from "vitest";
import { hasBrowser, openPlayground, takeFaults, useBrowser, writeTools } from "./browser.ts";

const KILOBYTE = 1000;
const FIRST_LOAD = 300 * KILOBYTE;

/** A hundred tools with a few parameters each. */
function hundredTools(): string {
  const tools = Array.from({ length: 100 }, (_, index) => ({
    type: "function",
    function: {
      name: `tool_${index}`,
      parameters: {
        type: "object",
        properties: {
          query: { type: "string" },
          limit: { type: "integer", minimum: 1, maximum: 50 },
          tags: { type: "array", items: { enum: ["a", "b", "c"] } },
          deep: { type: "object", properties: { x: { type: "number" } }, required: ["x"] },
        },
        required: ["query"],
      },
    },
  }));
  return JSON.stringify(tools, null, 2);
}

/** Times are printed, not asserted: they depend on the machine. Sizes do not. */
describe.skipIf(!hasBrowser)("size and speed", () => {
  useBrowser();
  afterEach(() => expect(takeFaults()).toEqual([]));

  test("the first load is small without its vocabulary", async () => {
    const page = await openPlayground();
    const urls = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
    const worker = await page.evaluate(() => performance.getEntriesByType("resource").some(({ name }) => name.includes("worker")));
    const all = [inject("site"), ...urls].filter((url) => !url.includes("/vocabularies/"));
    let size = 0;
    for (const url of new Set(all)) size += gzipSync(Buffer.from(await (await fetch(url)).arrayBuffer()), { level: 9 }).length;
    console.log(`first load: ${(size / KILOBYTE).toFixed(1)} kB gzip in ${new Set(all).size} files`);
    expect(worker).toBe(true);
    expect(size).toBeLessThanOrEqual(FIRST_LOAD);
    await page.context().close();
  });

  test("interactive soon, at a quarter of the processor", async () => {
    const page = await openPlayground();
    const session = await page.context().newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    await page.reload();
    await page.waitForSelector(".line");
    const lines = await page.evaluate(() => performance.now());
    const { interactive, input } = await page.evaluate(() => {
      const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
      const paint = performance.getEntriesByName("first-contentful-paint")[0];
      return { interactive: navigation.domInteractive, input: paint?.startTime ?? Number.NaN };
    });
    console.log(
      `4× slower: parsed ${interactive.toFixed(0)} ms, first paint with all panes ${input.toFixed(0)} ms, grammar shown ${lines.toFixed(0)} ms`,
    );
    await page.context().close();
  });

  test("typing beside a hundred tools", async () => {
    const page = await openPlayground();
    await writeTools(page, hundredTools());
    await expect.poll(() => page.locator(".grammar .tree").textContent(), { timeout: 20_000 }).toContain("tool_");
    await page.waitForTimeout(1500);
    await page.evaluate(() => {
      const times: number[] = [];
      Object.assign(window, { times });
      document.addEventListener(
        "keydown",
        ({ timeStamp }) => {
          requestAnimationFrame(() => {
            const channel = new MessageChannel();
            channel.port1.onmessage = () => times.push(performance.now() - timeStamp);
            channel.port2.postMessage(0);
          });
        },
        true,
      );
    });
    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+Home");
    for (const key of '          {"a":1},  [2, 3],                                        ') await page.keyboard.press(key, { delay: 60 });
    const times = (await page.evaluate(() => (window as unknown as { times: number[] }).times)).sort((x, y) => x - y);
    const at = (share: number): string => times[Math.floor(share * (times.length - 1))].toFixed(1);
    console.log(`typing with 100 tools: ${times.length} keys, p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, longest ${at(1)} ms`);
    expect(times.length).toBeGreaterThan(40);
    await page.context().close();
  });
});
