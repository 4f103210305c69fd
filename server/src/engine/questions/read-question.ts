import { wallTime } from "@intellibox/contract/rules/wall-time";
import { languageOf } from "../text/language.ts";
import { tame } from "../text/tame.ts";
import { groupOf, isAskingWord, isKnownMatter } from "./question-words.ts";
import { readPeriod } from "./read-period.ts";
import type { CannotReason, QuestionKind, ReadQuestion, WordGroup } from "./types.ts";

const longestQuestion = 1_000;
const mostGroups = 8;
const mostNames = 6;

type Clock = { now: Date; timeZone: string };

/** Reads an English question. `earlier` are the questions before it, oldest first: a follow-up takes what it leaves out from them. */
export function readQuestion(asked: string, clock: Clock, earlier: string[] = []): ReadQuestion {
  const read = readAlone(asked, clock);
  const before = earlier.at(-1);
  if (before === undefined || !isFollowUp(asked, read)) return read;
  return continued(asked, read, readQuestion(before, clock, earlier.slice(0, -1)));
}

/** A question of the conversation, and whether the mail answered it. */
export type EarlierQuestion = { question: string; isAnswered: boolean };

/**
 * How a question can be meant, the likeliest first. After a question that nothing answered, a follow-up may go on from the last one with an
 * answer, or take only its people from the open one: what no mail has would find nothing again.
 */
export function readFollowUp(
  asked: string,
  clock: Clock,
  earlier: EarlierQuestion[],
): [ReadQuestion, ...ReadQuestion[]] {
  const questions = earlier.map(({ question }) => question);
  const likeliest = readQuestion(asked, clock, questions);
  const open = earlier.at(-1);
  const alone = readAlone(asked, clock);
  if (!open || open.isAnswered || !isFollowUp(asked, alone)) return [likeliest];
  const others: ReadQuestion[] = [];
  const answered = earlier.findLastIndex(({ isAnswered }) => isAnswered);
  if (answered >= 0) others.push(readQuestion(asked, clock, questions.slice(0, answered + 1)));
  // "It" means the matter that was not found.
  if (!pointsAtThing.test(asked) && (alone.groups.length > 0 || pointsBack.test(asked))) {
    const before = readQuestion(open.question, clock, questions.slice(0, -1));
    others.push(continued(asked, alone, { ...before, groups: before.groups.filter(({ isSoft }) => isSoft) }));
  }
  return [likeliest, ...others];
}

function readAlone(asked: string, { now, timeZone }: Clock): ReadQuestion {
  const text = tame(asked, longestQuestion).replaceAll("’", "'").replaceAll(/\s+/g, " ").trim();
  const kind = kindOf(text);
  const isDue = kind === "own-tasks" || /\bdue\b/i.test(text);
  const found = readPeriod(text, now, timeZone, isDue);
  const rest = found ? text.replace(new RegExp(escaped(found.text), "i"), " ") : text;
  const cannot = reasonOf(text);
  const { names, groups } = wordsIn(rest, kind);
  // "When is the meeting this week" and "Is the parcel coming today" ask about an event, whenever its mail came.
  const isOfEvent =
    found && /this|today/.test(found.text) && (kind === "date" || (opensEvent.test(text) && !ofMail.test(text)));
  const isAhead = found && !isDue && (isFuture(found.period.after, now, timeZone) || isOfEvent);
  return {
    kind,
    ...(cannot && { cannot }),
    ...{ names, groups },
    ...(found && !isAhead && { period: found.period }),
    ...(isDue && { isDue }),
    isBySpeaker: bySpeaker.test(text),
    ...(/\b(?:by|until|till) when\b|\bdeadline\b|\bshould (?:i|we)\b/i.test(text) && { asksDeadline: true }),
    ...(/\bi (?:have )?(?:promised?|committed)\b|\bmy promises\b/i.test(text) && { isByAsker: true }),
  };
}

const opensEvent = /^(?:and |so )?(?:is|are|will|does|do|can)\b/i;
const ofMail =
  /\b(?:e-?mails?|mails?|messages?|inbox|write|writes|wrote|say|says|said|sen[dt]|received?|got|new|news|repl(?:y|ied)|answer(?:ed)?)\b/i;

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");

function isFuture(day: string | undefined, now: Date, timeZone: string) {
  const { year, month, day: date } = wallTime(now, timeZone);
  return day !== undefined && day > new Date(Date.UTC(year, month - 1, date)).toISOString().slice(0, 10);
}

const speech =
  "say|said|tell|told|write|wrote|written|quote|quoted|ask|asked|offer|offered|promise|promised|suggest|suggested|propose|proposed|mention|mentioned|want|wanted|need|answer|reply|replied|send|sent|charge|charged|think|request|requested|report|reported|confirm|confirmed|decide|agree";
const bySpeaker = new RegExp(
  `\\b(?:what|how much|which \\S+|when|where|why)(?: \\S+){0,3}? (?:did|does|has|have|had|do) (?!i\\b|we\\b)(?:\\S+ ){1,3}?(?:${speech})\\b|\\baccording to\\b`,
  "i",
);

const kinds: [RegExp, QuestionKind][] = [
  [
    /\b(?:what|whom|who|how much|anything|things?|tasks?|do)\b.*\bi\b.*\b(?:owe|promised?|have to|need to do|need to|must|supposed to|committed|still to)\b|\bdo i owe\b|\b(?:did i promise|have i promised|my (?:open )?(?:tasks|to-?dos?|actions?|commitments|promises|deadlines))\b|\bwhat(?:'s| is) (?:due|on my (?:plate|list))\b|\bwhat (?:should|must) i (?:do|answer|send|finish)\b/i,
    "own-tasks",
  ],
  [
    /\bowes? me\b|\b(?:am i|are we|i'm|we're) (?:still )?waiting (?:for|on)\b|\bwho (?:has not|hasn't|have not|haven't|did not|didn't|still has to|needs to) (?:\S+ )?(?:repl|answer|respon|sen[dt]|deliver|confirm)|\bpromised me\b|\bwho promised\b/i,
    "waiting",
  ],
  [
    /^(?!.*\d|when|how much|who |why|has |did |is )(?:.*\b(?:invoices?|bills?)\b.*\b(?:open|unpaid|outstanding|overdue|not (?:yet )?(?:been )?paid|pending|to (?:be )?pa(?:y|id)|due|pay)\b|.*\b(?:open|unpaid|outstanding|overdue|pending)\b.*\b(?:invoices?|bills?|payments?)\b)/i,
    "open-invoices",
  ],
  [
    /^(?:and )?(?:so )?when (?:did|was|were)\b.*\b(?:send|sent|write|wrote|written|email|mail|mailed|emailed|reply|replied|answer|answered|forward|forwarded|ask|asked|received?|get|got|tell|told)\b/i,
    "sent-date",
  ],
  [
    /^(?:and )?who(?:'s|se)? .*\b(?:sent|wrote|emailed|mailed|forwarded|asked|replied|answered|quoted|offered|invoiced|invited|complained|requested|shared|told|reported|mentioned|writes?)\b/i,
    "sender",
  ],
  [/^(?:and |but |so )?(?:why\b|how come\b|for what reason\b|what(?:'s| is| was) the reason\b)/i, "reason"],
  [/\bhow (?:long|many (?:(?:working|business) )?(?:minutes|hours|days|weeks|months|years))\b/i, "duration"],
  [/\bhow many (?:unread )?(?:e-?mails?|mails?|messages)\b/i, "count"],
  [
    /\bhow many\b|\b(?:what|which) (?:is |are |was )?(?:the |our |my )?(?:\S+ ){0,3}(?:number|code|reference|ref|pin|percentage|quantity|id|size|gate|seat)\b/i,
    "number",
  ],
  [
    /^(?:and )?where\b|\b(?:what|which) (?:is |are )?(?:the )?(?:\S+ ){0,2}(?:address|venue|location|place|room|city|hotel)\b/i,
    "place",
  ],
  [
    /\bwhen\b|\b(?:what|which) (?:is |are |was )?(?:the |our |my )?(?:\S+ ){0,3}(?:date|day|time|deadline)\b|\b(?:by|until|since) when\b|\bdeadline\b.*\?|\bhow soon\b|\bdue date\b/i,
    "date",
  ],
  [
    /\bhow (?:much|expensive)\b|\b(?:what|which) (?:is |are |was |were |did )?(?:\S+ ){0,5}(?:quote|quoted|quotes?|prices?|costs?|charges?|charged|rate|fees?|amount|total|budget|discount|rent|salary|deposit)\b/i,
    "amount",
  ],
  [/^(?:and )?who(?:m)?\b|\b(?:what|which) (?:person|customer|client|supplier|vendor|colleague)s?\b/i, "person"],
  [
    /^(?:and )?(?:please )?(?:show|list|find|give)\b|\bwhich\b|^what (?:\S+ )?(?:mails?|emails?|messages|invoices|offers|quotes|documents|files|contracts|orders|flights|meetings|complaints|newsletters)\b|\b(?:any|all) (?:e-?mails?|mails?|messages)\b/i,
    "list",
  ],
];

const kindOf = (text: string): QuestionKind => kinds.find(([pattern]) => pattern.test(text))?.[1] ?? "statement";

const reasons: [RegExp, CannotReason][] = [
  [
    /^(?:please |can you |could you |would you |pls )*(?:write|draft|compose|reply|answer|forward|delete|archive|move|label|snooze|send|schedule|book|translate|rewrite|mark|unsubscribe|create|make|remind|set up|cancel|block)\b/i,
    "order",
  ],
  [
    /\b(?:summari[sz]e|sum up|compare|analy[sz]e|explain)\b|\bsummary of\b|\bdifference between\b|\bpros and cons\b/i,
    "judgement",
  ],
  [
    /^should (?:i|we)\b|\bhow should (?:i|we)\b|\bwhat do you think\b|\b(?:you (?:recommend|advise|suggest)|your (?:advice|opinion))\b|\bis it (?:a good|worth|better|wise)\b|\bbest (?:way|option)\b|\bhow (?:do|can|should|would) (?:i|we|you)\b/i,
    "judgement",
  ],
  [/^[^\p{L}]*\d\s*[-+*/^×÷=]\s*\d[^\p{L}]*$/u, "calculation"],
  [/\b(?:total of all|in total|altogether|add up|average|sum of|percentage of)\b/i, "calculation"],
  [
    /\b(?:capital of|weather|population of|president of|prime minister|meaning of|definition of|recipe|exchange rate|stock price|who invented|who won|square root|joke|poem|news about the)\b|^what(?:'s| is) \d+ ?[-+*/x] ?\d+|^(?:who|what) are you\b/i,
    "knowledge",
  ],
];

const foreignQuestionWords =
  "wie|wieviele?|wann|wer|wen|wem|wessen|welche[rsnm]?|wo|woher|wohin|warum|wieso|weshalb|quand|combien|qui|quel(?:le)?s?|où|pourquoi|cu[aá]ndo|cu[aá]nt[oa]s?|qu[eé]|qui[eé]n(?:es)?|cu[aá]l(?:es)?|d[oó]nde|por qu[eé]|quando|quant[oaie]s?|qual[ei]?|quais|quem|dove|onde|perché|chi ha|cosa|wanneer|hoeveel|welke?|waar|waarom|wat|hoe|när|vem|vad|vilken|hvornår|hvem|hvad|når|hva|hvor|kiedy|kto|gdzie|ile|dlaczego|berapa|kapan|siapa|kaç|nerede|ne zaman";
/** A question is too short for its language to be counted: its first word says it. "Was" is English, too. Hinglish asks within. */
const isForeignQuestion = new RegExp(
  `^[^\\p{L}\\p{N}]*(?:(?:und|et|y|e|en|och|og) )?(?:(?:${foreignQuestionWords})(?![\\p{L}\\p{M}'’-])|was (?:ist|sind|war|kostet|kosten|hat|haben|hatte|soll|muss|wird|will|schreibt|schrieb|sagt|sagte|bedeutet|steht|macht)(?!\\p{L}))|(?<!\\p{L})(?:kab|kitn[aei]|kaunsa|kahan|kyun|kyon|kaise|kya)(?!\\p{L})|(?<!\\p{L})ne kadar(?!\\p{L})`,
  "iu",
);

function reasonOf(text: string): CannotReason | undefined {
  if (languageOf(text) !== "en" || isForeignQuestion.test(text)) return "language";
  return reasons.find(([pattern]) => pattern.test(text))?.[1];
}

/** "did meera", "from Jo", "Anand's" */
const nameBefore =
  /^(?:did|does|do|has|have|had|was|is|were|are|from|by|with|to|for|and|or|mr|mrs|ms|dr|will|would|can|via|cc|between|of)$/;

function wordsIn(text: string, kind: QuestionKind): { names: string[]; groups: WordGroup[] } {
  const names: string[] = [];
  const groups: WordGroup[] = [];
  let before = "";
  for (const [at, written] of (text.match(/[\p{L}\p{N}\p{M}][\p{L}\p{N}\p{M}@._/-]*(?:'\p{L}+)?/gu) ?? []).entries()) {
    const word = written
      .toLowerCase()
      .replace(/'s$/, "")
      .replace(/[._/-]+$/, "");
    const isOwned = /'s$/i.test(written);
    const isCapital = /^\p{Lu}\p{Ll}/u.test(written) && at > 0;
    const isNew = names.length < mostNames && !names.includes(word);
    if (isAskingWord(word)) {
      before = word;
      continue;
    }
    if (word.includes("@") && isNew) names.push(word);
    else {
      const mayBeName = isCapital || isOwned || nameBefore.test(before) || names.includes(before);
      if (mayBeName && isNew && !isKnownMatter(word) && /^\p{L}/u.test(word)) names.push(word);
      // Parts of a written number or code are separate words of the index.
      for (const part of word.split(/[@._/-]+/)) {
        const group = part && !isAskingWord(part) ? groupOf(part) : undefined;
        if (group && groups.length < mostGroups && !groups.some(({ stems }) => stems.includes(group.stems[0] ?? "")))
          groups.push(group);
      }
    }
    before = word;
  }
  return {
    names,
    groups:
      kind === "open-invoices"
        ? groups.filter(({ isSoft, stems }) => !isSoft && !stateStems.has(stems[0] ?? ""))
        : groups,
  };
}

/** "open", "unpaid", "outstanding", "overdue", "pend": the state that is looked for, which the mail does not name. */
const stateStems = new Set(["open", "unpaid", "outstand", "overdu", "pend"]);

const opensFollowUp = /^(?:and|what about|how about|also|then|ok(?:ay)?,? and|but)\b/i;
const pointsBack =
  /\b(?:it|that|this|they|them|he|she|him|her|his|their|there|the same|those|these)\b(?! (?:week|month|year|morning|time|quarter))/i;

const pointsAtThing =
  /\b(?:it|that|this|they|them|the same|those|these)\b(?! (?:week|month|year|morning|time|quarter))/i;

const isFollowUp = (asked: string, { groups, names, kind }: ReadQuestion) =>
  opensFollowUp.test(asked.trim()) ||
  (groups.every(({ isSoft }) => isSoft) &&
    names.length === 0 &&
    !["own-tasks", "waiting", "open-invoices"].includes(kind)) ||
  (pointsBack.test(asked) && groups.filter(({ isSoft }) => !isSoft).length < 2);

function continued(asked: string, read: ReadQuestion, before: ReadQuestion): ReadQuestion {
  const isNewMatter = read.groups.some(
    ({ isSoft, stems }) => !isSoft && !read.names.some((name) => groupOf(name)?.stems[0] === stems[0]),
  );
  const isOpening = opensFollowUp.test(asked.trim()) && read.kind === "statement";
  const own = new Set(read.groups.map(({ stems }) => stems[0]));
  const namesBefore = new Set(before.names.flatMap((name) => groupOf(name)?.stems[0] ?? []));
  // A new matter or person takes the place of the one before.
  const kept = before.groups.filter(({ isSoft, stems }) => {
    if (own.has(stems[0])) return false;
    if (namesBefore.has(stems[0] ?? "")) return read.names.length === 0;
    return isSoft || !isNewMatter;
  });
  const period = read.period ?? before.period;
  return {
    ...read,
    kind: isOpening ? before.kind : read.kind,
    names: read.names.length > 0 ? read.names : before.names,
    groups: [...read.groups, ...kept].slice(0, mostGroups),
    ...(period && { period }),
    isBySpeaker: isOpening ? before.isBySpeaker : read.isBySpeaker,
  };
}
