import { isImperative } from "../actions/verbs.ts";
import { completed } from "./fragments.ts";
import { asSentence, lowerFirst, repair, withArticle, withObject } from "./grammar.ts";
import { instructed } from "./instructions.ts";
import type { DraftKind } from "./kinds.ts";
import type { Note } from "./note.ts";
import { type Recipient, speakTo } from "./recipient.ts";
import { isSentence, unitsOf } from "./units.ts";

/** The context as notes, without directions about the writing itself. */
export function notesOf(context: string, recipient: Recipient, kind: DraftKind): Note[] {
  return unitsOf(context)
    .filter((unit) => !isDirection(unit) && !isAddressLine(unit))
    .map((unit) => realize(unit, recipient, kind));
}

/** Lines such as "To: Priya" or "sign as Maria", which the greeting and closing already use. */
const isAddressLine = (text: string) =>
  /^(?:[Tt]o|[Rr]ecipient|[Dd]ear|[Hh]i|[Hh]ello|[Cc]andidate|[Aa]ttn)\s*:?\s+\p{Lu}[\p{L}'’-]+(?:\s+\p{Lu}[\p{L}'’-]+)?\s*[,.]?$/u.test(
    text,
  ) ||
  /^(?:(?:her|his|their|the) )?name is \p{L}+[.]?$/iu.test(text) ||
  signerPattern.test(text);

const signerPattern =
  /^(?:[Ss]ign(?:ed)?(?: it)?(?: off)? as|[Ff]rom|[Ss]ender|[Mm]y name(?: is)?|[Rr]egards,?|[Ss]ignature)\s*:?\s+(\p{Lu}[\p{L}'’. -]{1,40})$/u;

export function signerIn(context: string): string | undefined {
  for (const line of context.slice(0, 5_000).split(/\n|(?<=[.!])\s+/)) {
    const name = signerPattern.exec(line.trim().replace(/\.$/, ""))?.[1];
    if (name) return name.trim();
  }
  return undefined;
}

/** Directions about the writing itself, such as "don't mention the price", must not appear in the mail. */
const isDirection = (text: string) =>
  /^(?:please\s+)?(?:(?:do not|don'?t|dont|never|avoid|without|no need to|not) (?:mention\w*|say\w*|tell\w*|includ\w*|writ\w*|use|using|sound\w*|be |make|talk\w*|refer\w*|bring up)|keep it\b|be (?:polite|brief|short|formal|nice|firm|friendly|warm|professional|concise|clear|kind|gentle|casual|direct)\b|make (?:it|this|the (?:email|mail|tone))\b|(?:the )?tone\b|sound\b|use (?:a |an )?(?:\w+ )?(?:tone|language|style|words|bullet\w*|emoji\w*)|write (?:it )?(?:in|as)\b|in (?:english|german|french|spanish|hindi)$|(?:max(?:imum)?|under|about|around|at most|less than) \d+ (?:words|sentences|lines)|short(?: and \w+)?$|(?:keep|stay) (?:short|polite|formal|brief)|not too (?:long|formal|pushy|short))/i.test(
    text.trim(),
  );

// A status report keeps its notes as a list; in the other kinds a fragment without a subject is about another person.
const aboutOthers = new Set<DraftKind>(["status", "announcement", "introduction"]);
// In these kinds an imperative among the notes addresses the reader.
const toReader = new Set<DraftKind>(["announcement", "invitation", "welcome", "reminder", "meeting"]);

function realize(unit: string, recipient: Recipient, kind: DraftKind): Note {
  const bare = unit
    .replace(/^(?:and|also|plus,)\s+/i, "")
    .replace(/^(?:dear|hi|hello)\s+(?:\{[^}]*\}|\p{L}+)\s*,\s*(?=\S)/iu, "");
  const text = speakTo(bare.trim(), recipient);
  if (/\?\s*$/.test(text)) return { as: "ask", text: asSentence(text) };
  if (/^(?:please\s+)?(?:let (?:me|us) know|tell (?:me|us)|get back to)\b|^Please\s.+\.$/i.test(text))
    return { as: "ask", text: asSentence(text) };
  const direction = toReader.has(kind) && /^ask (?:for|at)\b/i.test(text) ? undefined : instructed(text);
  if (typeof direction === "object") return direction;
  if (direction !== undefined)
    return isSentence(direction)
      ? { as: "sentence", text: asSentence(withSubject(direction)) }
      : fragment(direction, kind);
  if (isSentence(text)) return { as: "sentence", text: asSentence(withSubject(repair(text))) };
  return fragment(text, kind);
}

/** "delivery was late" → "the delivery was late": a bare singular noun before its verb needs an article. */
function withSubject(text: string): string {
  const match =
    /^(\p{Ll}[\p{L}-]*(?:\s\p{Ll}[\p{L}-]*)?)\s+(?:is|was|has|will|can|could|should|must|would|isn't|wasn't|won't)\b/u.exec(
      text,
    );
  const noun = match?.[1] ?? "";
  if (
    !match ||
    /^(?:it|this|that|there|who|what|he|she|they|we|you|everything|everyone|someone|something|nothing|nobody|one|all|which|today|tomorrow|yesterday|please)\b/i.test(
      noun,
    )
  )
    return text;
  const articled = withArticle(noun);
  return articled === noun ? text : `${articled}${text.slice(noun.length)}`;
}

const readerVerb =
  /^(?:please\s+)?((?:bring|send|call|reply|confirm|sign|pay|check|contact|visit|join|register|review|return|provide|share|complete|fill|forward|use|come|book|submit|message|ping|update|approve|prepare|click|download|upload|arrive|wear|park|enter|save|reach|expect|remember)\b.+)$/is;

function fragment(unit: string, kind: DraftKind): Note {
  const text = repair(unit).replace(/[.,;]+$/, "");
  if (kind === "welcome" && /^starts?\s/i.test(text))
    return { as: "sentence", text: asSentence(text.replace(/^starts?/i, "You start")) };
  const isOwn =
    !aboutOthers.has(kind) || (kind === "announcement" && /^(?:will|can|could|would|won't|can't)\b/i.test(text));
  const sentence = isOwn ? completed(text) : undefined;
  if (sentence)
    return { as: "sentence", text: asSentence(sentence), ...(sentence.startsWith("It ") ? { jotting: text } : {}) };
  const direct =
    readerVerb.exec(text)?.[1] ?? (toReader.has(kind) && isImperative(text) && /\s/.test(text) ? text : undefined);
  if (
    direct &&
    !/^(?:call|book|review|return|update|use|share|sign|check|contact|visit)s?\s+(?:is|was|with|at|on|for|from|of)\b/i.test(
      direct,
    )
  ) {
    return { as: "ask", text: asSentence(`Please ${withObject(lowerFirst(direct))}`) };
  }
  return { as: "item", text };
}
