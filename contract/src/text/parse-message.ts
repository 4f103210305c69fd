import { type Token as Parsed, parse } from "@messageformat/parser";
import type { Token } from "./fill.ts";

const tagged = /<(\w+)>(.*?)<\/\1>/gs;

const known = new Map<string, Token[]>();

/** Parses a message of ICU MessageFormat in which `<name>…</name>` marks a part that a component shows. */
export function parseMessage(message: string): Token[] {
  let tokens = known.get(message);
  if (!tokens) {
    tokens = withTags(message);
    known.set(message, tokens);
  }
  return tokens;
}

function withTags(message: string): Token[] {
  const tokens: Token[] = [];
  let end = 0;
  for (const match of message.matchAll(tagged)) {
    tokens.push(...tokensOf(message.slice(end, match.index)));
    tokens.push(["<", match[1] as string, tokensOf(match[2] as string)]);
    end = match.index + match[0].length;
  }
  return [...tokens, ...tokensOf(message.slice(end))];
}

const tokensOf = (text: string): Token[] => (text ? parse(text, { strict: false }).map(tokenOf) : []);

function tokenOf(parsed: Parsed): Token {
  switch (parsed.type) {
    case "content":
      return parsed.value;
    case "octothorpe":
      return ["#"];
    case "argument":
      return [parsed.arg];
    case "plural":
    case "select":
    case "selectordinal":
      return [
        parsed.arg,
        parsed.type,
        Object.fromEntries(parsed.cases.map(({ key, tokens }) => [key, tokens.map(tokenOf)])),
      ];
    case "function":
      throw new Error(`"${parsed.key}" is no format of our messages: pass formatted text`);
  }
}
