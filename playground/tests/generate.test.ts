import { afterEach, describe, expect, test } from "vitest";
import { hasBrowser, openPlayground, setting, takeFaults, useBrowser } from "./browser.ts";

describe.skipIf(!hasBrowser)("generate and compare", () => {
  useBrowser();
  afterEach(() => expect(takeFaults()).toEqual([]));

  test("a seed gives the same output again, another seed another one", async () => {
    const page = await openPlayground();
    const text = async (): Promise<string> => (await page.locator(".chip").allTextContents()).join("");
    const generate = async (seed: number): Promise<string> => {
      await page.getByLabel("Seed", { exact: true }).fill(String(seed));
      const before = await text();
      await page.getByRole("button", { name: "Generate", exact: true }).click();
      await expect.poll(text).not.toBe(before);
      await expect.poll(() => page.locator(".verdict").first().textContent()).toBe("complete");
      return text();
    };
    const first = await generate(3);
    const second = await generate(4);
    expect(second).not.toBe(first);
    expect(await generate(3)).toBe(first);
    await page.context().close();
  });

  test("a hundred cuts give the same events", async () => {
    const page = await openPlayground();
    await page.getByRole("button", { name: "Cut 100 ways" }).click();
    await expect.poll(() => page.locator(".bar-result").textContent()).toMatch(/^100 cuts, .* the same events every time$/);
    await page.context().close();
  });

  test("the output is said in the words of other families", async () => {
    const page = await openPlayground();
    for (const [family, marker] of [
      ["qwen3", "<tool_call>"],
      ["harmony", "<|channel|>"],
      ["llama4-pythonic", "get"],
      ["kimi-k3", "<|open|>"],
    ]) {
      await setting(page, "Model family").selectOption(family);
      await expect.poll(() => page.locator(".chip", { hasText: marker }).count()).toBeGreaterThan(0);
      await expect.poll(() => page.locator(".verdict").first().textContent()).toBe("complete");
      await expect.poll(() => page.locator(".event.call-start").count()).toBe(2);
    }
    await page.context().close();
  });

  test("tool choices change grammar and output", async () => {
    const page = await openPlayground();
    await setting(page, "Tool choice").selectOption("none");
    await expect.poll(() => page.locator(".grammar .tree").textContent()).not.toContain("get_weather");
    await expect.poll(() => page.locator(".event.call-start").count()).toBe(0);
    await setting(page, "Tool choice").selectOption("named");
    await setting(page, "Tool").selectOption("add");
    await expect.poll(() => page.locator(".grammar .facts").textContent()).toContain("named");
    await expect.poll(() => page.locator(".grammar .tree").textContent()).not.toContain("get_weather");
    await setting(page, "Tool choice").selectOption("allowed");
    await page.getByRole("checkbox", { name: "add", exact: true }).check();
    await expect.poll(() => page.locator(".grammar .tree").textContent()).toContain('tool="add"');
    await page.context().close();
  });

  test("two grammars stand side by side", async () => {
    const page = await openPlayground();
    await page.getByRole("tab", { name: "Compare" }).click();
    await expect.poll(() => page.locator(".compare tr.changed").count()).toBeGreaterThan(0);
    await setting(page, "Compare with").selectOption("family");
    await setting(page, "which is").selectOption("qwen3");
    await expect.poll(() => page.locator(".compare thead").textContent()).toContain("Qwen3");
    expect(await page.locator(".compare .facts").textContent()).toMatch(/\d+ of \d+ lines differ; there the output is accepted/);
    await page.context().close();
  });

  test("says what an engine takes in place of the grammar, and what it loosens", async () => {
    const page = await openPlayground();
    await page.getByRole("tab", { name: "Compare" }).click();
    await setting(page, "Compare with").selectOption("target");
    await setting(page, "which is").selectOption("llama.cpp");
    await expect.poll(() => page.locator(".compare .code").textContent()).toContain("root ::=");
    await setting(page, "which is").selectOption("web-xgrammar@0.1.27");
    await expect.poll(() => page.locator(".compare tr.changed").count()).toBeGreaterThan(0);
    await expect.poll(() => page.locator(".compare .diagnostics").textContent()).toMatch(/written in another way|looser/);
    await page.context().close();
  });
});
