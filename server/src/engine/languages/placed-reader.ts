// Readers who stand in front of notes or in a last part of their own: "Frau Seidl – …", "…. an alle station 3", "…. todos moradores".
import { isFirstName } from "../intents/first-names.ts";
import type { OrderLanguage } from "../sentences/orders.ts";
import type { Grammar } from "./grammar.ts";
import { compiled } from "./order-reader.ts";

/** An order to write to a reader. */
export const mailTo: Record<OrderLanguage, (who: string) => string> = {
  de: (who) => `Schreib an ${who}: `,
  fr: (who) => `Écris à ${who} : `,
  es: (who) => `Escribe a ${who}: `,
  pt: (who) => `Escreve a ${who}: `,
  hi: (who) => `${who} को सूचना: `,
  hinglish: (who) => `${who} ko mail karo: `,
};
const small = (list: string) => new RegExp(`^(?:${list})\\s+`, "iu");
const prepositions: Record<OrderLanguage, RegExp> = {
  de: small("(?:geht |das |die mail |mail )*(?:an|für)"),
  fr: small("(?:c['’]est |mail |le |la |les )*(?:à|pour|aux|au)"),
  es: small("(?:es |va |correo )*(?:para|a|al)"),
  pt: small("(?:é |vai |e-?mail )*(?:para|pra|pro|a|ao|aos|às)"),
  hi: /^(?!)/,
  hinglish: /^(?!)/,
};
const everybody: Record<OrderLanguage, RegExp> = {
  de: /^(?:alle|allen|sämtliche)\s\p{L}/iu,
  fr: /^(?:tous|toutes)\s\p{L}/iu,
  es: /^(?:todos|todas)\s\p{L}/iu,
  pt: /^(?:todos|todas)\s\p{L}/iu,
  hi: /^(?:सभी|सब|सारे)\s[\p{L}\p{M}]/u,
  hinglish: /^(?:sabhi|sab|saare)\s\p{L}/iu,
};

/** Rewrites such notes into the order to write to their reader. */
export function withPlacedReader(text: string, language: OrderLanguage, grammar: Grammar): string {
  const [lead = "", who = ""] = /^([^.,:;!?–—]{2,40}?)\s?(?:[–—:]|\s-)\s+(?=\S)/u.exec(text) ?? [];
  const first = lead && namedReader(who, language, grammar);
  if (first) return mailTo[language](first) + text.slice(lead.length);
  const [tail = "", mark = "", last = ""] = /([.;!?]+|,)\s+([^.,:;!?]{3,50})[.!]*$/u.exec(text) ?? [];
  if (!tail || hasOrder(text, grammar)) return text;
  const bare = last.replace(prepositions[language], "");
  const isLed = bare !== last;
  const found = isLed || mark !== "," ? lastReader(bare, isLed, language, grammar) : undefined;
  return found
    ? `${mailTo[language](found)}${text.slice(0, text.length - tail.length)}${mark === "," ? "." : mark}`
    : text;
}

const hasOrder = (text: string, grammar: Grammar) =>
  grammar.verbs.some(({ pattern, formal }) => pattern.test(text) || formal?.test(text));

const isTitled = (text: string, grammar: Grammar) =>
  compiled(`^(?:${grammar.title})[\\p{L}\\p{M}'’ -]{2,40}$`, "iu").test(text);
const isName = (text: string) => /^\p{L}+(?: \p{L}+)?$/u.test(text) && isFirstName(text.split(" ")[0] ?? "");
const titleCase = (text: string) => text.replace(/(?:^|[ -])\p{Ll}/gu, (letter) => letter.toUpperCase());

function namedReader(text: string, language: OrderLanguage, grammar: Grammar): string | undefined {
  if (everybody[language].test(text) && text.split(" ").length <= 4) return text;
  if (language === "hi" || language === "hinglish") return undefined;
  // German nouns have capitals as well, so that only a first name is one.
  return isName(text) ? titleCase(text) : isTitled(text, grammar) ? titleCase(text) : undefined;
}

function lastReader(text: string, isLed: boolean, language: OrderLanguage, grammar: Grammar): string | undefined {
  if (everybody[language].test(text) && text.split(" ").length <= 5) return text;
  if (isTitled(text, grammar)) return titleCase(text);
  return isLed && isName(text) ? titleCase(text) : undefined;
}
