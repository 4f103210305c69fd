import { signerIn } from "../intents/read-intent.ts";
import { foreignFrames } from "../sentences/frames.ts";
import { subjectOf } from "../subjects/subject.ts";
import type { ForeignLanguage } from "../text/language.ts";
import type { Draft, DraftInput } from "../types.ts";
import { isFormal } from "./formality.ts";
import { splitTokens } from "./tokens.ts";

/**
 * A mail in a language that the engine does not write. The greeting, the closing and the line that introduces the matter are
 * in that language; the rest is the user's text, word for word, because the engine cannot check its grammar.
 */
export function draftInLanguage({ intent, context, tone, sender }: DraftInput, language: ForeignLanguage): Draft {
  const { text, sentences } = splitTokens(context, firstNameToken(context));
  const own = [
    ...text
      .split("\n")
      .map((line) => line.trim())
      .filter(Boolean),
    ...sentences.map((sentence) => sentence.match(/\{.*\}/)?.[0] ?? ""),
  ].filter(Boolean);
  const subject = clip(intent || subjectOf(context));
  if (language === "other") {
    return {
      subject,
      basis: "frame",
      body: [...(own.length ? own : [intent]), sender ?? signerIn(context) ?? "[Your name]"]
        .filter(Boolean)
        .join("\n\n"),
    };
  }
  const frame = foreignFrames[language];
  const name = firstNameToken(context);
  const formal = isFormal(tone);
  const greeting = name
    ? (formal ? frame.named : frame.casualNamed).replace("{name}", () => name)
    : formal
      ? frame.nameless
      : frame.casualNameless;
  const about = intent
    ? `${frame.about}${language === "zh" || language === "ja" || language === "ko" ? "\n" : " "}${intent.replace(/[.。]+$/, "")}${/[!?？！]$/.test(intent) ? "" : language === "zh" || language === "ja" ? "。" : language === "hi" ? "।" : "."}`
    : "";
  const signOff =
    `${formal ? frame.signOff.formal : frame.signOff.casual}\n${sender ?? signerIn(context) ?? frame.yourName}`.trimEnd();
  return {
    subject,
    basis: "frame",
    body: [greeting, about, own.join("\n"), frame.close[tone], signOff].filter(Boolean).join("\n\n"),
  };
}

const firstNameToken = (context: string) => /\{+\s*first_?\s?name\s*\}+/i.exec(context)?.[0] ?? "";

const clip = (text: string) => (text.length <= 80 ? text : `${text.slice(0, 78).replace(/\s+\S*$/, "")}…`);
