import { isFormal } from "../drafts/formality.ts";
import { foreignReplies, type RepliedLanguage, repliedLanguages } from "../sentences/foreign-replies.ts";
import { foreignFrames } from "../sentences/frames.ts";
import { sentencesOf } from "../text/sentences.ts";
import { capitalize } from "../text/words.ts";
import type { Reply, ReplyInput } from "../types.ts";
import { type AppliedVoice, applyVoice } from "../voice/apply-voice.ts";
import { isInformal } from "./foreign-address.ts";
import { type ForeignMail, isClaimed, readForeignMail } from "./foreign-asks.ts";
import { demandWords } from "./foreign-words.ts";
import type { Incoming, ReplyLanguage } from "./incoming.ts";
import { readStance } from "./stance.ts";

export const isReplied = (language: ReplyLanguage): language is RepliedLanguage =>
  repliedLanguages.some((one) => one === language);

/** A reply in the language of the mail. Its questions and requests are quoted, because the engine cannot turn their grammar. */
export function replyInLanguage(input: ReplyInput, incoming: Incoming, language: Exclude<ReplyLanguage, "en">): Reply {
  if (!isReplied(language)) {
    const voice = applyVoice(input, language);
    const reply = framedReply({ ...input, tone: voice.tone }, incoming, language, voice);
    return { reply, basis: "frame", ...(voice.isUsed && { inVoice: true }) };
  }
  const mail = readForeignMail(incoming.text, language);
  const lines = linesFor(incoming.text, language);
  const isGrave = mail.care !== undefined || ["complaint", "illness", "loss", "sympathy"].includes(mail.nature);
  const voice = applyVoice(input, language, !isGrave);
  const chosen = mail.options.find((option) => input.stance === chosenStance(option));
  const { words } = readStance(chosen ? "accept" : input.stance);
  const formal = isFormal(voice.tone);
  const name = formal && (language === "de" || language === "fr") ? incoming.sender.full : incoming.sender.name;
  const greeting = name
    ? (formal ? lines.named : lines.casualNamed).replace("{name}", () => name)
    : formal
      ? lines.nameless
      : lines.casualNameless;
  const sender = input.sender === undefined ? lines.yourName : voice.sender(input.sender);
  const signOff = `${voice.signOff(formal ? lines.signOff.formal : lines.signOff.casual)}\n${sender}`.trim();
  const isComplaint = mail.nature === "complaint" && !demandWords.test(incoming.text);
  const nature = mail.care === undefined || isComplaint ? mail.nature : "received";
  const body = words
    ? [words]
    : bodyOf(chosen ? "accept" : input.stance, chosen ? { ...mail, when: chosen } : mail, lines);
  return {
    reply: [
      voice.greeting(incoming.sender.name, greeting),
      voice.isShort && nature === "asks" && body.length > 0 ? "" : lines.opening[nature],
      ...body,
      signOff,
    ]
      .filter(Boolean)
      .join("\n\n"),
    basis: words ? "frame" : "composed",
    ...(voice.isUsed && { inVoice: true }),
  };
}

/** The stance that accepts one of the offered times, as in English. */
export const chosenStance = (option: string) => `Confirm ${option}`;

type Lines = (typeof foreignReplies)[RepliedLanguage];

/** The sentences in the form of address that the mail uses. */
function linesFor(text: string, language: RepliedLanguage): Lines {
  const lines = foreignReplies[language];
  const { informal } = lines;
  if (!isInformal(text, language)) return lines;
  const forms = Object.entries(informal).map(([formal, familiar]): [RegExp, string] => [
    new RegExp(`(?<!\\p{L})${formal.replace(/[{}]/g, "\\$&")}(?!\\p{L})`, "gu"),
    familiar,
  ]);
  const familiar = (text: string) => forms.reduce((said, [formal, other]) => said.replace(formal, other), text);
  const inAll = (value: unknown): unknown =>
    typeof value === "string"
      ? familiar(value)
      : Object.fromEntries(Object.entries(value as object).map(([key, inner]) => [key, inAll(inner)]));
  return { ...(inAll({ ...lines, informal: {}, labels: {} }) as Lines), informal, labels: lines.labels };
}

function bodyOf(given: string | undefined, mail: ForeignMail, lines: Lines): string[] {
  const { stance, isVerify } = readStance(given);
  const decided = stance === "accept" || stance === "decline" ? stance : "open";
  const answered = (asks: ForeignMail["asks"], how: "accept" | "decline" | "open") =>
    asks.map(({ kind, quote, isSafe }) => {
      // "Bitte teilen Sie uns den Stand mit" is answered like a question, but called a request.
      const isAsked =
        kind === "question" && !/^(?:bitte|merci de|veuillez|por favor|कृपया|please)(?![\p{L}\p{M}])/iu.test(quote);
      const line = isAsked
        ? lines.question
        : kind === "question"
          ? lines.request.open
          : lines.request[how === "accept" && !isSafe ? "open" : how];
      return line.replace("{quote}", () => capitalize(quote));
    });
  if (isVerify || mail.care) {
    if (stance === "decline") return [lines.declined];
    const isLater = stance === "more-time";
    if (mail.care !== "claim") return [isLater ? lines.verifyLater : lines.verify];
    const harmless = mail.asks.filter(({ quote }) => !isClaimed(quote));
    return [isLater ? lines.claimLater : lines.claim, ...(isLater ? [] : laidOut(answered(harmless, "open")))];
  }
  if (stance === "acknowledge" || (mail.nature === "sympathy" && mail.asks.length === 0)) return [];
  if (stance === "more-time") return [lines.moreTime];
  const first: string[] = [];
  const isChosen = mail.options.includes(mail.when);
  const isOpen = decided === "open" && stance !== "propose-time";
  // The blank with more than two times is a choice in itself.
  const time = stance === "propose-time" ? "propose-time" : isOpen && mail.options.length > 2 ? "accept" : decided;
  if (mail.options.length > 1 && !isChosen && (stance === "decline" || stance === "propose-time"))
    first.push(lines.noneOfThese);
  else if (mail.when) first.push(capitalize(lines.time[time].replace("{when}", () => mail.when)));
  else if (mail.nature === "invitation") first.push(lines.attendance[decided]);
  const isRefused = mail.nature === "invitation" && decided === "decline";
  const answers = isRefused ? [] : answered(mail.asks, decided);
  if (first.length === 0 && answers.length === 0)
    return mail.nature === "complaint" ? [lines.remedy] : mail.nature === "asks" ? [lines.yourAnswer] : [];
  return [...first, ...laidOut(answers)];
}

/** Two or more answers are easier to check as a list. */
const laidOut = (answers: string[]) => (answers.length > 1 ? [answers.map((line) => `- ${line}`).join("\n")] : answers);

/** In any other language: its frame, and each question quoted with a blank for the answer. */
function framedReply(
  { tone, sender, stance }: ReplyInput,
  { text, sender: reader }: Incoming,
  language: Exclude<ReplyLanguage, "en">,
  voice: AppliedVoice,
): string {
  const questions = sentencesOf(text)
    .filter((sentence) => /[?？؟]\s*$/.test(sentence))
    .slice(0, 8);
  const { words } = readStance(stance);
  if (language === "other" || language === "hinglish")
    return [...questions.map((question) => `${question}\n[…]`), words || (questions.length ? "" : "[…]"), sender ?? ""]
      .filter(Boolean)
      .join("\n\n");
  const frame = foreignFrames[language];
  const answers = words
    ? [words]
    : questions.length
      ? questions.map((question) => `${capitalize(question)}\n${frame.yourAnswer}`)
      : [frame.yourAnswer];
  const signer = sender === undefined ? frame.yourName : voice.sender(sender);
  const signOff = `${voice.signOff(isFormal(tone) ? frame.signOff.formal : frame.signOff.casual)}\n${signer}`.trim();
  const greeting = voice.greeting(reader.name, isFormal(tone) ? frame.nameless : frame.casualNameless);
  return [greeting, frame.thanks, ...answers, signOff].filter(Boolean).join("\n\n");
}
