import type { Tone } from "@intellibox/contract/rules/choices";
import { draftLines, draftSentences } from "../sentences/draft-sentences.ts";
import { englishFrames } from "../sentences/frames.ts";
import { subjectOf } from "../subjects/subject.ts";
import { rankSentences } from "../summaries/rank.ts";
import { languageOf } from "../text/language.ts";
import { capitalize, hashOf, wordsOf } from "../text/words.ts";
import type { Draft, DraftInput } from "../types.ts";
import { draftInLanguage } from "./foreign-draft.ts";
import { asSentence, repair, withArticle } from "./grammar.ts";
import { type DraftKind, kindOf } from "./kinds.ts";
import type { Note } from "./note.ts";
import { notesOf, signerIn } from "./notes.ts";
import { payable } from "./payment.ts";
import { pronounsToYou, type Recipient, recipientOf } from "./recipient.ts";
import { splitTokens } from "./tokens.ts";
import { declineLine, intentionLine, leadFor, meetingLine, requestLine, specialOpening } from "./tone-lines.ts";
import { commandOf, coreOf, type Topic, topicOf } from "./topic.ts";
import { isSentence } from "./units.ts";

// A longer context is pasted material: only its key sentences go into the mail.
const longestContext = 6_000;

/** A mail for the intent in the tone, with every fact of the context and no other. */
export function composeDraft(input: DraftInput): Draft {
  const intent = input.intent.slice(0, 500).trim();
  const context = shorten(input.context.trim());
  if (!intent && !context) return blankDraft(input);
  const language = languageOf(`${intent}\n${context}`);
  if (language !== "en") return draftInLanguage({ ...input, intent, context }, language);

  const recipient = recipientOf(intent, context);
  const task = intent.replace(/^(?:reply|respond|answer)\b.*?\b(?:about|regarding)\s+/i, "about ");
  const kind = kindOf(task, context);
  const pick = picker(input, kind);
  const plan = planOf({ intent: task, context, kind, recipient, tone: input.tone });
  const soberedTone = soberTone(input.tone, kind, `${intent} ${context}`);
  const frame = englishFrames[input.tone];
  const body = [
    capitalize(pick(recipient.name ? frame.named : frame.nameless).replace("{name}", () => recipient.name)),
    ...paragraphs(openingOf(plan, kind, soberedTone, pick), plan, soberedTone),
    plan.asks.length > 0
      ? plan.asks.map((ask) => requestLine(ask, input.tone)).join(" ")
      : pick(draftSentences[kind].closing[soberedTone]),
    `${pick(frame.signOff)}\n${input.sender ?? signerIn(context) ?? "[Your name]"}`.trimEnd(),
  ];
  return { subject: subjectLine(plan, kind, recipient), body: body.filter(Boolean).join("\n\n"), basis: "composed" };
}

export type Plan = {
  intent: string;
  opening: string;
  topic: Topic;
  sentences: string[];
  asides: string[];
  items: string[];
  asks: string[];
};
type Pick = (choices: string[]) => string;

/** The same input gives the same wording; each "Regenerate" takes the next one. */
function picker({ intent, context, tone, variant }: DraftInput, kind: DraftKind): Pick {
  const seed = hashOf(`${kind}|${tone}|${intent}|${context.slice(0, 2_000)}`) + Math.max(0, Math.floor(variant ?? 0));
  return (choices) => choices[seed % choices.length] ?? choices[0] ?? "";
}

/** Bad news is never enthusiastic, whichever tone is chosen. */
function soberTone(tone: Tone, kind: DraftKind, words: string): Tone {
  const isNews = kind === "announcement" || kind === "status" || kind === "general" || kind === "absence";
  const isBad =
    /\b(?:down|outage|closed|closing|closure|increas\w*|delay\w*|cancel\w*|layoffs?|redundan\w*|sick|ill|died|death|problem|broken|fail\w*|unfortunately|sorry|loss|late|bad|complain\w*|slipped|short)\b/i.test(
      words,
    );
  return tone === "enthusiastic" && isNews && isBad ? "friendly" : tone;
}

type Brief = { intent: string; context: string; kind: DraftKind; recipient: Recipient; tone: Tone };

// In these kinds "they" means the recipient, even if the intent does not name one.
const toThem = new Set<DraftKind>(["decline", "follow-up", "request", "complaint", "payment", "question", "offer"]);

function planOf({ intent, context, kind, recipient, tone }: Brief): Plan {
  const topic = topicOf(intent, kind, recipient);
  const { text, sentences: tokenSentences } = splitTokens(context, recipient.name);
  const notes = notesOf(text, recipient, kind).map((note) =>
    toThem.has(kind) ? { ...note, text: theyToYou(note.text) } : note,
  );
  const command = topic.phrase || topic.purpose || topic.when ? undefined : ownIntention(intent, kind, recipient);
  if (!topic.phrase && !topic.purpose && !topic.when && !command)
    notes.unshift(...intentNotes(intent, kind, recipient));
  const plan: Plan = {
    intent,
    opening: command ? intentionLine(command, tone) : "",
    topic,
    sentences: [],
    asides: [],
    items: [],
    asks: [],
  };
  const isList = notes.filter(({ as }) => as === "item").length >= 2;
  for (const note of notes)
    place(isList && note.as === "sentence" && note.jotting ? { as: "item", text: note.jotting } : note, plan);
  plan.items = plan.items.filter((item) => item !== recipient.name);
  plan.sentences.push(...tokenSentences);
  const unused = (intent.match(/\{+[^{}]+\}+/g) ?? []).filter(
    (token) => token !== recipient.name && !JSON.stringify({ ...plan, intent: "" }).includes(token),
  );
  plan.sentences.push(...splitTokens(unused.join("\n"), recipient.name).sentences);
  topicFromNotes(plan, kind);
  if (kind === "status" && plan.items.length > 0) listEverything(plan, notes);
  if (kind === "payment") payable(plan);
  if (kind === "meeting" || kind === "reschedule") askForTimes(plan, tone);
  rescueNumbers(plan, recipient);
  return plan;
}

const theyToYou = (text: string) => (/\b(?:they|their|them)\b/i.test(text) ? pronounsToYou(text) : text);

function place(note: Note, plan: Plan): void {
  if (note.as === "sentence") plan.sentences.push(note.text);
  else if (note.as === "ask") plan.asks.push(note.text);
  else if (note.as === "aside") plan.asides.push(note.text);
  else plan.items.push(note.text);
}

/** A status report keeps the order of the notes. */
function listEverything(plan: Plan, notes: Note[]): void {
  plan.items = notes.filter(({ as }) => as === "sentence" || as === "item").map(({ text }) => text.replace(/\.$/, ""));
  plan.sentences = [];
}

/** If the intent is only "Thank you" or "meeting", a note may name the topic. */
function topicFromNotes(plan: Plan, kind: DraftKind): void {
  if (plan.topic.phrase || plan.topic.purpose) return;
  const takes = (list: string[], test: RegExp) => {
    const at = list.findIndex((text) => test.test(text));
    return at < 0 ? undefined : test.exec(list.splice(at, 1)[0] ?? "")?.[1]?.replace(/\.$/, "");
  };
  if (kind === "thanks" || kind === "apology" || kind === "congratulations") {
    const found = takes(plan.items, /^(?:for|about|on)\s+(.+)$/i);
    if (found) plan.topic.phrase = withArticle(found);
  }
  if (kind !== "meeting" && kind !== "status" && kind !== "general") return;
  const stated = /^(?:the )?(?:topic|subject|agenda|purpose|theme)(?:\s+is|\s*:)\s+(.+)$/i;
  const found = takes(plan.items, stated) ?? takes(plan.sentences, stated);
  if (found) plan.topic.phrase = withArticle(found);
  const purpose =
    kind === "meeting" && !plan.topic.phrase
      ? takes(plan.asks, /^Please ((?:discuss|review|talk about|go over|align on|plan|brainstorm)\b.*)$/i)
      : undefined;
  if (purpose) plan.topic.purpose = `to ${purpose}`;
}

/** A command that says what the user wants to do ("negotiate salary"), not one to pass on ("ask Tom to call"). */
function ownIntention(intent: string, kind: DraftKind, recipient: Recipient): string | undefined {
  const command = kind === "general" || kind === "request" ? commandOf(coreOf(intent, recipient)) : undefined;
  return command && !/^(?:ask|tell|let|inform|say|remind|write)\b/.test(command) ? command : undefined;
}

/** An intent without a topic is a clause ("tell him we are late") or a command ("ask Tom to call"): it becomes a note. */
function intentNotes(intent: string, kind: DraftKind, recipient: Recipient): Note[] {
  const core = coreOf(intent, recipient);
  const about = /^(?:to )?(?:a|an|the|my|our) \p{L}+ (?:who|that) (.+)$/iu.exec(core)?.[1];
  if (about) return [{ as: "sentence", text: asSentence(`you ${about}`) }];
  return notesOf(intent, recipient, "general").flatMap((note): Note[] => {
    if (note.as !== "item") return namesOnlyTheKind(note.text, kind) ? [] : [note];
    return isSentence(core) ? [{ as: "sentence", text: asSentence(core) }] : [];
  });
}

/** Whether a note only names the kind of mail ("Welcome email for new employee") and so holds nothing to write. */
const namesOnlyTheKind = (text: string, kind: DraftKind) =>
  new RegExp(
    `^(?:i would like (?:a|an|the) )?(?:\\p{L}+ ){0,2}(?:${kind}|e-?mail|mail|letter|message|note)\\b`,
    "iu",
  ).test(text);

/** Proposes times that are only notes: "Thursday 3pm, Friday 11am" → "Would Thursday 3pm or Friday 11am work for you?" */
function askForTimes(plan: Plan, tone: Tone): void {
  const isTime = (item: string) => timeOnly.test(item);
  const times = plan.items.filter(isTime);
  if (plan.topic.when) times.unshift(plan.topic.when);
  if (times.length === 0) return;
  plan.items = plan.items.filter((item) => !isTime(item));
  const list = times.map((time) => time.replace(/^(?:on|at)\s+/i, "")).join(times.length > 2 ? ", or " : " or ");
  plan.asks.unshift(tone === "concise" ? `Does ${list} work?` : `Would ${list} work for you?`);
}

const timeWord =
  "(?:mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:r(?:s(?:day)?)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?|today|tomorrow|next|this|week|month|morning|afternoon|evening|noon|at|on|or|and|between|to|before|after|around|the|\\d{1,2}(?:[:.]\\d\\d)?\\s?(?:am|pm|h|uhr)?|\\d{1,2}(?:st|nd|rd|th)?|jan\\w*|feb\\w*|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug\\w*|sep\\w*|oct\\w*|nov\\w*|dec\\w*|\\d{4}|est|pst|cet|gmt|ist|utc|[-–—])";
const timeOnly = new RegExp(`^(?=.*(?:\\d|day|mon|tue|wed|thu|fri|tomorrow|week|noon))(?:${timeWord}[\\s,.]*)+$`, "i");

/** Adds the intent as a note if one of its numbers or dates is in no sentence yet, so that no fact is lost. */
function rescueNumbers(plan: Plan, recipient: Recipient): void {
  const used =
    `${plan.topic.phrase ?? ""} ${plan.topic.purpose ?? ""} ${plan.sentences.join(" ")} ${plan.asks.join(" ")} ${plan.items.join(" ")} ${recipient.name}`.toLowerCase();
  const lost = wordsOf(plan.intent).filter((word) => /\d/.test(word) && !used.includes(word.toLowerCase()));
  if (lost.length > 0) plan.items.unshift(capitalize(repair(coreOf(plan.intent, recipient)).replace(/[.!?]+$/, "")));
}

function openingOf(plan: Plan, kind: DraftKind, tone: Tone, pick: Pick): string {
  const { topic } = plan;
  if (plan.opening) return plan.opening;
  if (kind === "meeting" && topic.purpose) return meetingLine(topic.purpose, tone);
  const special = specialOpening(kind, plan.intent, tone);
  if (special) return special;
  if (!topic.phrase) return pick(draftSentences[kind].openingWithoutTopic[tone]);
  if (
    kind === "decline" &&
    !/\b(?:offer|invitation|proposal|application|opportunity|quote|bid|interest)\b/i.test(topic.phrase)
  ) {
    return declineLine(topic.phrase, tone);
  }
  const phrase = topic.phrase;
  return pick(draftSentences[kind].opening[tone]).replace("{topic}", () => phrase);
}

function paragraphs(opening: string, plan: Plan, tone: Tone): string[] {
  const facts = [...plan.asides, ...plan.sentences];
  const blocks: string[] = [];
  if (opening.endsWith(":") && facts.length === 0 && plan.items.length > 0)
    return [`${opening}\n${bullets(plan.items)}`];
  const head = opening.endsWith(":") && facts.length === 0 ? `${opening.slice(0, -1)}.` : opening;
  if (facts.length <= 2) blocks.push([head, ...facts].join(" "));
  else blocks.push(head, ...chunks(facts, 4).map((chunk) => chunk.join(" ")));
  const [only] = plan.items;
  if (plan.items.length === 1 && only) blocks.push(`${leadFor(only, tone)} ${only}.`);
  else if (plan.items.length > 1) blocks.push(`${draftLines.detailsLead[tone]}\n${bullets(plan.items)}`);
  return blocks;
}

const bullets = (items: string[]) => items.map((item) => `- ${capitalize(item)}`).join("\n");

function chunks(list: string[], size: number): string[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, i) => list.slice(i * size, (i + 1) * size));
}

function subjectLine(plan: Plan, kind: DraftKind, recipient: Recipient): string {
  const { subject } = draftSentences[kind];
  const phrase = plan.topic.phrase?.replace(/^(?:the|an?)\s+/i, "");
  if (kind === "congratulations" && /birthday/i.test(plan.intent)) return "Happy birthday";
  if (phrase)
    return clip(
      capitalize(
        subject.withTopic.replace("{topic}", () =>
          subject.withTopic.startsWith("{") || subject.withTopic.includes(": ")
            ? capitalize(phrase)
            : (plan.topic.phrase ?? phrase),
        ),
      ),
    );
  if (plan.topic.purpose) return clip(`Meeting ${plan.topic.purpose}`);
  if (kind !== "general" && kind !== "request" && kind !== "announcement" && kind !== "question" && kind !== "reminder")
    return subject.withoutTopic;
  const core = coreOf(plan.intent, recipient).replace(
    /^(?:(?:tell|inform|notify|let|ask|remind|say)\s+(?:(?:my|the|our|all)\s+)*(?:(?!that\b|to\b|if\b)\S+\s+)?(?:know\s+)?(?:that\s+|to\s+|if\s+|about\s+)?)/i,
    "",
  );
  const asked =
    kind === "question"
      ? /^(?:if |whether )?(.{3,50}?)\s+(?:is|are|was|were|will|can|has|have|does)\b/i.exec(core)?.[1]
      : undefined;
  if (asked) return clip(`Question about ${asked}`);
  const line = core || subjectOf(plan.sentences.join(" ") || plan.items.join(". "));
  const prefix =
    core && (kind === "request" || kind === "reminder") && commandOf(core)
      ? `${kind === "request" ? "Request" : "Reminder"}: `
      : "";
  return clip(prefix + capitalize(repair(line).replace(/[.!?]+$/, ""))) || subject.withoutTopic;
}

const clip = (text: string) => (text.length <= 80 ? text : `${text.slice(0, 78).replace(/\s+\S*$/, "")}…`);

function shorten(context: string): string {
  if (context.length <= longestContext) return context;
  const ranked = rankSentences([{ from: "", body: context }]);
  const best = new Set([...ranked].sort((a, b) => b.score - a.score).slice(0, 12));
  return ranked
    .filter((sentence) => best.has(sentence))
    .map(({ text }) => text)
    .join("\n")
    .slice(0, longestContext);
}

/** For an empty request: the frame, and a blank that says what is missing. */
function blankDraft({ tone, sender }: DraftInput): Draft {
  const { nameless, signOff } = englishFrames[tone];
  const body = `${nameless[0]}\n\n[What you would like to say]\n\n${signOff[0]}\n${sender ?? "[Your name]"}`.trimEnd();
  return { subject: "[Subject]", body, basis: "frame" };
}
