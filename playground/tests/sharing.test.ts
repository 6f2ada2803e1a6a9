import { afterEach, describe, expect, test } from "vitest";
import { hasBrowser, openPlayground, setting, takeFaults, useBrowser } from "./browser.ts";

describe.skipIf(!hasBrowser)("links and copies", () => {
  useBrowser();
  afterEach(() => expect(takeFaults()).toEqual([]));

  test("a link restores tools, settings, tokens and step", async () => {
    const page = await openPlayground();
    await setting(page, "Example").selectOption("MCP tools/list answer");
    await setting(page, "Model family").selectOption("qwen3-coder");
    await expect.poll(() => page.locator(".grammar .facts").textContent()).toContain("Qwen3-Coder");
    await page.getByRole("button", { name: "Next seed, and generate" }).click();
    await expect.poll(() => page.locator(".bar-result").textContent()).toContain("tokens");
    await page.locator(".chip").nth(2).click();
    await page.getByRole("button", { name: "Share" }).click();
    await expect.poll(() => page.locator(".said").textContent()).toBe("link copied");
    const link = await page.evaluate(() => navigator.clipboard.readText());
    const chips = await page.locator(".chip").allTextContents();
    const other = await openPlayground({ hash: new URL(link).hash });
    await expect.poll(() => other.locator(".chip").allTextContents()).toEqual(chips);
    expect(await other.locator(".step-number").textContent()).toBe(`2 / ${chips.length}`);
    expect(await setting(other, "Model family").inputValue()).toBe("qwen3-coder");
    expect(await other.locator(".cm-content").textContent()).toContain("read_file");
    await page.context().close();
    await other.context().close();
  });

  test("a broken link opens the page as it is without one", async () => {
    for (const hash of ["#s=%%%", "#s=AAAA", "#nothing"]) {
      const page = await openPlayground({ hash });
      expect(await page.locator(".chip").count()).toBe(146);
      await page.context().close();
    }
  });

  test("copies the grammar in every form", async () => {
    const page = await openPlayground();
    for (const [name, part] of [
      ["curl for vLLM", '"structured_outputs"'],
      ["curl for SGLang", '"response_format"'],
      ["TypeScript", "buildOutputGrammar({"],
      ["Structural tag JSON", '"type": "structural_tag"'],
      ["Tag for web-xgrammar", '"type": "structural_tag"'],
      ["GBNF for llama.cpp", "root ::="],
      ["Lark for llguidance", "start:"],
    ]) {
      await page.locator(".menu summary").click();
      await page.getByRole("button", { name, exact: true }).click();
      await expect.poll(() => page.locator(".said").textContent()).toBe(`${name} copied`);
      expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(part);
    }
    await page.context().close();
  });
});
