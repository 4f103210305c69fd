import { subjectOf } from "#outside/models/builtin/subjects/subject.ts";
import { rankSentences } from "#outside/models/builtin/summaries/rank.ts";
import { languageOf } from "#outside/models/builtin/text/language.ts";
import { capitalize, hashOf, wordsOf } from "#outside/models/builtin/text/words.ts";
import type { Draft, DraftInput, Tone } from "#outside/models/builtin/types.ts";
import { draftInLanguage } from "./foreign-draft.ts";
import { asSentence, repair } from "./grammar.ts";
import { kindOf } from "./kinds.ts";
import { type DraftKind, frames, moves } from "./moves.ts";
import { isSentence, type Note, notesOf, signerIn } from "./notes.ts";
import { payable } from "./payment.ts";
import { type Recipient, recipientOf } from "./recipient.ts";
import { splitTokens } from "./tokens.ts";
import { coreOf, type Topic, topicOf } from "./topic.ts";
import { detailsLead, meetingFor, noteLead, voiced } from "./voices.ts";

// A context longer than this is pasted material; its key sentences go into the mail, not all of it.
const longestContext = 6_000;

/** A mail for the intent in the tone: every fact of the context, none that is not there. */
export function composeDraft(input: DraftInput): Draft {
  const intent = input.intent.slice(0, 500).trim();
  const context = shorten(input.context.trim());
  if (!intent && !context) return blankDraft(input);
  const language = languageOf(`${intent}\n${context}`);
  if (language !== "en") return draftInLanguage({ ...input, intent, context }, language);

  const kind = kindOf(intent, context);
  const recipient = recipientOf(intent, context);
  const pick = picker(input, kind);
  const plan = planOf({ intent, context, kind, recipient, tone: input.tone });
  const opening = openingOf(plan, kind, input.tone, pick);
  const body = [
    pick(recipient.name ? frames[input.tone].named : frames[input.tone].nameless).replace(
      "{name}",
      () => recipient.name,
    ),
    ...paragraphs(opening, plan, input.tone),
    plan.asks.length > 0
      ? plan.asks.map((ask) => voiced(ask, input.tone)).join(" ")
      : pick(moves[kind].ask[input.tone]),
    `${pick(frames[input.tone].signOff)}\n${input.sender ?? signerIn(context) ?? "[Your name]"}`.trimEnd(),
  ];
  return { subject: subjectLine(plan, kind, recipient), body: body.filter(Boolean).join("\n\n") };
}

type Plan = { intent: string; topic: Topic; sentences: string[]; asides: string[]; items: string[]; asks: string[] };
type Pick = (choices: string[]) => string;

/** The same input gives the same wording; each Regenerate takes the next. */
function picker({ intent, context, tone, variant }: DraftInput, kind: DraftKind): Pick {
  const seed = hashOf(`${kind}|${tone}|${intent}|${context.slice(0, 2_000)}`) + Math.max(0, Math.floor(variant ?? 0));
  return (choices) => choices[seed % choices.length] ?? choices[0] ?? "";
}

type Brief = { intent: string; context: string; kind: DraftKind; recipient: Recipient; tone: Tone };

function planOf({ intent, context, kind, recipient, tone }: Brief): Plan {
  const topic = topicOf(intent, kind, recipient);
  const { text, sentences: tokenSentences } = splitTokens(context, recipient.name);
  const notes = notesOf(text, recipient);
  if (!topic.phrase && !topic.purpose && !topic.when) notes.unshift(...intentNotes(intent, kind, recipient));
  const plan: Plan = { intent, topic, sentences: [], asides: [], items: [], asks: [] };
  for (const note of notes) place(note, plan);
  plan.sentences.push(...tokenSentences);
  if (kind === "payment") payable(plan);
  if (kind === "meeting" || kind === "reschedule") askForTimes(plan, tone);
  rescueNumbers(plan, recipient);
  return plan;
}

function place(note: Note, plan: Plan): void {
  if (note.as === "sentence") plan.sentences.push(note.text);
  else if (note.as === "ask") plan.asks.push(note.text);
  else if (note.as === "aside") plan.asides.push(note.text);
  else plan.items.push(note.text);
}

/** An intent without a topic is a clause ("tell him we are late") or a command ("ask Tom to call"): it becomes a note. */
function intentNotes(intent: string, kind: DraftKind, recipient: Recipient): Note[] {
  const core = coreOf(intent, recipient);
  const notes = notesOf(intent, recipient).map((note) =>
    note.as === "item" ? (notesOf(core, recipient)[0] ?? note) : note,
  );
  return notes.flatMap((note): Note[] => {
    if (note.as !== "item") return [note];
    if (onlyNamesItsKind(core, kind)) return [];
    if (isSentence(core)) return [{ as: "sentence", text: asSentence(core) }];
    return /^[\p{Ll}]+\s/u.test(core) && kind === "general"
      ? [{ as: "sentence", text: `I would like to ${repair(core).replace(/[.!?]+$/, "")}.` }]
      : [];
  });
}

const onlyNamesItsKind = (core: string, kind: DraftKind) => wordsOf(core).length <= 3 && kind !== "general";

/** Times that were only jotted down are proposed: "Thursday 3pm, Friday 11am" → "Would Thursday 3pm or Friday 11am work for you?" */
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

/** A number or date of the intent that no sentence has taken up would be a lost fact. */
function rescueNumbers(plan: Plan, recipient: Recipient): void {
  const used =
    `${plan.topic.phrase ?? ""} ${plan.topic.purpose ?? ""} ${plan.sentences.join(" ")} ${plan.asks.join(" ")} ${plan.items.join(" ")} ${recipient.name}`.toLowerCase();
  const lost = wordsOf(plan.intent).filter((word) => /\d/.test(word) && !used.includes(word.toLowerCase()));
  if (lost.length > 0) plan.items.unshift(capitalize(repair(coreOf(plan.intent, recipient)).replace(/[.!?]+$/, "")));
}

function openingOf(plan: Plan, kind: DraftKind, tone: Tone, pick: Pick): string {
  const { topic } = plan;
  if (kind === "meeting" && topic.purpose) return meetingFor(topic.purpose, tone);
  if (!topic.phrase) return pick(moves[kind].bare[tone]);
  if (
    kind === "decline" &&
    !/\b(?:offer|invitation|proposal|application|opportunity|quote|bid|interest|kind)\b/i.test(topic.phrase)
  ) {
    return `${pick(moves.decline.bare[tone]).replace(/[.!]$/, "")}: ${topic.phrase}.`;
  }
  const phrase = topic.phrase;
  return pick(moves[kind].opening[tone]).replace("{topic}", () => phrase);
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
  if (plan.items.length === 1 && only) blocks.push(`${noteLead[tone]} ${only}.`);
  else if (plan.items.length > 1) blocks.push(`${detailsLead[tone]}\n${bullets(plan.items)}`);
  return blocks;
}

const bullets = (items: string[]) => items.map((item) => `- ${capitalize(item)}`).join("\n");

function chunks(list: string[], size: number): string[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, i) => list.slice(i * size, (i + 1) * size));
}

function subjectLine(plan: Plan, kind: DraftKind, recipient: Recipient): string {
  const { subject } = moves[kind];
  const phrase = plan.topic.phrase?.replace(/^(?:the|an?)\s+/i, "");
  if (phrase)
    return clip(
      capitalize(
        subject.topic.replace("{topic}", () =>
          subject.topic.startsWith("{") || subject.topic.includes(": ")
            ? capitalize(phrase)
            : (plan.topic.phrase ?? phrase),
        ),
      ),
    );
  if (plan.topic.purpose) return clip(`Meeting ${plan.topic.purpose}`);
  if (kind !== "general" && kind !== "request" && kind !== "announcement" && kind !== "question" && kind !== "reminder")
    return subject.bare;
  const core = coreOf(plan.intent, recipient).replace(
    /^(?:(?:tell|inform|notify|let|ask|remind|say)\s+(?:\S+\s+)?(?:know\s+)?(?:that|to|if|about)?\s*)/i,
    "",
  );
  const line = core || subjectOf(plan.sentences.join(" ") || plan.items.join(". "));
  return clip(capitalize(repair(line).replace(/[.!?]+$/, ""))) || subject.bare;
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

/** With nothing to go on there is nothing to write: the frame, and a blank that says what is missing. */
function blankDraft({ tone, sender }: DraftInput): Draft {
  const body =
    `${frames[tone].nameless[0]}\n\n[What you would like to say]\n\n${frames[tone].signOff[0]}\n${sender ?? "[Your name]"}`.trimEnd();
  return { subject: "[Subject]", body };
}
