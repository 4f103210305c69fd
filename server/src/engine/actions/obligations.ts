// Tasks that no request states: what somebody has to do, what is missing, what another person expects, and who agreed to do what.
import { tokensOf } from "../text/parts-of-speech.ts";
import { isOrder } from "./orders.ts";
import { addressed, type Pattern, pattern, type Task } from "./task.ts";

const shared = (text: string | undefined): Task | null => {
  const rest = (text ?? "").trim();
  return isOrder(rest) ? { text: rest, who: "nobody" } : null;
};
const order = (text: string | undefined): Task | null =>
  isOrder((text ?? "").trim()) ? addressed((text ?? "").trim()) : null;

const adverbs = "(?:(?:please|kindly|also|all|both|first|then|now|really|still|definitely|urgently|probably)\\s+)*";
const somebody =
  "(?:someone|somebody|one of (?:us|you)|whoever\\b[^,]{1,60}?|everyone|everybody|all of (?:us|you)|each of (?:us|you))";
const thing = "((?:your|the|a|an|his|her|their|any|some|all|both|two|three|final|\\d+)\\s.+)";

export const obligations: Pattern[] = [
  // "If I have your OK by Wednesday we can still deliver": the condition is what the writer waits for.
  pattern(
    "\\b(?:if|once|as soon as|unless|provided) (?:i|we) (?:have|get|receive|had|hear)\\s+((?:your|the|an?)\\s+[^,]{2,60}?\\s(?:by|before|until|no later than)\\s+[^,]{1,40}?)(?:,|\\s+(?:we|i|then|it|you|there|the)\\b|\\.?$)",
    ([, what]) => ({ ...addressed(`Give ${what}`), isPart: true }),
  ),
  pattern(
    `\\b(?:i'd|i would|we'd|we would|i|we)\\s+(?:strongly\\s+)?(?:suggest|recommend|advise|propose)(?:\\s+that)?\\s+you\\s+${adverbs}(.+)$`,
    ([, rest]) => order(rest),
  ),
  pattern(`^(?:ok(?:ay)?,?\\s+|yes,?\\s+|so\\s+|please\\s+)*go ahead and\\s+(.+)$`, ([, rest]) => order(rest)),
  pattern("\\b(?:don't|do not|please don't|never) forget to\\s+(.+)$", ([, rest]) => order(rest)),
  pattern(
    `(?<!\\bso (?:that )?)\\b${somebody}\\s+(?:has to|have to|needs? to|should|must|ought to|please|could|can)\\s+${adverbs}(.+)$`,
    ([, rest]) => shared(rest),
  ),
  pattern(`\\byou(?:'d| would| will|'ll)(?: still| also)? (?:need|have) to\\s+${adverbs}(.+)$`, ([, rest]) =>
    order(rest),
  ),
  pattern(
    `\\b(?:ask|asked|invite|urge|beg|request)\\s+(?:you|everyone|everybody|all(?: of you)?|all \\p{L}+)\\s+(?:all\\s+)?to\\s+${adverbs}(.+)$`,
    ([, rest]) => order(rest),
  ),
  pattern(
    `\\b(?:you are|you're|everyone is|all (?:\\p{L}+ )?are)\\s+(?:kindly\\s+)?(?:asked|requested|required|invited|expected|obliged|reminded)\\s+to\\s+${adverbs}(.+)$`,
    ([, rest]) => order(rest),
  ),
  pattern(
    `\\bwe(?: all| really| also)? (?:should|ought to|had better)\\s+(?!have\\s+\\p{L}+(?:ed|en|e|t|d)\\b)${adverbs}(.+)$`,
    ([, rest]) => shared(rest),
  ),
  pattern("\\b(?:we|you|i) have (?:time )?(?:until|till)\\s+(.{3,40}?)\\s+to\\s+(.+)$", ([, until, rest]) =>
    shared(`${rest?.replace(/[.!]+$/, "")} until ${until}`),
  ),
  pattern(
    "\\b(?:best|great|good|ideal|helpful|perfect|nice|easiest|better) if you(?:\\s+and\\s+\\p{L}+)?\\s+(?!could|would|can|have|had|are|were|like)(\\p{L}+)\\s+(.+)$",
    ([, verb, rest]) => order(`${tokensOf(`you ${verb}`)[1]?.lemma ?? verb} ${rest}`),
  ),
  pattern(
    `\\b(?:i|we)(?: still)? (?:don't|do not) (?:yet )?have\\s+${thing}$|\\b(?:i|we)(?: still)? (?:haven't|have not) (?:yet )?(?:received|got|seen|had)\\s+${thing}$|(?<!\\b(?:do|does|did) \\p{L}{2,5} )\\bstill (?:missing|waiting for|waiting on|need|needs|lack)\\s+${thing}$`,
    ([, a, b, c]) => (isAbout(a ?? b ?? c) ? addressed(`Provide ${a ?? b ?? c}`) : null),
  ),
  pattern(
    "\\b(?:i|we)(?: do| will|'ll)? (?:expect|await|look for|want)\\s+((?:an?|your|the)\\s+(?:\\p{L}+\\s+){0,2}(?:answer|reply|response|decision|confirmation|statement|explanation|proposal|feedback|comments)\\b.*)$",
    ([, rest]) => addressed(`Give ${rest}`),
  ),
  pattern(
    "^(?:\\p{L}+,\\s+)?((?:the|your|our)\\s[^,;]{3,80}?)\\s+(?:is|are)\\s+(?:still\\s+)?(?:missing|outstanding|not here yet)\\b",
    ([, what]) => addressed(`Provide ${what}`),
  ),
  pattern(
    "\\b(?:i|we)(?:'d| would| also| still| do)? (?:need|want|like|have) to know\\s+((?:how|what|when|where|who|which|whether|if|why)\\b.+)$",
    ([, what]) => addressed(`Tell us ${what}`),
  ),
  pattern(`^(?:also |and |but )?(?:need|needed)\\s*:?\\s+${thing}$`, ([, rest]) => addressed(`Provide ${rest}`)),
  pattern(
    "\\b(?!i\\b|we\\b|you\\b)(\\p{L}+)\\s+(?:wants?|needs?|expects?|requires?)\\s+((?!to\\b|you\\b|it\\b|us\\b|me\\b).+\\b(?:by|before|until|no later than)\\s+.+)$",
    ([, , rest]) => ({ ...addressed(`Provide ${rest}`), isDeadline: true }),
  ),
  pattern(
    "^(.{4,140}?)\\s+(?:has|have|needs?|must|is|are|will have)\\s+(?:to\\s+)?(?:go out|be in|be out|payable|to be paid|needed|required|outstanding)\\b(.*)$",
    ([whole]) => ({ ...addressed(whole.replace(/^.{3,160},\s+so\s+/, "")), isDeadline: true }),
  ),
  pattern(
    "^(?:(?:once|when|as soon as|after|then)\\b[^,]{0,80},\\s+)?((?:the\\s|our\\s|your\\s|all\\s)?\\p{L}[^,]{1,60}?)\\s+(?:should|must|needs? to|has to|have to)\\s+be\\s+(told|informed|notified|asked|reminded|sent|ordered|booked|paid|returned|called|cancelled|replaced|repaired|updated|renewed|warned|invited|chased)\\b(.*)$",
    ([whole, who = ""]) =>
      /^(?:it|this|that|there|we|i|you|he|she|they|what|which)$/i.test(who)
        ? null
        : addressed(whole.replace(/^[^,]{3,80},\s+(?=\S)/, "")),
  ),
  // "… and the agreement should be signed before 11 December"
  pattern(
    "(?:^|[,;]\\s+(?:and|but|so)\\s+)((?:the|your|our|a|an|all|both|this|these)\\s[^,;]{3,50}?)\\s+(?:should|must|needs? to|has to|have to)\\s+be\\s+(\\p{L}+(?:ed|en|[dt]))\\s+([^,;]{0,60}?\\b(?:by|before|until|no later than)\\s+[^,;]{2,60}?)(?=\\s+(?:so|because|as|since)\\b|[,;.!]|$)",
    ([, what, verb = "", rest]) => {
      const base = tokensOf(`It was ${verb} today`)[2]?.lemma ?? "";
      return base && base !== verb ? { ...addressed(`${base} ${what} ${rest}`), isDeadline: true } : null;
    },
  ),
  pattern(
    "^(?!they\\b|he\\b|she\\b|it\\b|(?:the )?other side)(.{4,140}?)[,(]\\s*(?:payable|due|deadline)\\s*:?\\s+(?:by\\s+|on\\s+|is\\s+)?(?=\\S)(.+)$",
    ([whole]) =>
      /\b(?:payable|due) (?:on|upon|at) (?:delivery|receipt|completion|arrival|collection|the day)\b/i.test(whole)
        ? null
        : { ...addressed(whole), isDeadline: true },
  ),
  pattern(
    "\\b(?:i'm|i am|we're|we are)\\s+(?:also\\s+|just\\s+|now\\s+)?(\\p{L}{3,}ing)\\s+(.+)$",
    ([, verb = "", rest]) => {
      const base = baseOf(verb);
      return base && isOrder(`${base} ${rest}`) && !isAnnouncement(`${base} ${rest}`)
        ? { text: `${base} ${rest}`, who: "sender", isDeadline: true }
        : null;
    },
  ),
];

/** "I don't have a clue" asks for nothing; "the signed NDA" does. */
const isAbout = (text: string | undefined) =>
  !!text &&
  !/^(?:a|an|any|the)\s+(?:clue|idea|time|doubt|problem|chance|issue|preference|objections?|plans?|questions?|choice|energy|luxury)\b/i.test(
    text,
  );

/** "We are giving up our branch": news about the writer's house, which is no work for anybody in the thread. */
export const isAnnouncement = (text: string) =>
  /^(?:give up|close|move (?:to|into|out|our|offices?)|leave|end|stop|discontinue|introduce|launch|open|expand|celebrate|renovate|grow|switch|raise|increase|put up|merge|retire|sell (?:our|the) (?:house|shop|business|company))\b(?!.*\b(?:ticket|case|issue|window|door|gate|account|file|form|box|parcel)\b)/i.test(
    text,
  );

const states = new Set(
  "go be have look hop think wonder await wait enjoy try do get plan happy see work writ write contact reach".split(
    " ",
  ),
);

/** "printing" → "print"; undefined for what is no task ("going", "looking forward"). */
function baseOf(gerund: string): string | undefined {
  const lemma = tokensOf(`They are ${gerund} it`)[2]?.lemma ?? "";
  return lemma.length > 2 && !lemma.endsWith("ing") && !states.has(lemma) ? lemma : undefined;
}

const agreed =
  /\b(?:agreed|suggest(?:ion)?|propos(?:al|e)|plan|deal|split|arrangement|who does what|division of labou?r|responsibilities|roles|to recap|recap|so)\b[^:]{0,60}:\s+(.+)$/i;
const share =
  /^(?:and\s+|then\s+|while\s+)?(you|i|we|(?:(?:sister|brother|father|dr|prof|mr|mrs|ms|mx|miss|nurse|captain|inspector|sergeant|officer|chef|coach|pastor|rev|judge|herr|frau)\.?\s)?\p{Lu}[\p{L}'’-]+)\s+(?:will\s+|to\s+|can\s+)?(\p{Ll}[\p{L}-]+)\s+(.+)$/iu;

/** "What we agreed: you redo scene 4 by Monday, Rafa edits the logo, and I call the studio." */
export function assignmentsIn(text: string): Task[] {
  const list = agreed.exec(text)?.[1];
  if (!list) return [];
  const parts = list.split(/[,;]\s+(?:and\s+|while\s+)?|\s+and\s+(?=(?:you|i|we|\p{Lu}\p{Ll}+)\s+\p{Ll})/iu);
  // "we do not buy, we lease" is a decision.
  if (parts.every((part) => /^we\b/i.test(part.trim()))) return [];
  const tasks = parts.flatMap((part) => assignmentOf(part.trim()) ?? []);
  return tasks.length === parts.length && tasks.length > 1 ? tasks.map((task) => ({ ...task, isPart: true })) : [];
}

/** A person and the present tense of what the person does: "Arjun rotates the certificates". */
export function assignmentOf(part: string): Task | null {
  const [, who = "", verb = "", rest = ""] = share.exec(part) ?? [];
  // The flag for "you" and "You" makes every letter a capital.
  if (!who || !/^(?:you|i|we)$|^\p{Lu}/u.test(who)) return null;
  const isThird = /^\p{Lu}/u.test(who) && !/^(?:You|We|I)$/.test(who);
  const base = isThird ? baseOfThird(verb) : verb;
  const text = `${base} ${isThird ? withBaseForms(rest) : rest}`.replace(/[.!]+$/, "");
  if (!base || /^(?:do|does) not\b|^don't\b/i.test(text) || !isOrder(text)) return null;
  if (/^i$/i.test(who)) return { text, who: "sender" };
  if (/^we$/i.test(who)) return { text, who: "nobody" };
  return /^you$/i.test(who) ? addressed(text) : { text, who: "named", name: who, isThirdParty: true };
}

/** "asks in the teams and names two": each verb of the same person. */
const withBaseForms = (rest: string) =>
  rest.replace(
    /(\sand\s)(\p{Ll}{3,}s)(?=\s(?:the|a|an|it|them|two|three|by|on|to|us|me|you|all|his|her|their)\b)/gu,
    (all, and: string, verb: string) =>
      tokensOf(`It ${verb} them`)[1]?.pos === "VERB" ? `${and}${baseOfThird(verb) ?? verb}` : all,
  );

/** "rotates" → "rotate", "re-times" → "re-time", "carries" → "carry". */
function baseOfThird(verb: string): string | undefined {
  if (!/s$/.test(verb)) return undefined;
  if (/^(?:do|go)es$/.test(verb)) return verb.slice(0, 2);
  if (verb === "has") return "have";
  const { lemma = "", pos } = tokensOf(`It ${verb} them`)[1] ?? {};
  if (pos === "VERB" && lemma && lemma !== verb) return lemma;
  return verb.replace(/ies$/, "y").replace(/(?<=[sxz]|[cs]h)es$|s$/, "");
}
