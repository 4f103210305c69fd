import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Token } from "@intellibox/contract/text/fill";
import { languages } from "@intellibox/contract/text/language";
import { parseMessage } from "@intellibox/contract/text/parse-message";
import { parseAst } from "vite";
import { describe, expect, test } from "vitest";
import { messageCalls } from "./message-calls.ts";
import { namesIn } from "./message-names.ts";
import { readCatalogue } from "./plugin.ts";
import type { Node } from "./syntax-tree.ts";

const root = join(import.meta.dirname, "../..");
const calls = globSync("{web,contract,server}/src/**/*.{ts,tsx}", { cwd: root })
  .filter((path) => !/\.test\.|contract[\\/]src[\\/]text[\\/]/.test(path))
  .flatMap((path) => {
    const source = readFileSync(join(root, path), "utf8");
    if (!/\b(t|rich)\(/.test(source)) return [];
    const program = parseAst(source, { lang: path.endsWith("x") ? "tsx" : "ts" }) as unknown as Node;
    return messageCalls(program, path);
  });
const hasValues = new Map(calls.map((call) => [call.key, call.hasValues]));

describe.each(languages.filter(({ code }) => code !== "en"))("the catalogue of $name", ({ code, ...language }) => {
  const catalogue = readCatalogue(code);

  test.skipIf("isPreview" in language)("has every message", () => {
    const missing = [...hasValues.keys()].filter((key) => !catalogue[key]?.trim());
    expect(missing).toEqual([]);
  });

  test("has no message that is no longer used", () => {
    expect(Object.keys(catalogue).filter((key) => !hasValues.has(key))).toEqual([]);
  });

  test("names the values and components of the English text", () => {
    const wrong = Object.entries(catalogue).filter(([key, words]) => {
      if (!hasValues.get(key)) return false;
      return namesOf(key.replace(/^\[[^\]]+\] /, "")) !== namesOf(words);
    });
    expect(wrong).toEqual([]);
  });

  test("has all plural forms of its language", () => {
    const needed = new Intl.PluralRules(code).resolvedOptions().pluralCategories;
    const short = Object.entries(catalogue).filter(
      ([key, words]) => hasValues.get(key) && pluralsIn(parseMessage(words)).some((cases) => lacks(cases, needed)),
    );
    expect(short).toEqual([]);
  });
});

const namesOf = (message: string) => [...new Set(namesIn(parseMessage(message)))].sort().join(" ");

function pluralsIn(tokens: readonly Token[]): string[][] {
  return tokens.flatMap((token) => {
    if (typeof token === "string" || !token[2]) return [];
    const inner = token[0] === "<" ? [token[2] as Token[]] : Object.values(token[2] as Record<string, Token[]>);
    const own = token[1] === "plural" ? [Object.keys(token[2])] : [];
    return [...own, ...inner.flatMap(pluralsIn)];
  });
}

/** `=1` may stand for `one` in languages whose `one` is the number 1 alone; Hindi's is 0 and 1. */
const lacks = (cases: string[], needed: string[]) =>
  needed.some((name) => !cases.includes(name) && !(name === "one" && cases.includes("=1")));
