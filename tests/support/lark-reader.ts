/** A rule, a string, a class, a name, an operator, space. */
const TOKEN =
  /(?<head>^[a-z_0-9]+:)|(?<string>"(?:[^"\\]|\\.)*")|(?<class>\/\[(?:[^\]\\]|\\.)*\]\/)|(?<name>[a-z_][a-z_0-9]*)|(?<other>[|()*+?\s]|\{\d+(?:,\d*)?\})/gmy;

/**
 * Lark as the printer writes it, as EBNF of the same language: strings of one character, classes of one character, no other terminals.
 * @throws Error for anything else
 */
export function ebnfOfLark(text: string): string {
  let written = "";
  let end = 0;
  for (const { 0: all, index, groups } of text.matchAll(TOKEN)) {
    if (index !== end) break;
    end = index + all.length;
    if (groups?.head !== undefined) written += `${ruleName(all.slice(0, -1))} ::=`;
    else if (groups?.string !== undefined) written += stringOf(JSON.parse(all) as string);
    else if (groups?.class !== undefined) written += classOf(all.slice(2, -2));
    else if (groups?.name !== undefined) written += ruleName(all);
    else written += all;
  }
  if (end !== text.length) throw new Error(`no Lark of the printer at ${JSON.stringify(text.slice(end, end + 40))}`);
  return written;
}

function ruleName(name: string): string {
  return name === "start" ? "root" : name;
}

function stringOf(text: string): string {
  if ([...text].length > 1) throw new Error(`a terminal of several characters: ${JSON.stringify(text)}`);
  return text === "" ? '""' : `"${escaped(text.codePointAt(0)!)}"`;
}

function classOf(members: string): string {
  return `[${members.replace(/\\x\{([0-9A-F]+)\}/g, (_, digits: string) => escaped(Number.parseInt(digits, 16)))}]`;
}

function escaped(codePoint: number): string {
  return `\\U${codePoint.toString(16).padStart(8, "0")}`;
}
