import type { Tone } from "@intellibox/contract/rules/choices";
import { isFormal } from "../drafts/formality.ts";
import { repair } from "../drafts/grammar.ts";
import { notesOf } from "../drafts/notes.ts";
import { readMail } from "../mail/clean-mail.ts";
import { englishFrames, foreignFrames } from "../sentences/frames.ts";
import {
  closings,
  decisionLines,
  type MailNature,
  openings,
  questionLines,
  requestLines,
  type Stance,
  stances,
  timeLines,
} from "../sentences/reply-sentences.ts";
import { type ForeignLanguage, languageOf } from "../text/language.ts";
import { sentencesOf } from "../text/sentences.ts";
import { capitalize, hashOf } from "../text/words.ts";
import type { Reply, ReplyInput } from "../types.ts";
import { type Ask, asksOf, withoutMachineOrders } from "./asks.ts";
import { mayPromise, needsCare } from "./care.ts";
import { mailTopic } from "./mail-topic.ts";
import { natureOf } from "./nature.ts";
import { affirmed, bare, indirect, isYesNo } from "./questions.ts";
import { reflect } from "./reflect.ts";
import { writerOf } from "./writer.ts";

/** An answer to each question, request and proposed time. Facts that only the user knows are marked blanks. */
export function composeReply(input: ReplyInput): Reply {
  const mail = readMail(input.emailBody);
  const text = withoutMachineOrders(mail.text || mail.greeting);
  const language = languageOf(text);
  if (language !== "en") return { reply: replyInLanguage(input, text, language), basis: "composed" };
  const { stance, words } = stanceOf(input.stance);
  const seed = hashOf(`${input.tone}|${stance}|${text.slice(0, 2_000)}`) + Math.max(0, Math.floor(input.variant ?? 0));
  const pick = (choices: string[]) => choices[seed % choices.length] ?? choices[0] ?? "";
  const asks = asksOf(text, input.now);
  const isCareful = !words && (input.stance?.trim() === "verify" || needsCare(text, asks));
  const isVerified = isCareful && stance !== "decline";
  const nature = stance === "acknowledge" && natureOf(text, asks) === "asks" ? "news" : natureOf(text, asks);
  // A mail that may be fraud is not quoted.
  const topic = isCareful ? "" : mailTopic(text);
  const plan: ReplyPlan = { tone: input.tone, stance, pick, topic };
  const careful = isVerified
    ? decisionLines.verify[input.tone]
    : pick(requestLines.answer.decline[input.tone]).replace("{task}", ownTask);
  const lines = words ? ownWords(words) : isCareful ? [careful] : linesFor(asks, nature, plan);
  const writer = writerOf(mail.signature);
  const frame = englishFrames[input.tone];
  const blocks = [
    pick(writer ? frame.named : frame.nameless).replace("{name}", () => writer),
    text ? fill(pick(openings[isCareful ? "asks" : nature][input.tone]), topic) : "[Your reply]",
    layOut(lines),
    words || isVerified || !text ? "" : pick(closings[closingFor(stance, nature)][input.tone]),
    `${pick(frame.signOff)}\n${input.sender ?? "[Your name]"}`.trimEnd(),
  ];
  return { reply: blocks.filter(Boolean).join("\n\n"), basis: "composed" };
}

type ReplyPlan = { tone: Tone; stance: Stance; pick: (choices: string[]) => string; topic: string };

/** "open" is our own word for "not decided": from a user it is ordinary text. */
const statedStances = stances.filter((stance) => stance !== "open");

/** One of the known stances, the user's own words, or "open" if nothing is decided. */
function stanceOf(given: string | undefined): { stance: Stance; words: string } {
  const text = (given ?? "").trim();
  if (!text) return { stance: "open", words: "" };
  if (text === "verify") return { stance: "open", words: "" };
  const known = statedStances.find((stance) => stance === text.toLowerCase());
  if (known) return { stance: known, words: "" };
  if (/^(?:yes|accept|agree|ok|okay|sure|confirm)\W*$/i.test(text)) return { stance: "accept", words: "" };
  if (/^(?:no|decline|refuse|reject)\W*$/i.test(text)) return { stance: "decline", words: "" };
  return { stance: "open", words: text };
}

const ownWords = (words: string) =>
  notesOf(words, { name: "", mentions: [], isGroup: false }, "general").map((note) =>
    note.as === "item" ? `${capitalize(note.text)}.` : note.text,
  );

function linesFor(asks: Ask[], nature: MailNature, plan: ReplyPlan): string[] {
  const { tone, stance, pick, topic } = plan;
  const decided = stance === "accept" || stance === "decline" ? stance : "open";
  const requests = asks
    .filter((ask) => ask.kind === "request")
    .filter((ask) => stance === "decline" || mayPromise(ask));
  const joins = stance === "decline" || stance === "more-time" || stance === "ask-details";
  const others = asks.filter(
    (ask) => (ask.kind !== "request" || !joins || !requests.includes(ask)) && !isDecision(ask, nature, stance),
  );
  const lines = others.map((ask) => lineFor(ask, plan, ask === requests[0] || ask.kind !== "request")).filter(Boolean);
  if (joins && requests.length > 0) lines.unshift(joinedLine(requests, plan));
  if (nature === "invitation" && !asks.some(({ kind }) => kind === "time"))
    lines.unshift(pick(decisionLines.attendance[decided][tone]));
  if (
    nature === "offer" &&
    (decided !== "open" || lines.length === 0) &&
    stance !== "more-time" &&
    stance !== "ask-details"
  )
    lines.unshift(pick(decisionLines.offer[decided][tone]));
  if (nature === "complaint" && decided !== "decline" && asks.length === 0)
    lines.push(pick(decisionLines.remedy[tone]));
  if (nature === "invoice" && requests.length === 0 && decided !== "decline")
    lines.push(pick(decisionLines.invoice[tone]));
  if (stance === "ask-details" && requests.length === 0) lines.push(fill(pick(decisionLines.details[tone]), topic));
  if (stance === "more-time" && requests.length === 0) lines.push(decisionLines.moreTime[tone]);
  return [...new Set(lines)];
}

/** Whether the decision itself answers the question: "Let us know your decision". */
const isDecision = (ask: Ask, nature: MailNature, stance: Stance) =>
  nature === "offer" &&
  (stance === "accept" || stance === "decline") &&
  ask.kind === "question" &&
  /\b(?:decision|answer|accept)\b/.test(ask.about ?? ask.sentence);

/** One sentence for several requests that are all declined or all delayed. */
function joinedLine(requests: Extract<Ask, { kind: "request" }>[], { tone, stance, pick }: ReplyPlan): string {
  const lines =
    requestLines.answer[stance === "decline" || stance === "more-time" || stance === "ask-details" ? stance : "open"][
      tone
    ];
  const tasks = requests
    .slice(0, 3)
    .map(({ task }) =>
      taskOf(repair(task).replace(stance === "more-time" ? /\s+(?:by|before|until)\s+[^,]+$/i : /^\b$/, "")),
    );
  return pick(lines).replace("{task}", () => tasks.join(stance === "decline" ? " or " : " and "));
}

function lineFor(ask: Ask, plan: ReplyPlan, isFirst: boolean): string {
  const { tone, stance, pick } = plan;
  if (ask.kind === "time") return timeLine(ask.when, plan);
  if (ask.kind === "question") return answerLine(ask, plan);
  if (stance === "acknowledge") return "";
  if (!mayPromise(ask) && stance !== "accept" && stance !== "open") return "";
  if (!mayPromise(ask)) return pick(requestLines.withheld[tone]).replace("{task}", () => taskOf(repair(ask.task)));
  const decided = stance === "accept" ? "accept" : "open";
  const lines = (isFirst ? requestLines.answer : requestLines.also)[decided][tone];
  return pick(lines).replace("{task}", () => taskOf(repair(ask.task)));
}

/** The task from the answerer's side, or neutral words if the pronouns are ambiguous. */
const taskOf = (task: string) => reflect(lowerVerb(task)) ?? ownTask;
const ownTask = "do what you ask";

function timeLine(when: string, { tone, stance, pick }: ReplyPlan): string {
  const lines =
    timeLines[stance === "accept" || stance === "decline" || stance === "propose-time" ? stance : "open"][tone];
  const named = repair(when);
  // Only the user can choose between two times.
  const options = named.split(/,?\s+or\s+/);
  const chosen = stance === "accept" && options.length > 1 ? `[${options.join(" / ")}]` : named;
  return pick(lines)
    .replace("{When}", () => capitalize(chosen))
    .replace("{when}", () => named);
}

function answerLine(
  { sentence, about }: Extract<Ask, { kind: "question" }>,
  { tone, stance, pick }: ReplyPlan,
): string {
  if (stance === "acknowledge" || stance === "more-time" || stance === "ask-details") return "";
  const isQuestion =
    sentence.includes("?") || /^(?:also |and )?(?:what|when|where|who|how|is|are|do|can|could)/i.test(sentence);
  const quote = `${capitalize(bare(sentence))}${isQuestion ? "?" : "."}`;
  const isSafe = stance === "accept" && mayAffirm.test(bare(sentence));
  const yes = isSafe ? (affirmed(sentence) ?? /^whether (.+)$/.exec(about ?? "")?.[1]) : undefined;
  if (yes) return pick(questionLines.yes[tone]).replace("{answer}", () => yes);
  if (stance === "decline" && isYesNo(sentence)) return pick(questionLines.no[tone]).replace("{quote}", () => quote);
  const question = about ?? indirect(sentence);
  if (!question) return pick(questionLines.blank.quoted[tone]).replace("{quote}", () => quote);
  const form = isClause.test(question) ? questionLines.blank.clause : questionLines.blank.thing;
  return pick(form[tone])
    .replace("{question}", () => question)
    .replace("{Question}", () => capitalize(question));
}

// Questions that are safe to answer with yes. Any other "yes" could be a promise or a claim.
const mayAffirm =
  /^(?:do you (?:still )?have|have you got|are you (?:free|available|around|coming|there|in)|will you be|can you (?:make|come|join|attend)|could you (?:make|come|join|attend)|would you like to (?:come|join|meet|see)|(?:does|do|would|will) (?:that|this|it) (?:work|suit)|is (?:that|this|it) (?:ok|okay|fine|convenient|possible))\b/i;
const isClause = /^(?:whether|when|what|how|who|where|which|why)\b/i;

const lowerVerb = (task: string) => (/^\p{Lu}{2}/u.test(task) ? task : task.charAt(0).toLowerCase() + task.slice(1));

/** Up to three lines make a paragraph; more are easier to check as a list. */
const layOut = (lines: string[]) => (lines.length > 3 ? lines.map((line) => `- ${line}`).join("\n") : lines.join(" "));

/** Fills an opening: `[[ about {topic}]]` is kept only if a topic is known, otherwise `((this))` takes its place. */
function fill(line: string, topic: string): string {
  const text = topic
    ? line.replace(/\(\([^)]*\)\)/g, "")
    : line.replace(/\[\[[^\]]*\]\](?:\(\(([^)]*)\)\))?/g, (_, instead?: string) => instead ?? "");
  return capitalize(text.replace(/\[\[([^\]]*)\]\]/g, "$1").replace("{topic}", () => topic || "this"));
}

/** A mail that only thanks or informs is acknowledged; it needs no offer of more help. */
function closingFor(stance: Stance, nature: MailNature): Stance {
  const asksNothing =
    nature === "thanks" ||
    nature === "congratulations" ||
    nature === "apology" ||
    nature === "news" ||
    nature === "illness";
  return stance === "open" && asksNothing ? "acknowledge" : stance;
}

/** In another language: that language's frame, and each question quoted with a blank for the answer. */
function replyInLanguage({ tone, sender, stance }: ReplyInput, text: string, language: ForeignLanguage): string {
  const questions = sentencesOf(text)
    .filter((sentence) => /[?？؟]\s*$/.test(sentence))
    .slice(0, 8);
  const own = stance && stance !== "verify" && !statedStances.some((known) => known === stance) ? stance : "";
  if (language === "other")
    return [...questions.map((question) => `${question}\n[…]`), own || (questions.length ? "" : "[…]"), sender ?? ""]
      .filter(Boolean)
      .join("\n\n");
  const frame = foreignFrames[language];
  const answers = own
    ? [own]
    : questions.length
      ? questions.map((question) => `${capitalize(question)}\n${frame.yourAnswer}`)
      : [frame.yourAnswer];
  const signOff =
    `${isFormal(tone) ? frame.signOff.formal : frame.signOff.casual}\n${sender ?? frame.yourName}`.trimEnd();
  return [isFormal(tone) ? frame.nameless : frame.casualNameless, frame.thanks, ...answers, signOff].join("\n\n");
}
