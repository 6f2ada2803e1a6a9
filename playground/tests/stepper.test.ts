import { afterEach, describe, expect, test } from "vitest";
import { hasBrowser, openPlayground, takeFaults, useBrowser } from "./browser.ts";

describe.skipIf(!hasBrowser)("stepper", () => {
  useBrowser();
  afterEach(() => expect(takeFaults()).toEqual([]));

  test("steps forth and back, with counts, forced text and groups", async () => {
    const page = await openPlayground();
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => page.locator(".step-number").textContent()).toBe("35 / 146");
    await page.getByRole("button", { name: "First token" }).click();
    await expect.poll(() => page.locator(".step-number").textContent()).toBe("0 / 146");
    await expect.poll(() => page.locator(".big strong").textContent()).toMatch(/^19\d,/);
    await page.locator(".chip", { hasText: "<|close|>" }).first().click();
    await page.getByRole("button", { name: "Next token" }).click();
    await expect.poll(() => page.locator(".forced-badge").textContent()).toContain("think<|sep|>");
    await page.getByRole("button", { name: "Previous token" }).click();
    await expect.poll(() => page.locator(".forced-badge").count()).toBe(0);
    expect(await page.locator(".groups tr").count()).toBeGreaterThan(3);
    await page.context().close();
  });

  test("an allowed token branches, and undo goes back", async () => {
    const page = await openPlayground();
    const all = await page.locator(".chip").count();
    await page.locator(".groups .choice", { hasText: /^add$/ }).click();
    await expect.poll(() => page.locator(".chip").count()).toBe(35);
    expect(await page.locator(".chip").last().textContent()).toBe("add");
    await expect.poll(() => page.locator(".verdict").textContent()).toBe("not complete yet");
    await page.getByRole("button", { name: "Go on from here" }).click();
    await expect.poll(() => page.locator(".verdict").textContent()).toBe("complete");
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => page.locator(".chip").count()).toBe(all);
    await page.context().close();
  });

  test("says why a token or text is refused, and what comes nearest", async () => {
    const page = await openPlayground();
    const ask = async (text: string): Promise<string> => {
      await page.getByLabel("Why not").fill(text);
      await page.getByLabel("Why not").press("Enter");
      await expect.poll(() => page.locator(".why-answer .asked").textContent()).toBe(text.replaceAll(" ", "·"));
      return (await page.locator(".why-answer").textContent()) ?? "";
    };
    expect(await ask("Add")).toMatch(/cannot stand here/);
    expect(await page.locator(".nearest .choice").first().textContent()).toBe("add");
    expect(await ask("get_weathers")).toMatch(/fits as far as get_weather/);
    expect(await ask("get_weather")).toMatch(/may come here/);
    expect(await ask("<|sep|>")).toMatch(/cannot stand here/);
    await page.locator(".heat canvas").click({ position: { x: 40, y: 20 } });
    await expect.poll(() => page.locator(".why-answer").textContent()).toMatch(/cannot stand here/);
    await page.context().close();
  });

  test("shows where a written output is refused", async () => {
    const page = await openPlayground();
    await page.getByRole("button", { name: "Edit text" }).click();
    await page
      .getByLabel("Text of the output")
      .fill('Hm.<|close|>think<|sep|><|open|>tools<|sep|><|open|>call tool="rain" index="1"<|sep|>');
    await page.getByRole("button", { name: "Tokens" }).click();
    await expect.poll(() => page.locator(".chip.refused").textContent()).toBe("rain");
    expect(await page.locator(".refusal").textContent()).toMatch(/"r" cannot stand here/);
    await page.context().close();
  });

  test("the heat strip shows what is allowed", async () => {
    const page = await openPlayground();
    const lit = (): Promise<number> =>
      page.locator(".heat canvas").evaluate((canvas: HTMLCanvasElement) => {
        const { data } = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: new Uint8ClampedArray() };
        const seen = new Map<string, number>();
        for (let at = 0; at < data.length; at += 4)
          seen.set(data.subarray(at, at + 3).join(), (seen.get(data.subarray(at, at + 3).join()) ?? 0) + 1);
        return canvas.width * canvas.height - Math.max(...seen.values());
      });
    const few = await lit();
    expect(few).toBeGreaterThan(0);
    expect(few).toBeLessThan(40);
    await page.context().close();
  });
});
