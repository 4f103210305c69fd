import { withArticle } from "#outside/models/builtin/drafts/grammar.ts";
import { frames } from "#outside/models/builtin/drafts/moves.ts";
import { notesOf } from "#outside/models/builtin/drafts/notes.ts";
import { isFormal, frames as otherFrames } from "#outside/models/builtin/drafts/other-languages.ts";
import { readMail } from "#outside/models/builtin/mail/clean-mail.ts";
import { subjectOf } from "#outside/models/builtin/subjects/subject.ts";
import { type ForeignLanguage, languageOf } from "#outside/models/builtin/text/language.ts";
import { sentencesOf } from "#outside/models/builtin/text/sentences.ts";
import { capitalize, hashOf } from "#outside/models/builtin/text/words.ts";
import type { Reply, ReplyInput, Tone } from "#outside/models/builtin/types.ts";
import { type Ask, asksOf } from "./asks.ts";
import { natureOf } from "./nature.ts";
import {
  attendance,
  closings,
  detailsRequest,
  type Nature,
  noLines,
  openings,
  paymentBlank,
  questionLines,
  remedyBlank,
  requestLines,
  type Stance,
  timeLines,
  yesLines,
} from "./phrases.ts";
import { affirmed, bare, indirect, isYesNo } from "./questions.ts";
import { reflect } from "./reflect.ts";
import { writerOf } from "./writer.ts";

/** An answer that takes up each question, request and proposed time; what only the user can know is a marked blank. */
export function composeReply(input: ReplyInput): Reply {
  const mail = readMail(input.emailBody);
  const text = mail.text || mail.greeting;
  const language = languageOf(text);
  if (language !== "en") return { reply: replyInLanguage(input, text, language) };
  const { stance, words } = stanceOf(input.stance);
  const seed = hashOf(`${input.tone}|${stance}|${text.slice(0, 2_000)}`) + Math.max(0, Math.floor(input.variant ?? 0));
  const pick = (choices: string[]) => choices[seed % choices.length] ?? choices[0] ?? "";
  const asks = asksOf(text, input.now);
  const nature = natureOf(text, asks);
  const topic = topicOf(text);
  const answer: Answer = { tone: input.tone, stance, pick, topic };
  const lines = words ? ownWords(words) : linesFor(asks, nature, answer);
  const writer = writerOf(mail.signature);
  const frame = frames[input.tone];
  const blocks = [
    pick(writer ? frame.named : frame.nameless).replace("{name}", () => writer),
    text ? fill(pick(openings[nature][input.tone]), topic) : "[Your reply]",
    layOut(lines),
    words ? "" : pick(closings[stance][input.tone]),
    `${pick(frame.signOff)}\n${input.sender ?? "[Your name]"}`.trimEnd(),
  ];
  return { reply: blocks.filter(Boolean).join("\n\n") };
}

type Answer = { tone: Tone; stance: Stance; pick: (choices: string[]) => string; topic: string };

const stances: Stance[] = ["accept", "decline", "more-time", "propose-time", "ask-details", "acknowledge"];

/** One of our own stances, or the user's own words, or nothing decided yet. */
function stanceOf(given: string | undefined): { stance: Stance; words: string } {
  const text = (given ?? "").trim();
  if (!text) return { stance: "open", words: "" };
  const known = stances.find((stance) => stance === text.toLowerCase());
  if (known) return { stance: known, words: "" };
  if (/^(?:yes|accept|agree|ok|okay|sure|confirm)\W*$/i.test(text)) return { stance: "accept", words: "" };
  if (/^(?:no|decline|refuse|reject)\W*$/i.test(text)) return { stance: "decline", words: "" };
  return { stance: "open", words: text };
}

const ownWords = (words: string) =>
  notesOf(words, { name: "", mentions: [], isGroup: false }).map((note) =>
    note.as === "item" ? `${capitalize(note.text)}.` : note.text,
  );

function linesFor(asks: Ask[], nature: Nature, answer: Answer): string[] {
  const { tone, stance, pick, topic } = answer;
  const lines = asks.map((ask) => lineFor(ask, answer)).filter(Boolean);
  if (nature === "invitation" && !asks.some(({ kind }) => kind === "time"))
    lines.unshift(pick(attendance[stance === "accept" || stance === "decline" ? stance : "open"][tone]));
  if (nature === "complaint" && stance !== "decline") lines.push(pick(remedyBlank[tone]));
  if (nature === "invoice" && asks.every(({ kind }) => kind !== "request") && stance !== "decline")
    lines.push(pick(paymentBlank[tone]));
  if (stance === "ask-details" && asks.every(({ kind }) => kind !== "request"))
    lines.push(fill(pick(detailsRequest[tone]), topic));
  if (stance === "more-time" && asks.every(({ kind }) => kind !== "request")) lines.push(moreTime[tone]);
  return [...new Set(lines)];
}

const moreTime: Record<Tone, string> = {
  professional: "I will need some more time and will get back to you by [date].",
  friendly: "I need a bit more time, but I'll get back to you by [date].",
  concise: "I'll get back to you by [date].",
  enthusiastic: "I'll get back to you by [date], promise!",
  empathetic: "I want to give you a proper answer, so I will get back to you by [date].",
};

function lineFor(ask: Ask, { tone, stance, pick }: Answer): string {
  if (ask.kind === "time") {
    const lines =
      timeLines[stance === "accept" || stance === "decline" || stance === "propose-time" ? stance : "open"][tone];
    return pick(lines)
      .replace("{When}", () => capitalize(ask.when))
      .replace("{when}", () => ask.when);
  }
  if (ask.kind === "request") {
    if (stance === "acknowledge") return "";
    const lines = requestLines[stance === "propose-time" ? "open" : stance][tone];
    return pick(lines).replace("{task}", () => reflect(lowerVerb(ask.task)));
  }
  return answerLine(ask.sentence, { tone, stance, pick });
}

function answerLine(sentence: string, { tone, stance, pick }: Omit<Answer, "topic">): string {
  if (stance === "acknowledge" || stance === "more-time" || stance === "ask-details") return "";
  const quote = `${capitalize(bare(sentence))}?`;
  const yes = stance === "accept" ? affirmed(sentence) : undefined;
  if (yes) return pick(yesLines[tone]).replace("{answer}", () => yes);
  if (stance === "decline" && isYesNo(sentence)) return pick(noLines[tone]).replace("{quote}", () => quote);
  const question = indirect(sentence);
  if (!question) return pick(questionLines.quoted[tone]).replace("{quote}", () => quote);
  return pick(questionLines.indirect[tone])
    .replace("{question}", () => question)
    .replace("{Question}", () => capitalize(question));
}

const lowerVerb = (task: string) => task.charAt(0).toLowerCase() + task.slice(1);

/** A few lines read as a paragraph; many are easier to check as a list. */
const layOut = (lines: string[]) => (lines.length > 3 ? lines.map((line) => `- ${line}`).join("\n") : lines.join(" "));

/** "your message" is a topic that is never wrong; a better one is taken from the mail where it can be put after "about". */
function topicOf(text: string): string {
  const subject = subjectOf(text);
  const words = subject.split(/\s+/);
  if (!subject || words.length > 7 || words.length < 2) return "this";
  return reflect(withArticle(subject));
}

const fill = (line: string, topic: string) => capitalize(line.replace("{topic}", () => topic));

/** In another language the frame is in that language and each question is quoted with a blank for the answer. */
function replyInLanguage({ tone, sender, stance }: ReplyInput, text: string, language: ForeignLanguage): string {
  const questions = sentencesOf(text)
    .filter((sentence) => /[?？؟]\s*$/.test(sentence))
    .slice(0, 8);
  const own = stance && !stances.includes(stance as Stance) ? stance : "";
  if (language === "other")
    return [...questions.map((question) => `${question}\n[…]`), own || (questions.length ? "" : "[…]"), sender ?? ""]
      .filter(Boolean)
      .join("\n\n");
  const frame = otherFrames[language];
  const answers = own
    ? [own]
    : questions.length
      ? questions.map((question) => `${question}\n${frame.yourAnswer}`)
      : [frame.yourAnswer];
  const signOff =
    `${isFormal(tone) ? frame.signOff.formal : frame.signOff.casual}\n${sender ?? frame.yourName}`.trimEnd();
  return [isFormal(tone) ? frame.nameless : frame.casualNameless, frame.thanks, ...answers, signOff].join("\n\n");
}
