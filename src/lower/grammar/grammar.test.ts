import { describe, expect, it } from "vitest";
import { matchText } from "../../../tests/support/accepts-text.ts";
import { codeOf } from "../../../tests/support/error-code.ts";
import { toResult } from "../../core/errors.ts";
import { ExprArena } from "../../expr/arena.ts";
import { type LowerGrammarOptions, lowerGrammar } from "./lower.ts";

function grammar(text: string, options: LowerGrammarOptions = {}): (text: string) => boolean {
  const arena = new ExprArena();
  const { expr } = lowerGrammar(arena, text, options);
  return (candidate) => matchText(arena, expr, candidate).accepted;
}

function check(text: string, accept: readonly string[], reject: readonly string[]): void {
  const accepts = grammar(text);
  for (const candidate of accept) expect([text, candidate, accepts(candidate)]).toEqual([text, candidate, true]);
  for (const candidate of reject) expect([text, candidate, accepts(candidate)]).toEqual([text, candidate, false]);
}

describe("lowerGrammar", () => {
  it("reads strings, classes, groups and repetitions", () => {
    check('root ::= "a\\n\\"\\x41\\u00e9" [b-d]? ("x" | "" | "yy")', ['a\n"Aé', 'a\n"Aécyy', 'a\n"Aéx'], ["a", 'a\n"Aéyyy']);
    check("root ::= [^a\\]\\-] [^] .", ["中ab"], ["aab", "]ab", "-ab", "ab"]);
    check('root ::= "a"{2} "b"{1,2} "c"{2,} "d"{0,-1}', ["aabcc", "aabbcccdd"], ["abcc", "aabbbcc", "aabc"]);
    check('root ::= ("a" "b")* ()', ["", "abab"], ["aba"]);
  });

  it("takes line ends and comments as white space, and a new name as a new rule", () => {
    check('# head\nroot ::= a |\n  b # tail\n\na ::= "1"\n  "2"\nb-c.d ::= "4"\nb ::= b-c.d\n', ["12", "4"], ["1", "2"]);
    check('root ::= (\n  "x" |\n  "y"\n) "z" (=[a-z])\n', ["xz"], ["x"]);
  });

  it("keeps recursion", () => {
    check('root ::= "(" root ")" | ""', ["", "(())"], ["(", "())"]);
    check('root ::= value\nvalue ::= "[" (value ("," value)*)? "]" | [0-9]+', ["[1,[2,[]],33]", "7"], ["[1,]", "["]);
  });

  it("writes left recursion as repetition", () => {
    check('root ::= root "a" | "a"', ["a", "aaa"], ["", "b"]);
    check('root ::= e\ne ::= e "+" t | t\nt ::= t "*" f | f\nf ::= "(" e ")" | [0-9]', ["1+2*(3+4)", "1"], ["+1", "1+"]);
    check('root ::= a "x" | "r"\na ::= b "y" | "s"\nb ::= root "z" | "t"', ["r", "sx", "tyx", "rzyx", "tyxzyx"], ["rz", "x", "tx"]);
    check('root ::= "-"? root "x" | "y"', ["y", "yx", "-yx", "--yxx"], ["-y", "x"]);
    check('root ::= (root "a" | "b" root)? "c"', ["c", "ca" + "c", "bcc", "cacac"], ["a", ""]);
    check('root ::= root root | "a"', ["a", "aaaa"], ["", "b"]);
    expect(codeOf(() => grammar('root ::= root root | "a" | ""'))).toBe("grammar-left-recursion");
  });

  it("leaves out what derives no finite text", () => {
    check('root ::= "a" | endless\nendless ::= "x" endless', ["a"], ["x", "xx"]);
    expect(codeOf(() => grammar('root ::= "x" root'))).toBe("grammar-matches-nothing");
    expect(codeOf(() => grammar("root ::= root"))).toBe("grammar-matches-nothing");
  });

  it("knows macros", () => {
    check('root ::= Regex("hello, world.", flags="is")', ["Hello, World!", "HELLO, WORLD\n"], ["hello, world"]);
    check('root ::= "\\"" Regex("a\\\\nb", json_string=true) "\\""', ['"a\\nb"', '"\\u0061\\u000ab"'], ['"a\nb"', '"ab"']);
    check('root ::= Substring("abc", "de", "fg")', ["", "abc", "de", "abcde", "defg", "abcdefg"], ["ab", "cde", "abcfg"]);
    check('root ::= Substring("a", "b", "a", "b", "c", "a")', ["abab", "bca", "bab", "aba", ""], ["bb", "aca", "ac"]);
    check(
      'root ::= TagDispatch(("<a>", r), loop_after_dispatch=false, excludes=("!!",))\nr ::= [0-9]+',
      ["text", "t<a>12", "t!<a>1"],
      ["t<a>12x", "t<a>", "t!!"],
    );
    check('root ::= TagDispatch(("<a>", r))\nr ::= "(" r ")" | "x"', ["t<a>(x)text<a>x", ""], ["<a>(x"]);
    for (const bad of [
      "Regex(1)",
      'Regex("a", other=1)',
      'TagDispatch("a")',
      'TagDispatch(("ab", root), excludes=("a",))',
      'TagDispatch(("", root))',
      "Substring(1)",
      "Substring(true)",
    ]) {
      expect([bad, codeOf(() => grammar(`root ::= "" | ${bad}`))]).toEqual([bad, "grammar-macro"]);
    }
  });

  it("matches tokens where there is a vocabulary", () => {
    const arena = new ExprArena();
    const resolveToken = (token: number | string): number | undefined => (token === 7 || token === "x" ? 7 : undefined);
    expect(lowerGrammar(arena, 'root ::= Token(7, "x")', { resolveToken }).expr).toBe(arena.tokens({ ids: new Set([7]), negated: false }));
    expect(lowerGrammar(arena, "root ::= ExcludeToken(7)", { resolveToken }).expr).toBe(arena.tokens({ ids: new Set([7]), negated: true }));
    expect(codeOf(() => lowerGrammar(arena, "root ::= Token(8)", { resolveToken }))).toBe("grammar-unknown-token");
    expect(codeOf(() => lowerGrammar(arena, "root ::= Token(7)"))).toBe("grammar-token-without-vocabulary");
    const free = arena.star(arena.tokens({ ids: new Set([7]), negated: true }));
    const started = arena.seq(arena.tokens({ ids: new Set([7]), negated: false }), arena.literal("b"));
    const text = 'root ::= TokenTagDispatch((7, r), loop_after_dispatch=false)\nr ::= "b"';
    expect(lowerGrammar(arena, text, { resolveToken }).expr).toBe(arena.seq(free, arena.optional(started)));
  });

  it("holds a rule's options and reports the others", () => {
    check('root ::= "<t>" r "</t>"\nr[max_chars=3] ::= [^<]*', ["<t>abc</t>", "<t></t>", "<t>中中中</t>"], ["<t>abcd</t>"]);
    check('root ::= r\nr[max_chars=2] ::= ("a" | "bc" | "def")+', ["aa", "bc"], ["aaa", "abc", "def"]);
    check('root ::= "<" name ">" rest\nname[lazy] ::= [a-z]+\nrest ::= [a-z]+', ["<a>b"], ["<ab>b"]);
    const arena = new ExprArena();
    expect(lowerGrammar(arena, "root[max_tokens=5] ::= [a-z]*").expr).toBe(arena.tokenBudget(arena.star(arena.range(97, 122)), 5));
    expect(lowerGrammar(arena, 'root[capture="x", temperature=0.5] ::= "a"').diagnostics.map(({ code }) => code)).toEqual([
      "grammar-option-ignored",
      "grammar-option-ignored",
    ]);
    for (const bad of ["max_chars=-1", "max_tokens=1.5", "other", "max_chars=1"]) {
      expect([bad, codeOf(() => grammar(`root[${bad}] ::= "ab"`))]).toEqual([bad, "grammar-option"]);
    }
    expect(codeOf(() => grammar('root ::= r\nr[max_chars=5] ::= "(" r ")" | ""'))).toBe("grammar-option");
  });

  it("refuses what is wrong, with line and column", () => {
    const codes: [string, string][] = [
      ["", "grammar-no-root"],
      ['a ::= "x"', "grammar-no-root"],
      ["root ::= a", "grammar-undefined-rule"],
      ['root ::= "a"\nroot ::= "b"', "grammar-duplicate-rule"],
      ['root "a"', "grammar-syntax"],
      ['root ::= "a', "grammar-syntax"],
      ['root ::= ("a"', "grammar-syntax"],
      ['root ::= "a")', "grammar-syntax"],
      ["root ::= [a", "grammar-syntax"],
      ["root ::= [b-a]", "grammar-syntax"],
      ["root ::= [\\d]", "grammar-syntax"],
      ['root ::= "a"**', "grammar-syntax"],
      ['root ::= "a"{2}{3}', "grammar-syntax"],
      ['root ::= "a"{3,1}', "grammar-syntax"],
      ['root ::= "a"{,3}', "grammar-syntax"],
      ["root ::= *", "grammar-syntax"],
      ['root ::= "\\q"', "grammar-syntax"],
      ["root ::= %", "grammar-syntax"],
      ['root ::= Regex("(")', "regex-syntax"],
    ];
    for (const [text, code] of codes) expect([text, codeOf(() => grammar(text))]).toEqual([text, code]);
    const result = toResult(() => grammar('root ::= a\na ::= "x" bc', { path: "/format/grammar" }));
    expect(result.ok ? [] : result.error.issues).toEqual([
      expect.objectContaining({
        code: "grammar-undefined-rule",
        path: "/format/grammar",
        message: expect.stringContaining("line 2, column 11"),
      }),
    ]);
  });

  it("ends on hostile grammars", () => {
    expect(codeOf(() => grammar(`root ::= ${"(".repeat(60_000)}"a"${")".repeat(60_000)}`))).toBe("grammar-too-deep");
    expect(codeOf(() => grammar(`root ::= TagDispatch(${"(".repeat(60_000)}`))).toBe("grammar-too-deep");
    const chain = Array.from({ length: 5_000 }, (_, index) => `r${index} ::= "a" r${index + 1}?`).join("\n");
    expect(grammar(`root ::= r0\n${chain}\nr5000 ::= "b"`)("aaab")).toBe(false);
    const ring = Array.from({ length: 2_000 }, (_, index) => `r${index} ::= "a" r${(index + 1) % 2_000} | "b" r0`).join("\n");
    expect(["grammar-matches-nothing", "grammar-too-complex"]).toContain(codeOf(() => grammar(`root ::= r0\n${ring}`)));
    const doubling = Array.from({ length: 60 }, (_, index) => `r${index} ::= r${index + 1} r${index + 1}`).join("\n");
    expect(grammar(`root ::= r0\n${doubling}\nr60 ::= "a"`)("aaaaaaa")).toBe(false);
    expect(codeOf(() => grammar(`root ::= r0\n${doubling}\nr60 ::= "a"?`))).toBe("grammar-too-complex");
    expect(codeOf(() => grammar(`root ::= "${"x".repeat(10_000_000)}"`))).toBe("grammar-too-large");
    expect(codeOf(() => grammar(`root ::= ${'"a" '.repeat(300_000)}`))).toBe("grammar-too-large");
    expect(grammar(`root ::= "a"\n${"# x\n".repeat(400_000)}`)("a")).toBe(true);
    const many = Array.from({ length: 50_000 }, (_, index) => `"w${index}"`).join(" | ");
    expect(grammar(`root ::= ${many}`)("w49999")).toBe(true);
  });

  it("gives recursive rules a short way out", () => {
    const arena = new ExprArena();
    const { expr } = lowerGrammar(arena, 'root ::= "(" root ")" | root "," root | item+\nitem ::= "i" root | "j" item | "k"');
    const { rules, a, b } = arena.store;
    expect(rules[a[expr]].cheapest?.(b[expr])).toBe(arena.literal("k"));
  });
});
