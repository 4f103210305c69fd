import type { Tone } from "@intellibox/contract/rules/choices";
import { repair } from "../drafts/grammar.ts";
import {
  decisionLines,
  type MailNature,
  questionLines,
  requestLines,
  type Stance,
  timeLines,
} from "../sentences/reply-sentences.ts";
import { capitalize } from "../text/words.ts";
import type { Ask, RequestAsk } from "./ask.ts";
import { mayPromise } from "./care.ts";
import { affirmed, bare, indirect } from "./questions.ts";
import { reflect } from "./reflect.ts";

export type ReplyPlan = {
  tone: Tone;
  stance: Stance;
  pick: (choices: string[]) => string;
  topic: string;
  nature: MailNature;
  /** The proposed time that the user chose, if there are several. */
  chosen: string;
  /** Requests get blanks only, as in an answer to a claim. */
  promisesNothing?: boolean;
};

/** The paragraphs and lists that answer a mail, by stance. */
export function answerBlocks(asks: Ask[], plan: ReplyPlan): string[] {
  const { tone, stance, pick, topic, nature } = plan;
  const decided = stance === "accept" || stance === "decline" ? stance : "open";
  const isShort = stance === "acknowledge" || stance === "more-time" || stance === "ask-details";
  const lines: string[] = [];
  const hasWish = asks.some(({ kind }) => kind === "wish");
  const hasTime = asks.some(({ kind }) => kind === "time");
  if (nature === "invitation" && !hasTime && !isShort) lines.push(pick(decisionLines.attendance[decided][tone]));
  if (
    nature === "offer" &&
    !isShort &&
    (decided !== "open" || asks.every(({ sentence }) => /^if you\b/i.test(sentence)))
  )
    lines.push(pick(decisionLines.offer[decided][tone]));
  for (const ask of asks) if (ask.kind === "time") lines.push(timeLine(ask, plan));
  for (const ask of asks) if (ask.kind === "wish" && !isShort) lines.push(wishLine(ask.task, plan));
  const requests = asks
    .filter((ask) => ask.kind === "request")
    .filter((ask) => !ask.isConditional || decided !== "decline")
    .filter((ask) => nature !== "invitation" || (decided !== "decline" && !comes.test(ask.task)));
  const questions = asks
    .filter((ask) => ask.kind === "question")
    .filter((ask) => !isDecided(ask, plan, hasTime))
    // Who does not come need not say how many guests they bring.
    .filter(() => !(nature === "invitation" && decided === "decline" && !isShort))
    .filter((ask) => !(hasWish && decided !== "open" && isPossible.test(ask.sentence)));
  const blocks = [...requestBlocks(requests, plan), ...questionBlocks(questions, plan)];
  if (asks.indexOf(requests[0] as Ask) > asks.indexOf(questions[0] as Ask) && questions.length > 0) blocks.reverse();
  if (nature === "complaint" && decided === "open" && !isShort && asks.length === 0)
    lines.push(pick(decisionLines.remedy[tone]));
  if (nature === "invoice" && requests.length === 0 && decided !== "decline" && !isShort)
    lines.push(pick(decisionLines.invoice[tone]));
  if (stance === "ask-details" && requests.length === 0)
    lines.push(pick(decisionLines.details[tone]).replace("{topic}", () => topic || "this"));
  if (stance === "more-time" && blocks.length === 0) lines.push(decisionLines.moreTime[tone]);
  return joinShort([lines.join(" "), ...blocks].filter(Boolean));
}

const isPossible = /^(?:would|is|will) (?:this|that|it) (?:be )?(?:possible|ok|okay|fine|all right)\W*$/i;
const comes = /^(?:come|attend|join|be there|rsvp)\b/i;

/** Short paragraphs without lists become one. */
function joinShort(blocks: string[]): string[] {
  const joined: string[] = [];
  for (const block of blocks) {
    const last = joined.at(-1);
    if (last !== undefined && !last.includes("\n") && !block.includes("\n") && last.length + block.length < 400)
      joined[joined.length - 1] = `${last} ${block}`;
    else joined.push(block);
  }
  return joined;
}

/** Whether the decision itself answers the question: "Let us know whether you can come". */
const isDecided = (ask: Extract<Ask, { kind: "question" }>, { nature, stance }: ReplyPlan, hasTime: boolean) =>
  (stance === "accept" || stance === "decline" || nature === "invitation") &&
  ((nature === "offer" && /\b(?:decision|answer|accept)\b/.test(ask.about ?? ask.sentence)) ||
    (nature === "invitation" &&
      /\b(?:whether I(?:['’]m| am| will be) (?:coming|attending|joining|able to (?:come|attend|join|make it))|whether I (?:can|will|am able to|would like to) (?:come|attend|join|make it|be there|take part|participate)|my (?:attendance|participation|decision))\b/.test(
        ask.about ?? "",
      )) ||
    (hasTime &&
      /\b(?:that|this|it|either|which|one) (?:time )?(?:work|suit|is ok|convenient)/i.test(ask.about ?? ask.sentence)));

function requestBlocks(requests: RequestAsk[], plan: ReplyPlan): string[] {
  const { tone, stance, pick } = plan;
  if (requests.length === 0 || stance === "acknowledge") return [];
  const safe = plan.promisesNothing ? [] : requests.filter((ask) => mayPromise(ask));
  const held = requests.filter((ask) => !safe.includes(ask));
  if (stance === "decline") {
    // "I am not able to not contact them" refuses nothing that can be refused.
    const refusable = requests.filter(({ task }) => !/^(?:not|don['’]t|do not|never)\b/i.test(task));
    const [first] = requests;
    return [joinedLine(refusable.length > 0 || !first ? refusable : [{ ...first, task: "do what you ask" }], plan)];
  }
  if (stance === "more-time" || stance === "ask-details")
    return safe.length === 0 || (stance === "more-time" && requests.length > 2) ? [] : [joinedLine(safe, plan)];
  const decided = stance === "accept" ? "accept" : "open";
  const withheld = held.map((ask) =>
    taskOf(ask.task) === ownTask
      ? pick(questionLines.blank.quoted[tone]).replace("{quote}", () => quoteOf(ask.sentence))
      : inPlace(pick(requestLines.withheld[tone]), taskOf(ask.task)),
  );
  if (safe.length >= 3) {
    const blank = decided === "open" ? ": [your answer]" : "";
    const areSent = safe.every(({ task }) => sent.test(task));
    const items = safe.map(({ task }) => `- ${capitalize(taskOf(areSent ? task.replace(sent, "") : task))}${blank}`);
    const lead = areSent ? sentLead[decided] : pick(requestLines.list[decided][tone]);
    return [`${lead}\n${items.join("\n")}`, ...withheld];
  }
  const lines = safe.map(({ task }, i) =>
    inPlace(pick((i === 0 ? requestLines.answer : requestLines.also)[decided][tone]), taskOf(task)),
  );
  if (lines.length + withheld.length > 2) return [[...lines, ...withheld].map((line) => `- ${line}`).join("\n")];
  return [[...lines, ...withheld].join(" ")];
}

const sent = /^send (?:me|us) (?=(?:the|an?|your|proof|copies|details|both|all|two|three|four|five|six|\d|\p{Lu}))/u;
const sentLead = { accept: "I will send you the following:", open: "You asked for the following:" };

/** One sentence for several requests that are all declined or all delayed. */
function joinedLine(requests: RequestAsk[], { tone, stance, pick }: ReplyPlan): string {
  const lines =
    requestLines.answer[stance === "decline" || stance === "more-time" || stance === "ask-details" ? stance : "open"][
      tone
    ];
  const tasks = requests.map(({ task }) =>
    taskOf(
      stance === "more-time"
        ? task.replace(/\s+(?:by|before|until)\s+[^,]+$|\s+(?:today|tomorrow|asap|at the earliest)$/i, "")
        : task,
    ),
  );
  const joined = tasks.length > 2 ? ownTask : tasks.join(stance === "decline" ? " or " : " and ");
  return inPlace(pick(lines), joined);
}

/** The task from the answerer's side, or neutral words if the pronouns are ambiguous. */
const taskOf = (task: string) =>
  reflect(lowerVerb(repair(task)))?.replace(/^(?:don['’]t|do not|never)\s+/i, "not ") ?? ownTask;
const inPlace = (line: string, task: string) =>
  line.replace("{task}", () => task).replace(/\bto not (?=\p{L})/u, "not to ");
const ownTask = "do what you ask";

function wishLine(task: string, { tone, stance, pick }: ReplyPlan): string {
  const lines = requestLines.wish[stance === "accept" || stance === "decline" ? stance : "open"][tone];
  return pick(lines).replace("{task}", () => reflect(lowerVerb(repair(task))) ?? ownTask);
}

function timeLine(
  { when, options }: Extract<Ask, { kind: "time" }>,
  { tone, stance, pick, chosen }: ReplyPlan,
): string {
  if (stance === "acknowledge" || stance === "more-time" || stance === "ask-details") return "";
  const isLong = options.length > 2;
  const isDeclined = stance === "decline" || stance === "propose-time";
  const lines = isLong
    ? timeLines[isDeclined ? "propose-time" : "accept"][tone]
    : timeLines[stance === "accept" || isDeclined ? stance : "open"][tone];
  // Only the user can choose between several times.
  const accepted =
    chosen || ((stance === "accept" || isLong) && options.length > 1 ? `[${options.join(" / ")}]` : when);
  return pick(lines)
    .replace("{When}", () => capitalize(repair(accepted)))
    .replace("{when}", () => (isLong ? "these times" : repair(when)));
}

function questionBlocks(questions: Extract<Ask, { kind: "question" }>[], plan: ReplyPlan): string[] {
  const { tone, stance, pick } = plan;
  if (questions.length === 0 || stance === "acknowledge" || stance === "more-time" || stance === "ask-details")
    return [];
  const [only] = questions;
  if (questions.length === 1 && only) return [answerLine(only, plan)];
  const hasDemand = questions.some((ask) => ask.about !== undefined && !isClause.test(ask.about));
  const items = questions.map((ask) => {
    const yes = saidYes(ask, plan);
    if (!yes && isPossible.test(bare(ask.sentence)))
      return `- ${possibleLine(stance).replace("As for your", "Your").replace("].", "]")}`;
    if (yes) return `- Yes, ${yes}.`;
    const content = ask.about ?? indirect(ask.sentence);
    return content ? `- ${capitalize(repair(content))}: [your answer]` : `- ${quoteOf(ask.sentence)} [your answer]`;
  });
  return [`${pick(questionLines[hasDemand ? "points" : "list"][tone])}\n${items.join("\n")}`];
}

const possibleLine = (stance: Stance) =>
  stance === "decline"
    ? "Unfortunately, this is not possible."
    : stance === "accept"
      ? "Yes, this is possible."
      : "As for your request: [your answer].";

const quoteOf = (sentence: string) => {
  const isQuestion =
    sentence.includes("?") || /^(?:also |and )?(?:what|when|where|who|how|is|are|do|can|could)/i.test(sentence);
  return `${capitalize(repair(bare(sentence)))}${isQuestion ? "?" : "."}`;
};

/** The statement that an accepting reply makes, if the question is safe to answer with yes. */
function saidYes({ sentence, about }: Extract<Ask, { kind: "question" }>, { stance }: ReplyPlan): string | undefined {
  if (stance !== "accept" || !mayAffirm.test(bare(sentence))) return undefined;
  return affirmed(sentence) ?? /^whether (.+)$/.exec(about ?? "")?.[1];
}

function answerLine(ask: Extract<Ask, { kind: "question" }>, plan: ReplyPlan): string {
  const { tone, stance, pick } = plan;
  const quote = quoteOf(ask.sentence);
  const yes = saidYes(ask, plan);
  if (yes) return pick(questionLines.yes[tone]).replace("{answer}", () => yes);
  if (stance === "decline" && !ask.about && mayRefuse.test(bare(ask.sentence)))
    return pick(questionLines.no[tone]).replace("{quote}", () => quote);
  // "Would that be possible?" is about what was wished before.
  if (isPossible.test(bare(ask.sentence))) return possibleLine(stance);
  const question = ask.about ?? indirect(ask.sentence);
  if (!question) return pick(questionLines.blank.quoted[tone]).replace("{quote}", () => quote);
  const form = isClause.test(question) ? questionLines.blank.clause : questionLines.blank.thing;
  return pick(form[tone])
    .replace("{question}", () => repair(question))
    .replace("{Question}", () => capitalize(repair(question)));
}

// Questions that are safe to answer with yes. Any other "yes" could be a promise or a claim.
const mayAffirm =
  /^(?:do you (?:still )?have (?:the|my|our|your)|have you got (?:the|my|our|your)|are you (?:free|available|around|coming|there|in)|will you be|can you (?:make|come|join|attend)|could you (?:make|come|join|attend)|would you like to (?:come|join|meet|see)|(?:does|do|would|will) (?:that|this|it) (?:work|suit)|is (?:that|this|it) (?:ok|okay|fine|convenient|possible))\b/i;
// Questions to which a refusal is an answer. "Did something change?" is not one: "no" would be a claim.
const mayRefuse =
  /^(?:(?:can|could|may|would|will) (?:you|we)|shall (?:i|we)|are you (?:free|available|coming|able|willing)|do you (?:want|mind|accept|agree)|is (?:it|that|this) (?:ok|okay|fine|possible|convenient))\b/i;
const isClause = /^(?:whether|when|what|how|who|where|which|why)\b/i;
const lowerVerb = (task: string) => (/^\p{Lu}{2}/u.test(task) ? task : task.charAt(0).toLowerCase() + task.slice(1));
