import { signerIn } from "../intents/read-intent.ts";
import { type ForeignReader, readOrders, type Said } from "../languages/read-orders.ts";
import { foreignFrames } from "../sentences/frames.ts";
import { type OrderLanguage, orderLanguages, orderSentences } from "../sentences/orders.ts";
import { subjectOf } from "../subjects/subject.ts";
import type { ForeignLanguage } from "../text/language.ts";
import { capitalize } from "../text/words.ts";
import type { Draft, DraftInput } from "../types.ts";
import { isFormal } from "./formality.ts";
import { splitTokens } from "./tokens.ts";

/**
 * A mail in another language. An order in one of six languages is said to its reader; everything else is the user's text, word
 * for word, inside a greeting and a closing of that language, because the engine cannot check its grammar.
 */
export function draftInLanguage(input: DraftInput, language: ForeignLanguage): Draft {
  const { intent, context, tone } = input;
  const { text, sentences } = splitTokens(context, firstNameToken(context));
  const own = [
    ...text
      .split("\n")
      .map((line) => line.trim())
      .filter(Boolean),
    ...sentences.map((sentence) => sentence.match(/\{.*\}/)?.[0] ?? ""),
  ].filter(Boolean);
  if (language === "other") {
    return {
      subject: clip(intent || subjectOf(context)),
      basis: "frame",
      body: [...(own.length ? own : [intent]), input.sender ?? signerIn(context) ?? "[Your name]"]
        .filter(Boolean)
        .join("\n\n"),
    };
  }
  const frame = foreignFrames[language];
  const formal = isFormal(tone);
  const signOff =
    `${formal ? frame.signOff.formal : frame.signOff.casual}\n${input.sender ?? signerIn(context) ?? frame.yourName}`.trimEnd();
  const read = isOrderLanguage(language) ? readOrders(intent, language) : undefined;
  const said = read && isOrderLanguage(language) ? sayAll(read.said, language) : undefined;
  const reader = read?.reader ?? { kind: "unknown", name: "" };
  const isQuestion = said?.blocks.some((block) => /[?？]\s*$/.test(block)) ?? false;
  const blocks =
    read?.hasOrder && said
      ? said.blocks
      : [intent && `${frame.about}${isWithoutSpaces(language) ? "\n" : " "}${ended(intent, language)}`];
  return {
    subject: clip(read?.hasOrder && said ? said.subject : intent || subjectOf(context)),
    basis: read?.hasOrder && said?.isComposed ? "composed" : "frame",
    body: [
      greetingOf({ reader, input, language, token: firstNameToken(context) }),
      ...blocks,
      own.join("\n"),
      // A closing that asks for an answer fits a question; after bad news it does not.
      !read?.hasOrder || isQuestion ? frame.close[isQuestion ? soberly(tone) : tone] : "",
      signOff,
    ]
      .filter(Boolean)
      .join("\n\n"),
  };
}

const isOrderLanguage = (language: string): language is OrderLanguage =>
  (orderLanguages as readonly string[]).includes(language);
const isWithoutSpaces = (language: ForeignLanguage) => language === "zh" || language === "ja" || language === "ko";
const soberly = (tone: DraftInput["tone"]) => (tone === "enthusiastic" ? "friendly" : tone);

type Greeted = { reader: ForeignReader; input: DraftInput; language: Exclude<ForeignLanguage, "other">; token: string };

function greetingOf({ reader, input, language, token }: Greeted) {
  const frame = foreignFrames[language];
  const formal = isFormal(input.tone);
  if (reader.kind === "group" && isOrderLanguage(language)) return orderSentences[language].group;
  const name = token || (reader.kind === "name" ? capitalize(reader.name) : "");
  if (name) return (formal ? frame.named : frame.casualNamed).replace("{name}", () => name);
  return formal ? frame.nameless : frame.casualNameless;
}

/** The sentences of a mail. An order that has no sentence in the language keeps the user's words. */
function sayAll(said: Said[], language: OrderLanguage) {
  const sentences = orderSentences[language];
  const blocks: string[] = [];
  let list: string[] = [];
  let isComposed = true;
  const endList = () => {
    if (list.length === 0) return;
    const isFirst = blocks.length === 0;
    blocks.push(
      [isFirst ? sentences.points : capitalize(sentences.points), ...list.map((item) => `- ${item}`)].join("\n"),
    );
    list = [];
  };
  for (const { act, link, text, isList } of said) {
    if (isList) {
      list.push(capitalize(text));
      continue;
    }
    endList();
    const pattern = act && sentences[act][link];
    if (act && pattern) {
      const sentence = pattern.replace("{rest}", () => text.replace(/\s*[?!.।]+$/u, ""));
      blocks.push(blocks.length === 0 ? sentence : capitalize(sentence));
    } else if (text) {
      if (act) isComposed = false;
      blocks.push(capitalize(ended(text, language)));
    }
  }
  endList();
  const main = said.find(({ text }) => text)?.text ?? "";
  return { blocks: joined(blocks), isComposed, subject: capitalize(headOf(main)) };
}

/** Short sentences share a paragraph; a list has its own. */
function joined(blocks: string[]): string[] {
  const paragraphs: string[] = [];
  for (const block of blocks) {
    const last = paragraphs.at(-1);
    if (last !== undefined && !block.includes("\n- ") && !last.includes("\n- ") && `${last} ${block}`.length < 320)
      paragraphs[paragraphs.length - 1] = `${last} ${block}`;
    else paragraphs.push(block);
  }
  return paragraphs;
}

/** The first clause, for the subject. */
const headOf = (text: string) => {
  const clause = text.split(/[,;:(?]|\s[-–—]\s/)[0]?.trim() ?? text;
  return clause.split(/\s+/).length >= 3 ? clause : text;
};

const ended = (text: string, language: ForeignLanguage) => {
  const bare = text.replace(/[.。।]+$/u, "");
  if (/[!?？！]$/.test(bare)) return bare;
  return `${bare}${language === "zh" || language === "ja" ? "。" : language === "hi" ? "।" : "."}`;
};

const firstNameToken = (context: string) => /\{+\s*first_?\s?name\s*\}+/i.exec(context)?.[0] ?? "";

const clip = (text: string) => (text.length <= 80 ? text : `${text.slice(0, 78).replace(/\s+\S*$/, "")}…`);
