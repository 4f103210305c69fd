import { startsWithTaskVerb } from "#outside/models/builtin/actions/verbs.ts";
import { isBullet, sentencesOf, unwrap } from "#outside/models/builtin/text/sentences.ts";
import { asSentence, lowerFirst, repair, withArticle } from "./grammar.ts";
import { pronounsToYou, type Recipient, speakTo } from "./recipient.ts";

/** What one note of the user becomes in the mail. */
export type Note =
  | { as: "sentence"; text: string }
  /** Something the reader is asked: stands near the end, in place of the standard question. */
  | { as: "ask"; text: string }
  /** A fragment: a line of a list, in the user's words. */
  | { as: "item"; text: string }
  /** The thanks or apology that the user wants said. */
  | { as: "aside"; text: string };

/** The context as notes: whole sentences stay whole, jottings are taken apart. Directions to the writer are left out. */
export function notesOf(context: string, recipient: Recipient): Note[] {
  const notes: Note[] = [];
  for (const unit of unitsOf(context)) {
    if (isDirection(unit) || isAddressLine(unit)) continue;
    notes.push(realize(unit, recipient));
  }
  return notes;
}

/** Lines such as "To: Priya" or "sign as Maria" that the frame of the mail already uses. */
const isAddressLine = (text: string) =>
  /^(?:to|recipient|dear|hi|hello)\s*:?\s+\p{Lu}[\p{L}'’-]+(?:\s+\p{Lu}[\p{L}'’-]+)?\s*[,.]?$/iu.test(text) ||
  signerPattern.test(text);

const signerPattern =
  /^(?:sign(?:ed)?(?: it)?(?: off)? as|from|sender|my name(?: is)?|regards,?|signature)\s*:?\s+(\p{Lu}[\p{L}'’. -]{1,40})$/iu;

export function signerIn(context: string): string | undefined {
  for (const line of context.slice(0, 5_000).split(/\n|(?<=[.!])\s+/)) {
    const name = signerPattern.exec(line.trim().replace(/\.$/, ""))?.[1];
    if (name && /^\p{Lu}/u.test(name)) return name.trim();
  }
  return undefined;
}

/** Directions about the writing itself must not appear in what is written, least of all "don't mention the price". */
const isDirection = (text: string) =>
  /^(?:please\s+)?(?:(?:do not|don'?t|dont|never|avoid|without|no need to|not) (?:mention\w*|say\w*|tell\w*|includ\w*|writ\w*|use|using|sound\w*|be |make|talk\w*|refer\w*|bring up)|keep it\b|be (?:polite|brief|short|formal|nice|firm|friendly|warm|professional|concise|clear|kind|gentle|casual|direct)\b|make (?:it|this|the (?:email|mail|tone))\b|(?:the )?tone\b|sound\b|use (?:a |an )?(?:\w+ )?(?:tone|language|style|words|bullet\w*|emoji\w*)|write (?:it )?(?:in|as)\b|in (?:english|german|french|spanish|hindi)$|(?:max(?:imum)?|under|about|around|at most|less than) \d+ (?:words|sentences|lines)|short(?: and \w+)?$|(?:keep|stay) (?:short|polite|formal|brief)|not too (?:long|formal|pushy|short))/i.test(
    text.trim(),
  );

function unitsOf(context: string): string[] {
  const units: string[] = [];
  for (const line of unwrap(context.slice(0, 200_000).split("\n"))) {
    const text = line.replace(/^\s*(?:[-*•·–+]|\(?\d{1,2}[.)])\s+/, "").trim();
    if (isBullet(line)) units.push(text);
    else for (const sentence of sentencesOf(text)) units.push(...splitJottings(sentence));
  }
  return units.map((unit) => unit.trim()).filter((unit) => /[\p{L}\p{N}]/u.test(unit));
}

/** "order 5521, arrived broken; want refund" is three notes; a proper sentence with commas is one. */
function splitJottings(sentence: string): string[] {
  const bySemicolon = sentence.split(/\s*;\s+|\s+[|]\s+|\s+\/\s+/);
  return bySemicolon.flatMap((part) => {
    if (isSentence(part) || isInstruction(part)) return [part];
    // Not inside numbers or dates: "1,250" and "March 20, 2025" are one thing each.
    const pieces = part.split(/,\s+(?!\d{4}\b)|\s+[-–—]\s+/);
    return pieces.length > 1 ? pieces.map((piece) => piece.replace(/^(?:and|also)\s+/i, "")) : [part];
  });
}

const finite =
  /\b(?:is|are|was|were|am|has|have|had|will|would|can|could|should|must|may|might|shall|do|does|did|isn'?t|aren'?t|wasn'?t|won'?t|can'?t|cannot|don'?t|doesn'?t|didn'?t|haven'?t|hasn'?t|need|needs|want|wants)\b|\b\p{L}+['’](?:s|re|ll|ve|d|m)\s+\p{L}|n['’]t\b/iu;
const pastVerb =
  /\b(?:\p{L}{2,}ed|met|sent|got|made|took|went|came|said|told|gave|found|bought|paid|left|lost|won|wrote|spoke|saw|had|held|kept|knew|thought|began|ran|sold|spent|built|broke|chose|felt|heard|led|read|set|put|cut|let|brought)\b/iu;
const subject =
  /^(?:(?:and|but|so|also|then|because|since|as|after|unfortunately|however|yesterday|today|last \w+|on \w+day),?\s+)*(?:i|we|you|he|she|they|it|this|that|there|these|those|who|everyone|everything|nobody|all|the|my|our|your|his|her|their|its|a|an|some|most|both|\p{Lu}[\p{L}'’-]*)\b/u;

export function isSentence(text: string): boolean {
  const words = text.trim().split(/\s+/);
  if (words.length < 3 && !/^(?:i|we|he|she|they|it)\b/i.test(text)) return false;
  const rest = words.slice(1).join(" ");
  const hasSubject =
    subject.test(text) ||
    /^(?:i|we|you|he|she|they|it|there|this|that|the|my|our|your|his|her|their)(?:['’]\p{L}+)?\s/iu.test(text);
  if (
    hasSubject &&
    (finite.test(rest) || pastVerb.test(rest) || /^(?:i|we|you|they|he|she|it)['’]?\p{L}*\s+\p{L}+/iu.test(text))
  )
    return !startsWithTaskVerb(text) || finite.test(rest);
  return (
    !startsWithTaskVerb(text) &&
    !/^(?:will|can|could|would|should|must|need|want|have|has|had|is|are|was|were|do|does|did|may|might|not|no|if|when)\b/i.test(
      text,
    ) &&
    /\b(?:is|are|was|were|has been|have been|will|has|have|can|could|would|should|must|isn'?t|aren'?t|wasn'?t|won'?t|can'?t|cannot)\b/i.test(
      rest,
    ) &&
    words.length >= 3
  );
}

const isInstruction = (text: string) => instructions.some(({ test }) => test.test(text)) || /\?\s*$/.test(text);

type Instruction = { test: RegExp; make: (match: RegExpExecArray, recipient: Recipient) => Note };
const whom =
  "(?:him|her|them|me|us|you|everyone|all|the (?:\\p{L}+ )?\\p{L}+|my \\p{L}+|our \\p{L}+|\\p{L}[\\p{L}'’-]*)";
const wh = "(?:if|whether|when|what|how|who|where|which|why)";
const instruction = (source: string, make: Instruction["make"]): Instruction => ({
  test: new RegExp(
    `^(?:please |pls |and |also |then |to |can you |i want to |i need to |need to |want to )*${source}$`,
    "iu",
  ),
  make,
});

const you = (text: string) => pronounsToYou(repair(text).replace(/[.!?]+$/, ""));

const instructions: Instruction[] = [
  instruction(`ask (?:${whom} )?(?:for|to get|to have) (.+)`, ([, what]) => ({
    as: "ask",
    text: `Could you please send me ${withArticle(you(what ?? ""))}?`,
  })),
  instruction(`ask (?:${whom} )?(?:about) (.+)`, ([, what]) => ({
    as: "ask",
    text: `Could you tell me more about ${withArticle(you(what ?? ""))}?`,
  })),
  instruction(`(?:ask|check|find out|see|enquire|inquire)(?: with)?(?: ${whom})? (${wh} .+)`, ([, what]) => ({
    as: "ask",
    text: `Could you let me know ${you(what ?? "")}?`,
  })),
  instruction(`(?:ask|tell|request|remind|urge|get) ${whom} to (.+)`, ([, what]) => ({
    as: "ask",
    text: `Could you please ${you(what ?? "")}?`,
  })),
  instruction(`ask to (.+)`, ([, what]) => ({ as: "ask", text: `May I ${you(what ?? "")}?` })),
  instruction(`remind ${whom} (?:that )(.+)`, ([, what]) => ({ as: "sentence", text: asSentence(you(what ?? "")) })),
  instruction(`remind ${whom} (?:about|of) (.+)`, ([, what]) => ({
    as: "sentence",
    text: `This is also a reminder about ${withArticle(you(what ?? ""))}.`,
  })),
  instruction(`(?:tell|inform|notify) ${whom} (?:that |about )?(.+)`, ([, what], recipient) =>
    told(what ?? "", recipient),
  ),
  instruction(`let ${whom} know (?:that |about )?(.+)`, ([, what], recipient) => told(what ?? "", recipient)),
  instruction(
    `(?:mention|say|explain|add|note|point out|state|write|stress|emphasi[sz]e|include|clarify|confirm)(?: that)? (.+)`,
    ([, what], recipient) => told(what ?? "", recipient),
  ),
  instruction(`(?:thank|thanks to) (?:${whom} )?for (.+)`, ([, what]) => ({
    as: "aside",
    text: `Thank you for ${withArticle(you(what ?? ""))}.`,
  })),
  instruction(`(?:say thanks|thanks|thank you|thankful|grateful)(?: to ${whom})? for (.+)`, ([, what]) => ({
    as: "aside",
    text: `Thank you for ${withArticle(you(what ?? ""))}.`,
  })),
  instruction(`(?:apologi[sz]e|say sorry|sorry)(?: to ${whom})? (?:for|about) (.+)`, ([, what]) => ({
    as: "aside",
    text: `I am sorry about ${withArticle(you(what ?? ""))}.`,
  })),
  instruction(`offer to (.+)`, ([, what]) => ({ as: "sentence", text: `I would be glad to ${you(what ?? "")}.` })),
  instruction(`offer (?:him |her |them )?(.+)`, ([, what]) => ({
    as: "sentence",
    text: `I would like to offer you ${offered(you(what ?? ""))}.`,
  })),
  instruction(
    `(?:propose|suggest) (?:to (?:meet|talk|speak|call) (?:on |at )?)?(.*(?:\\d|day|week|morning|afternoon|evening|tomorrow|noon).*)`,
    ([, what]) => ({ as: "ask", text: `Would ${repair(what ?? "").replace(/[.!?]+$/, "")} work for you?` }),
  ),
  instruction(`(?:propose|suggest) (.+)`, ([, what]) => ({
    as: "sentence",
    text: `I would suggest ${withArticle(you(what ?? ""))}.`,
  })),
  instruction(`invite ${whom} (?:to|for) (.+)`, ([, what]) => ({
    as: "sentence",
    text: `I would like to invite you to ${withArticle(you(what ?? ""))}.`,
  })),
  instruction(`(?:attach|attached|attaching) (.+)`, ([, what]) => ({
    as: "sentence",
    text: `Please find ${withArticle(you(what ?? ""))} attached.`,
  })),
  instruction(`(?:request|demand|ask for) (.+)`, ([, what]) => ({
    as: "sentence",
    text: `I would like to request ${articled(you(what ?? ""))}.`,
  })),
  instruction(`(?:want|wants|would like|wish)(?: to have| to get)? ((?!to\\b).+)`, ([, what]) => ({
    as: "sentence",
    text: `I would like ${articled(you(what ?? ""))}.`,
  })),
  instruction(`(?:want|would like|wish|hoping|hope|looking|planning|plan) (to .+)`, ([, what]) => ({
    as: "sentence",
    text: `I would like ${repair(what ?? "").replace(/[.!?]+$/, "")}.`,
  })),
  instruction(
    `need (?:a |an |the )?(?:reply|answer|response|decision|confirmation)( (?:by|before|until|within|on|today|tomorrow|asap|this|next).*)?`,
    ([, when]) => ({ as: "ask", text: `Please let me have your answer${repairTail(when)}.` }),
  ),
  instruction(
    `(?:reply|respond|answer|rsvp|confirm)( (?:by|before|until|within|on|today|tomorrow|asap|this|next|latest).*)`,
    ([, when]) => ({ as: "ask", text: `Please reply${repairTail(when)}.` }),
  ),
  instruction(`need(?:s|ed)? (?!to\\b)(.+)`, ([, what]) => ({
    as: "sentence",
    text: `I need ${articled(you(what ?? ""))}.`,
  })),
];

const repairTail = (tail: string | undefined) => (tail ? ` ${repair(tail).replace(/[.!?]+$/, "")}` : "");
const offered = (what: string) => (/^\d+\s?%/.test(what) ? `a ${what}` : articled(what));
/** An indefinite thing wanted: "replacement" → "a replacement", "refund or exchange" → "a refund or exchange". */
function articled(what: string): string {
  const definite = withArticle(what);
  if (!definite.startsWith("the ") || /^the /i.test(what)) return definite;
  return `${/^[aeiou]/i.test(what) ? "an" : "a"} ${lowerFirst(what)}`;
}

function told(what: string, recipient: Recipient): Note {
  const text = recipient.isGroup ? repair(what) : you(what);
  if (isSentence(text)) return { as: "sentence", text: asSentence(withSubject(text)) };
  return realizeFragment(text);
}

function realize(unit: string, recipient: Recipient): Note {
  const text = unit.replace(/^(?:and|also|plus)\s+/i, "").trim();
  if (/\?\s*$/.test(text)) return { as: "ask", text: asSentence(speakTo(text, recipient)) };
  if (!/^\{/.test(text)) {
    for (const { test, make } of instructions) {
      const match = test.exec(text.replace(/[.!]+$/, ""));
      if (match) return make(match, recipient);
    }
  }
  if (isSentence(text)) return { as: "sentence", text: asSentence(speakTo(withSubject(repair(text)), recipient)) };
  return realizeFragment(text);
}

/** "delivery was late" → "the delivery was late": a bare singular noun before its verb wants an article. */
function withSubject(text: string): string {
  const match =
    /^(\p{Ll}[\p{L}-]*(?:\s\p{Ll}[\p{L}-]*)?)\s+(is|was|has|will|can|could|should|must|would|isn't|wasn't|won't)\b/u.exec(
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
  const articleless = withArticle(noun);
  return articleless === noun ? text : `${articleless}${text.slice(noun.length)}`;
}

function realizeFragment(fragment: string): Note {
  const text = repair(fragment).replace(/[.,;]+$/, "");
  const ellipsis = /^(?:can|could|will|would|may|might|must|should|have|had|am|was)\s+(?!be\b)\p{L}/iu.test(text)
    ? `I ${lowerFirst(text)}`
    : undefined;
  if (ellipsis) return { as: "sentence", text: asSentence(ellipsis) };
  const first = /^(?:met|spoke|talked|discussed|agreed)\b.+/i.test(text) ? `We ${lowerFirst(text)}` : undefined;
  if (first) return { as: "sentence", text: asSentence(first) };
  const direct =
    /^(?:please\s+)?((?:bring|send|call|reply|confirm|sign|pay|check|let|contact|visit|join|register|review|return|provide|share|complete|fill|forward|use|keep|come|book|submit|email|message|ping|read|update|approve|prepare|click|download|upload|arrive|dress|wear|park|enter)\b.+)$/i.exec(
      text,
    )?.[1];
  if (direct) return { as: "ask", text: asSentence(`Please ${lowerFirst(direct)}`) };
  return { as: "item", text };
}
