import { afterEach, describe, expect, test } from "vitest";
import { hasBrowser, openPlayground, setting, takeFaults, useBrowser } from "./browser.ts";

/** A tokenizer.json of bytes, a few words, and three of Kimi K3's four markers. */
function tokenizerJson(): string {
  const vocab: Record<string, number> = {};
  const byteLetters: string[] = [];
  for (let byte = 0, next = 256; byte < 256; byte += 1) {
    const printable = (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || byte >= 174;
    byteLetters.push(String.fromCharCode(printable ? byte : next++));
  }
  for (const letter of byteLetters) vocab[letter] = Object.keys(vocab).length;
  for (const word of ["weather", "Ġthings", "argument"]) vocab[word] = Object.keys(vocab).length;
  const added_tokens = ["<|open|>", "<|close|>", "<|sep|>"].map((content, index) => ({
    id: 300 + index,
    content,
    special: true,
    normalized: false,
    single_word: false,
    lstrip: false,
    rstrip: false,
  }));
  return JSON.stringify({
    version: "1.0",
    added_tokens,
    pre_tokenizer: { type: "ByteLevel" },
    decoder: { type: "ByteLevel" },
    model: { type: "BPE", vocab, merges: [] },
  });
}

describe.skipIf(!hasBrowser)("vocabularies", () => {
  useBrowser();
  afterEach(() => expect(takeFaults()).toEqual([]));

  test("a dropped tokenizer.json is taken", async () => {
    const page = await openPlayground();
    await page.evaluate((text) => {
      const data = new DataTransfer();
      data.items.add(new File([text], "tokenizer.json", { type: "application/json" }));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    }, tokenizerJson());
    await expect.poll(() => setting(page, "Vocabulary").inputValue()).toBe("custom");
    await expect.poll(() => page.locator(".big").textContent()).toMatch(/of 303 tokens/);
    expect(await page.locator(".chip", { hasText: /^weather$/ }).count()).toBe(2);
    await expect.poll(() => page.locator(".verdict").first().textContent()).toBe("complete");
    await page.context().close();
  });

  test("a file that is no vocabulary gives an error, and all goes on", async () => {
    const page = await openPlayground();
    await page
      .getByLabel("Open a tokenizer file")
      .setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("hello") });
    await expect.poll(() => page.locator(".output [role=alert]").textContent()).toMatch(/vocab-/);
    await page.getByRole("button", { name: "Next token" }).click();
    await expect.poll(() => page.locator(".step-number").textContent()).toBe("35 / 146");
    await page.context().close();
  });

  test("without a network all of it is still there", async () => {
    const page = await openPlayground();
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, { timeout: 30_000 });
    await page.context().setOffline(true);
    await page.reload();
    await page.waitForFunction(() => document.querySelector(".big")?.textContent?.includes("200,064") ?? false, undefined, {
      timeout: 30_000,
    });
    await page.getByRole("button", { name: "Cut 100 ways" }).click();
    await expect.poll(() => page.locator(".bar-result").textContent()).toMatch(/the same events/);
    await page.context().close();
  });

  test("the small vocabulary writes the same output with other tokens", async () => {
    const page = await openPlayground();
    await setting(page, "Vocabulary").selectOption("letters");
    await expect.poll(() => page.locator(".chip").count()).toBeGreaterThan(146);
    await expect.poll(() => page.locator(".verdict").first().textContent()).toBe("complete");
    await page.context().close();
  });
});
