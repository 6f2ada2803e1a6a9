import { describe, expect, it } from "vitest";
import { TextInput } from "./text-input.ts";

const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);

describe("TextInput", () => {
  it("keeps characters whole that are cut between bytes", () => {
    const input = new TextInput();
    expect(["a".charCodeAt(0), 0xf0, 0x9f, 0x98, 0x80].map((byte) => input.push(bytes(byte)))).toEqual(["a", "", "", "", "😀"]);
  });

  it("keeps surrogate pairs whole that are cut between strings", () => {
    const input = new TextInput();
    expect([input.push("x\ud83d"), input.push("\ude00y"), input.flush()]).toEqual(["x", "😀y", ""]);
  });

  it("turns what can never be finished into replacement characters, in order", () => {
    const input = new TextInput();
    expect([
      input.push("\ud83d"),
      input.push("a\ude00"),
      input.push(bytes(0xe2, 0x82)),
      input.push("b"),
      input.push("\ud83d"),
      input.flush(),
    ]).toEqual(["", "\ufffda\ufffd", "", "\ufffdb", "", "\ufffd"]);
    expect([input.push("\ud83d"), input.push(bytes(0x61)), input.push(bytes(0xf0)), input.flush()]).toEqual(["", "\ufffda", "", "\ufffd"]);
  });

  it("takes a byte order mark for text", () => {
    expect(new TextInput().push(bytes(0xef, 0xbb, 0xbf, 0x61))).toBe("\ufeffa");
  });
});
