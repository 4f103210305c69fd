import type { Tone } from "@intellibox/contract/rules/choices";
import { repair } from "../drafts/grammar.ts";
import { sayInstruction } from "../drafts/say-instruction.ts";
import { type KnownAnswer, knownAnswer } from "../knowledge/known-answer.ts";
import { knownSentence, topicOf } from "../knowledge/known-topic.ts";
import type { OfferedPiece } from "../knowledge/offered-piece.ts";
import { presentUsed } from "../knowledge/used-pieces.ts";
import { englishFrames } from "../sentences/frames.ts";
import { closings, decisionLines, type MailNature, openings, type Stance } from "../sentences/reply-sentences.ts";
import { capitalize, hashOf } from "../text/words.ts";
import type { NoAnswer, Reply, ReplyInput } from "../types.ts";
import { applyVoice } from "../voice/apply-voice.ts";
import { answerBlocks, type ReplyPlan } from "./answers.ts";
import type { Ask } from "./ask.ts";
import { asksOf, type Readers } from "./asks.ts";
import { type Care, careOf } from "./care.ts";
import { replyInLanguage } from "./foreign-reply.ts";
import { type Incoming, readIncoming } from "./incoming.ts";
import { mailTopic } from "./mail-topic.ts";
import { natureOf } from "./nature.ts";
import { mayBeForged, noAnswerOf } from "./no-answer.ts";
import { ownWords } from "./own-words.ts";
import { readStance } from "./stance.ts";

/** An answer to each question, request and proposed time. Facts that only the user knows are marked blanks. */
export function composeReply(input: ReplyInput): Reply {
  const incoming = readIncoming(input.emailBody);
  const noAnswer = input.stance?.trim() ? undefined : noAnswerOf(input.emailBody);
  if (incoming.language !== "en")
    return noAnswer ? unanswered(noAnswer) : replyInLanguage(input, incoming, incoming.language);
  const asks = asksOf(incoming.text, input.now, readersOf(incoming, input.sender));
  const care = careOf(incoming.text, asks);
  if (noAnswer && !(care && mayBeForged(noAnswer))) return unanswered(noAnswer);
  return composeEnglish(input, incoming, asks, care);
}

/** A mail to several people names nobody in its greeting, but may call the user by name. */
function readersOf({ readers, isGroup, text }: Incoming, sender = ""): Readers {
  const [own = ""] = sender.split(" ");
  // "Milan, please …" is Milan's, also if the mail greets both.
  const isNamed = own !== "" && (readers.length === 0 ? text.includes(own) : readers.includes(own));
  return { readers: isNamed ? [own] : readers, isGroup };
}

/** A marked blank, so that nothing is sent by accident. */
const unanswered = ({ reason }: NoAnswer): Reply => ({
  reply: `[No answer needed: ${reasonWords[reason]}]`,
  basis: "frame",
});

const reasonWords: Record<NoAnswer["reason"], string> = {
  newsletter: "this is a newsletter",
  receipt: "this is a receipt or a confirmation",
  "out-of-office": "this is an absence notice",
  "no-reply": "the sender takes no replies",
  bounce: "this reports that a mail could not be delivered",
  notification: "this is a notice",
  fraud: "this looks like fraud; do not open its links",
};

function composeEnglish(given: ReplyInput, incoming: Incoming, asks: Ask[], care: Care | undefined): Reply {
  const { text, sender } = incoming;
  const isSerious =
    care !== undefined || ["complaint", "illness", "loss", "sad-news", "sympathy"].includes(natureOf(text, asks));
  // A serious mail gets no cheerful answer, whatever the tone says.
  const voice = applyVoice(given, "en", !isSerious);
  const input: ReplyInput = { ...given, tone: isSerious && given.tone === "enthusiastic" ? "empathetic" : voice.tone };
  const { stance, words, chosen, isVerify } = readStance(input.stance, asks);
  const seed = hashOf(`${input.tone}|${stance}|${text.slice(0, 2_000)}`) + Math.max(0, Math.floor(input.variant ?? 0));
  const pick = (choices: string[]) => choices[seed % choices.length] ?? choices[0] ?? "";
  const isCareful = !words && (isVerify || care !== undefined);
  const nature = care === "claim" && isCareful ? "claim" : natureFor(incoming, asks, stance);
  // A mail that may be fraud is not quoted.
  const topic = isCareful ? "" : mailTopic(text, incoming.subject);
  const plan: ReplyPlan = { tone: input.tone, stance, pick, topic, nature, chosen };
  const pieces = isVerify || care !== undefined ? [] : (input.knowledge ?? []);
  const quoted: KnownAnswer[] = [];
  const own = words
    ? ownWords(words, {
        known: (topic) => quote(topic, pieces, quoted),
        say: (intent) => sayInstruction({ intent, to: sender.name, tone: input.tone, pick }),
      })
    : undefined;
  const isOpen = !own && !isCareful && (stance === "open" || stance === "accept");
  const known = isOpen ? answerFrom(pieces, asks) : undefined;
  const used = new Set([...(known?.used ?? []), ...quoted.map(({ piece }) => piece)]);
  const blocks = own
    ? [own.text]
    : isCareful
      ? carefulBlocks(care ?? "money", asks, plan)
      : [...(known?.answers ?? []), ...answerBlocks(known?.open ?? asks, plan)];
  const frame = englishFrames[input.tone];
  const opening = fill(pick(openings[isCareful && care !== "claim" ? "asks" : nature][input.tone]), topic);
  const hasClosing = text && !own && !voice.isShort && !(isCareful && stance !== "decline");
  // The answers follow at once; without any, the opening is the reply.
  const hasOpening = !own?.thanks && !(voice.isShort && nature === "asks" && blocks.length > 0);
  const signer = input.sender === undefined ? "[Your name]" : voice.sender(input.sender);
  const signOff = `${voice.signOff(pick(isSober(nature) ? soberSignOffs : frame.signOff))}\n${signer}`.trim();
  return {
    reply: [
      voice.greeting(sender.name, greetingFor(sender.name, frame, pick)),
      text ? (hasOpening ? opening : "") : "[Your reply]",
      ...blocks,
      hasClosing ? closingFor(stance, nature, input.tone, pick) : "",
      signOff,
    ]
      .filter(Boolean)
      .join("\n\n"),
    basis:
      own?.isFramed || (asks.length === 0 && stance === "open" && nature === "asks") || !text ? "frame" : "composed",
    ...(voice.isUsed && { inVoice: true }),
    ...(used.size > 0 && { sources: [...used].map(presentUsed) }),
  };
}

/** The sentence that says a topic of the user's words. */
function quote(topic: string, pieces: OfferedPiece[], quoted: KnownAnswer[]): string | undefined {
  const found = knownSentence(topicOf(topic), pieces);
  if (found) quoted.push(found);
  return found?.text;
}

/** The questions that knowledge answers without doubt, and what is still open. */
function answerFrom(pieces: OfferedPiece[], asks: Ask[]) {
  const found = asks.map((ask) => (ask.kind === "question" ? knownAnswer(ask.sentence, pieces) : undefined));
  const known = found.filter((answer) => answer !== undefined);
  return {
    answers: [...new Set(known.map(({ text }) => capitalize(text)))],
    open: asks.filter((_, at) => !found[at]),
    used: [...new Set(known.map(({ piece }) => piece))],
  };
}

const greetingFor = (
  name: string,
  frame: { named: string[]; nameless: string[] },
  pick: (choices: string[]) => string,
) => (name ? pick(frame.named).replace("{name}", () => name) : pick(frame.nameless));

/** Sad and legal mail gets no cheerful sign-off, whatever the tone. */
const isSober = (nature: MailNature) =>
  nature === "loss" || nature === "sad-news" || nature === "sympathy" || nature === "claim";
const soberSignOffs = ["Kind regards,"];

function natureFor({ text, isGroup }: Incoming, asks: Ask[], stance: Stance): MailNature {
  const nature = natureOf(text, asks);
  // A sender who tells many people about a death has rarely lost a relative.
  if (
    nature === "loss" &&
    isGroup &&
    !/\b(?:my|our) (?:own )?(?:\p{L}+ )?(?:father|mother|husband|wife|son|daughter|brother|sister|partner|dad|mum|mom|grand\p{L}+)\b/iu.test(
      text,
    )
  )
    return "sad-news";
  return stance === "acknowledge" && nature === "asks" ? "news" : nature;
}

/** Nothing is agreed to. A claim's questions get blanks; the words of a mail that may be forged are not repeated. */
function carefulBlocks(care: Care, asks: Ask[], plan: ReplyPlan): string[] {
  const { tone, stance, pick } = plan;
  if (stance === "decline") return [pick(declined[tone])];
  const isLater = stance === "more-time";
  if (care === "money") return [(isLater ? decisionLines.verifyLater : decisionLines.verify)[tone]];
  const line = (isLater ? decisionLines.claimLater : decisionLines.claim)[tone];
  const harmless = asks.filter((ask) => ask.kind !== "time" && careOf(ask.sentence, [ask]) === undefined);
  const open: ReplyPlan = { ...plan, stance: "open", promisesNothing: true };
  return [line, ...(isLater ? [] : answerBlocks(harmless, open))];
}

const declined = {
  professional: ["Unfortunately, I am not able to do what you ask."],
  friendly: ["I'm afraid I can't do what you ask."],
  concise: ["I can't do what you ask."],
  enthusiastic: ["I'm afraid that I am not able to do what you ask."],
  empathetic: ["I am sorry that I am not able to do what you ask."],
};

/** Fills an opening: `[[ about {topic}]]` is kept only if a topic is known, otherwise `((this))` takes its place. */
function fill(line: string, topic: string): string {
  const text = topic
    ? line.replace(/\(\([^)]*\)\)/g, "")
    : line.replace(/\[\[[^\]]*\]\](?:\(\(([^)]*)\)\))?/g, (_, instead?: string) => instead ?? "");
  return capitalize(repair(text.replace(/\[\[([^\]]*)\]\]/g, "$1").replace("{topic}", () => topic || "this")));
}

/** A mail that only thanks or informs needs no offer of more help. */
function closingFor(stance: Stance, nature: MailNature, tone: Tone, pick: (choices: string[]) => string): string {
  const isAnswered = stance === "open" || stance === "acknowledge";
  if (isAnswered && ["thanks", "congratulations", "sympathy", "apology", "news", "joy"].includes(nature)) return "";
  if (nature === "introduction") return "";
  const isSad = nature === "loss" || nature === "sad-news" || nature === "illness";
  return pick(closings[isAnswered && isSad ? "acknowledge" : stance][isSad ? "professional" : tone]);
}
