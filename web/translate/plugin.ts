import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Language, languages } from "@intellibox/contract/text/language";
import { parseMessage } from "@intellibox/contract/text/parse-message";
import { setTranslator } from "@intellibox/contract/text/translator";
import { type Plugin, parseAst } from "vite";
import { type MessageCall, messageCalls } from "./message-calls.ts";
import type { Node } from "./syntax-tree.ts";

const contractText = join(import.meta.dirname, "../../contract/src/text");
const translatorFile = join(contractText, "translator.ts");
const richFile = join(import.meta.dirname, "../src/lib/rich.ts");
const ownFile = /[\\/](web|contract)[\\/]src[\\/].*\.tsx?(\?schemas)?$/;

/**
 * Writes the translations of one language into the code: `t("Archive")` becomes the translated text, and a message with values
 * becomes its parsed form. So a page loads the words that it shows, in one language, and no catalogue and no parser.
 */
export function translate(code: Language): Plugin {
  const catalogue = readCatalogue(code);
  const { dir, format } = languages.find((language) => language.code === code) ?? languages[0];
  return {
    name: "translate",
    apply: "build",
    buildStart() {
      // Another plugin runs modules of the contract in this process and writes their constants into the code.
      setTranslator({ language: () => code, find: (key: string) => catalogue[key] });
    },
    load(id) {
      if (id !== translatorFile) return null;
      // One language is known when the app is built.
      return [
        `export const language = () => ${JSON.stringify(code)};`,
        `export const findTranslation = () => undefined;`,
        `export const formatLocale = () => ${JSON.stringify(format)};`,
      ].join("\n");
    },
    transform(source, id) {
      if (!ownFile.test(id) || id.startsWith(contractText) || id === richFile) return null;
      if (!/\b(t|rich)\(/.test(source)) return null;
      const calls = messageCalls(parseAst(source) as unknown as Node, id);
      return calls.length > 0 ? { code: translated(source, calls, catalogue), map: null } : null;
    },
    transformIndexHtml: (html) => html.replace(/<html lang="en">/, `<html lang="${code}" dir="${dir}">`),
  };
}

/** The translations of a language by the key of the message. English needs none. */
export function readCatalogue(code: Language): Record<string, string> {
  if (code === "en") return {};
  return JSON.parse(readFileSync(join(import.meta.dirname, "../../contract/locales", `${code}.json`), "utf8"));
}

function translated(source: string, calls: MessageCall[], catalogue: Record<string, string>) {
  const edits = calls.flatMap(({ name, message, key, call, callee, text, hasValues }) => {
    const words = catalogue[key] ?? message;
    if (!hasValues) return [{ ...range(call), code: JSON.stringify(words) }];
    return [
      { ...range(callee), code: name === "t" ? "fillMessage$" : "fillRich$" },
      { ...range(text), code: JSON.stringify(parseMessage(words)) },
    ];
  });
  edits.sort((a, b) => b.start - a.start);
  let result = source;
  for (const { start, end, code } of edits) result = result.slice(0, start) + code + result.slice(end);
  const used = (name: string) => calls.some((call) => call.name === name && call.hasValues);
  const imports = [
    used("t") ? `import { fill as fillMessage$ } from ${JSON.stringify(join(contractText, "fill.ts"))};` : "",
    used("rich") ? `import { fillRich as fillRich$ } from ${JSON.stringify(richFile)};` : "",
  ];
  // On the first line, so that line numbers stay.
  return imports.join("") + result;
}

const range = ({ start, end }: Node) => ({ start, end });
