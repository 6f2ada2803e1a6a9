import { describe, expect, it } from "vitest";
import {
  escapeK3Attribute,
  K3_JSON_BEGIN,
  K3_TOKEN_IDS,
  k3ArgumentBegin,
  k3CallBegin,
  k3Close,
  k3Open,
  unescapeK3Attribute,
} from "./kimi-k3.ts";

describe("Kimi K3 markers", () => {
  it("spells channels, calls and arguments", () => {
    expect(k3Open("think")).toBe("<|open|>think<|sep|>");
    expect(k3Close("message")).toBe("<|close|>message<|sep|>");
    expect(k3CallBegin("add")).toBe('<|open|>call tool="add" index="');
    expect(k3ArgumentBegin('a"b&c', "number")).toBe('<|open|>argument key="a&quot;b&amp;c" type="number"<|sep|>');
    expect(K3_JSON_BEGIN).toBe('<|open|>json type="object"<|sep|>');
  });

  it("escapes so that every text reads back", () => {
    for (const text of ["", "&", '"', "&quot;", "&amp;quot;", '&amp;"&', "<a>"]) {
      expect(unescapeK3Attribute(escapeK3Attribute(text))).toBe(text);
      expect(escapeK3Attribute(text)).not.toContain('"');
    }
    expect(unescapeK3Attribute("&amp;quot;")).toBe("&quot;");
  });

  it("has the ids of the published vocabulary", () => {
    expect(K3_TOKEN_IDS["<|end_of_msg|>"]).toBe(163586);
    expect(K3_TOKEN_IDS["<|sep|>"]).toBe(163589);
  });
});
