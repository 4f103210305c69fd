// Parses the syntax of Sieve (RFC 5228, section 8): commands with arguments, tests and blocks. It knows no command by name.
import { t } from "@intellibox/contract/text/t";
import { invalid } from "#lib/errors.ts";

export type SieveArgument = { tag: string } | { number: number } | { strings: string[] };
/** A command, or a test, which has no block. */
export type SieveNode = {
  name: string;
  line: number;
  arguments: SieveArgument[];
  tests: SieveNode[];
  block: SieveNode[];
  /** The comment above it. */
  comment: string;
};

type Token = { kind: "word" | "tag" | "number" | "string" | "mark" | "comment"; text: string; line: number };

const deepest = 20;
const mostTokens = 50_000;

export function parseSieve(script: string): SieveNode[] {
  const reader = new Reader(tokensOf(script.replaceAll("\r\n", "\n").replace(/^\uFEFF/, "")));
  const commands = reader.commands(0);
  if (reader.peek()) throw wrong(reader.peek());
  return commands;
}

const patterns: [Token["kind"] | "space" | "multiline", RegExp][] = [
  ["space", /\s+/y],
  ["comment", /#[^\n]*|\/\*[\s\S]*?\*\//y],
  ["multiline", /text:[ \t]*(?:#[^\n]*)?\n/iy],
  ["tag", /:[A-Za-z_]\w*/y],
  ["number", /\d+[KMG]?/iy],
  ["word", /[A-Za-z_]\w*/y],
  ["string", /"(?:[^"\\]|\\[\s\S])*"/y],
  ["mark", /[[\](){},;]/y],
];

function tokensOf(script: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  let line = 1;
  while (at < script.length) {
    const [kind, text] = nextToken(script, at, line);
    const end = kind === "multiline" ? endOfMultiline(script, at + text.length, line) : at + text.length;
    if (kind === "multiline")
      tokens.push({ kind: "string", text: script.slice(at + text.length, end - 1).replace(/^\./gm, ""), line });
    else if (kind !== "space") tokens.push({ kind, text: kind === "string" ? unquoted(text) : text, line });
    if (tokens.length > mostTokens) throw invalid(t("The file is too long."));
    line += script.slice(at, end).split("\n").length - 1;
    at = end;
  }
  return tokens;
}

function nextToken(script: string, at: number, line: number): [(typeof patterns)[number][0], string] {
  for (const [kind, pattern] of patterns) {
    pattern.lastIndex = at;
    const [text] = pattern.exec(script) ?? [];
    if (text) return [kind, text];
  }
  throw wrong({ text: script.slice(at, at + 20).split("\n")[0] ?? "", line });
}

/** A text block ends with a line that has a full stop only. */
function endOfMultiline(script: string, from: number, line: number): number {
  const end = /^\.$/gm;
  end.lastIndex = from;
  const found = end.exec(script);
  if (!found) throw wrong({ text: "text:", line });
  return found.index + 1;
}

const unquoted = (text: string) => text.slice(1, -1).replace(/\\([\s\S])/g, "$1");

class Reader {
  private at = 0;
  private readonly tokens: Token[];
  constructor(tokens: Token[]) {
    this.tokens = tokens;
  }

  peek() {
    let token = this.tokens[this.at];
    while (token?.kind === "comment") token = this.tokens[++this.at];
    return token;
  }

  private take() {
    const token = this.peek();
    this.at++;
    return token;
  }

  private takeMark(text: string) {
    const token = this.peek();
    if (token?.kind !== "mark" || token.text !== text) return false;
    this.at++;
    return true;
  }

  private comment() {
    const from = this.at;
    this.peek();
    const last = this.tokens.slice(from, this.at).at(-1);
    return last ? last.text.replace(/^#|^\/\*|\*\/$/g, "").trim() : "";
  }

  commands(depth: number): SieveNode[] {
    const found: SieveNode[] = [];
    for (;;) {
      const comment = this.comment();
      if (this.peek()?.kind !== "word") return found;
      const command = this.node(depth);
      if (this.takeMark("{")) {
        command.block = this.commands(depth + 1);
        if (!this.takeMark("}")) throw wrong(this.peek());
      } else if (!this.takeMark(";")) throw wrong(this.peek());
      found.push({ ...command, comment });
    }
  }

  private node(depth: number): SieveNode {
    const name = this.take();
    if (name?.kind !== "word" || depth > deepest) throw wrong(name);
    const args: SieveArgument[] = [];
    for (let next = this.argument(); next; next = this.argument()) args.push(next);
    return {
      name: name.text.toLowerCase(),
      line: name.line,
      arguments: args,
      tests: this.tests(depth),
      block: [],
      comment: "",
    };
  }

  private argument(): SieveArgument | undefined {
    const token = this.peek();
    if (token?.kind === "tag") return { tag: (this.take()?.text ?? "").slice(1).toLowerCase() };
    if (token?.kind === "number") return { number: numberOf(this.take()?.text ?? "") };
    if (token?.kind === "string") return { strings: [this.take()?.text ?? ""] };
    if (!this.takeMark("[")) return undefined;
    const strings: string[] = [];
    do {
      const text = this.take();
      if (text?.kind !== "string") throw wrong(text);
      strings.push(text.text);
    } while (this.takeMark(","));
    if (!this.takeMark("]")) throw wrong(this.peek());
    return { strings };
  }

  private tests(depth: number): SieveNode[] {
    if (this.peek()?.kind === "word") return [this.node(depth + 1)];
    if (!this.takeMark("(")) return [];
    const tests: SieveNode[] = [];
    do tests.push(this.node(depth + 1));
    while (this.takeMark(","));
    if (!this.takeMark(")")) throw wrong(this.peek());
    return tests;
  }
}

const numberOf = (text: string) =>
  Number.parseInt(text, 10) * ({ k: 1024, m: 1024 ** 2, g: 1024 ** 3 }[text.slice(-1).toLowerCase()] ?? 1);

const wrong = (token: { text: string; line: number } | undefined) =>
  invalid(
    token
      ? t("This is no Sieve script: line {line} cannot be read at “{text}”.", { line: token.line, text: token.text })
      : t("This is no Sieve script: it ends too early."),
  );
