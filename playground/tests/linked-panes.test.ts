import { afterEach, describe, expect, test } from "vitest";
import { hasBrowser, openPlayground, setting, takeFaults, useBrowser, writeTools } from "./browser.ts";

describe.skipIf(!hasBrowser)("linked panes", () => {
  useBrowser();
  afterEach(() => expect(takeFaults()).toEqual([]));

  test("a token lights its format, its event and its tool", async () => {
    const page = await openPlayground();
    await page.locator(".chip", { hasText: "harbour" }).hover();
    await expect.poll(() => page.locator(".line.lit").allTextContents()).toEqual([expect.stringContaining('key="location"')]);
    expect(await page.locator(".event.lit").allTextContents()).toEqual([expect.stringContaining("old harbour")]);
    expect(await page.locator(".cm-lit").allTextContents()).toEqual(['"location": { "type": "string" }']);
    await page.context().close();
  });

  test("a line of the outline lights its tokens and events", async () => {
    const page = await openPlayground();
    await page.locator(".line", { hasText: 'key="items"' }).hover();
    await expect.poll(async () => (await page.locator(".chip.lit").allTextContents()).join("")).toContain("terms");
    expect(await page.locator(".event.lit").count()).toBeGreaterThan(0);
    await page.context().close();
  });

  test("an event lights its tokens and formats", async () => {
    const page = await openPlayground();
    await page.locator(".event.reasoning").hover();
    await expect.poll(() => page.locator(".chip.lit").first().textContent()).toBe("Two");
    expect(await page.locator(".line.lit").first().textContent()).toContain("text");
    await page.context().close();
  });

  test("a parameter in the tools lights its format and tokens", async () => {
    const page = await openPlayground();
    await page.locator(".cm-content span", { hasText: '"items"' }).first().hover();
    await expect.poll(async () => (await page.locator(".chip.lit").allTextContents()).join("")).toContain("items");
    expect(await page.locator(".line.lit").first().textContent()).toContain('key="items"');
    await page.context().close();
  });

  test("structural tag and railroad diagram light up too", async () => {
    const page = await openPlayground();
    await page.getByRole("tab", { name: "Structural tag" }).click();
    await page.locator(".chip", { hasText: "harbour" }).hover();
    await expect.poll(() => page.locator(".line.lit").count()).toBeGreaterThan(0);
    await page.getByRole("tab", { name: "Railroad" }).click();
    await page.locator(".chip", { hasText: "harbour" }).hover();
    await expect.poll(() => page.locator(".railroad .lit").count()).toBeGreaterThan(0);
    await page.mouse.move(0, 0);
    await page.locator(".railroad .box").first().hover();
    await expect.poll(() => page.locator(".chip.lit").count()).toBeGreaterThan(0);
    await page.context().close();
  });

  test("the outline folds", async () => {
    const page = await openPlayground();
    const lines = async (): Promise<number> => Number(await page.locator(".line").first().getAttribute("aria-setsize"));
    const before = await lines();
    await page.locator(".line", { hasText: 'tool="add"' }).first().click();
    await expect.poll(lines).toBe(before - 9);
    await page.context().close();
  });

  test("tools in every shape give a grammar, and what is no JSON gives an error with its place", async () => {
    const page = await openPlayground();
    for (const [example, line] of [
      ["MCP tools/list answer", "read_file"],
      ["Chat request with a tool choice", "book_table"],
      ["Zod schemas", "create_event"],
    ]) {
      await setting(page, "Example").selectOption(example);
      await expect.poll(() => page.locator(".grammar .tree").textContent()).toContain(line);
      await expect.poll(() => page.locator(".output .verdict").textContent()).toBe("complete");
    }
    await writeTools(page, '[{"type": "function", ');
    await expect.poll(() => page.locator(".grammar [role=alert]").textContent()).toContain("json-");
    await writeTools(page, '[{"name": "f", "parameters": {"type": "object", "properties": {"a": {"type": "wrong"}}}}]');
    await expect.poll(() => page.locator(".grammar [role=alert]").textContent()).toMatch(/\/properties\/a/);
    await page.context().close();
  });
});
