import { withNoun as withOnlyNoun } from "../actions/nouns.ts";
import { isStatementOf } from "../text/second-clause.ts";
import { isBullet, sentencesOf, splitTyped, unwrap } from "../text/sentences.ts";
import type { Ask } from "./ask.ts";
import { questionsIn } from "./ask-questions.ts";
import { itemAsked, requestsIn, wishIn } from "./ask-requests.ts";
import { offeredDates, proposedTime } from "./ask-times.ts";
import { lacksObject } from "./request-kinds.ts";

const mostAsks = 10;
const mostSentences = 300;

/** Whom a mail addresses: the names in its greeting, and whether it is for many. */
export type Readers = { readers: string[]; isGroup: boolean };

/** All questions, requests, wishes and proposed times of an English mail, in order. */
export function asksOf(
  text: string,
  now: Date,
  { readers, isGroup }: Readers = { readers: [], isGroup: false },
): Ask[] {
  const asks: Ask[] = [];
  let lead: Lead = "none";
  let read = 0;
  let announced: Ask[] = [];
  let brought = false;
  const lines = unwrap(text.slice(0, 60_000).split("\n"));
  for (const [at, line] of lines.entries()) {
    if (asks.length >= mostAsks || read >= mostSentences) break;
    const bullet = isBullet(line);
    if (!bullet) lead = "none";
    const sentences = sentencesOf(bullet ? withoutMark(line) : line).flatMap(splitTyped);
    read += sentences.length;
    for (const [i, sentence] of sentences.entries()) {
      const own = bullet && i === 0 ? lead : "none";
      if (isForOthers(sentence, readers)) continue;
      const found = asksIn(sentence, now, own, isGroup, bullet)
        .map((ask) => withNoun(ask, sentence, sentences[i - 1] ?? ""))
        .map((ask) =>
          own === "items" && brought && ask.kind === "request"
            ? { ...ask, task: ask.task.replace(/^send me (?:the (?=\p{Ll}))?/u, "bring ") }
            : ask,
        );
      asks.push(...found);
      if (!bullet && i === sentences.length - 1) announced = found;
      // The items say what the line above them asks for.
      else if (bullet && found.length > 0 && lead !== "none") {
        for (const ask of announced.filter(isAnnouncement)) asks.splice(asks.indexOf(ask), 1);
        announced = [];
      }
    }
    if (bullet) continue;
    lead = leadOf(line, isBullet(lines[at + 1] ?? ""));
    brought = /\bbring(?: along| with you| the following(?: \p{L}+)?)?\W*$/iu.test(line);
  }
  // The choice of a time answers "Which would you prefer?".
  const hasTimes = asks.some((ask) => ask.kind === "time" && ask.options.length > 1);
  const isAbilityRepeated = (ask: Ask, i: number) =>
    ask.kind === "question" &&
    asksWhetherAble.test(ask.about ?? "") &&
    asks.slice(0, i).some(({ kind }) => kind !== "time");
  const hasRepeat = asks.some(isAbilityRepeated);
  if (hasRepeat) asks.splice(0, asks.length, ...asks.filter((ask, i) => !isAbilityRepeated(ask, i)));
  const asked = hasTimes ? asks.filter((ask) => !(ask.kind === "question" && choosesTime.test(ask.sentence))) : asks;
  return unique(withOfferedTimes(asked, lines).filter((ask, i, all) => !sendsThese(ask, all.slice(0, i)))).slice(
    0,
    mostAsks,
  );
}

/** "Send them by 6 February" below a list says when, and asks for nothing more. */
const sendsThese = (ask: Ask, before: Ask[]) =>
  ask.kind === "request" &&
  /^(?:send|submit|provide|return|forward|e-?mail|bring|upload) (?:(?:me|us) )?(?:them|these|those|everything|all (?:of )?(?:them|these|this))(?:\s+(?:\p{L}+ )?(?:documents|papers|items|files))?(?:\s|,|$)/iu.test(
    ask.task,
  ) &&
  before.some(({ kind, sentence }) => kind === "request" && sentence !== ask.sentence);

/** "Which one suits you?" below a list of dates leaves the choice to the reader. */
function withOfferedTimes(asks: Ask[], lines: string[]): Ask[] {
  const at = asks.findIndex((ask) => ask.kind === "question" && choosesTime.test(ask.sentence));
  const ask = asks[at];
  if (!ask || asks.some(({ kind }) => kind === "time")) return asks;
  const options = offeredDates(lines.map(withoutMark));
  if (options.length < 2) return asks;
  return asks.with(at, { kind: "time", sentence: ask.sentence, when: options.join(" or "), options });
}

/** "Can you send a new one?" after "The file has 72 dpi" asks for a new file. */
function withNoun(ask: Ask, sentence: string, before: string): Ask {
  if (ask.kind !== "request") return ask;
  if (!another.test(ask.task)) return { ...ask, task: withOnlyNoun(ask.task, sentence, before) };
  const noun = (shown.exec(sentence) ?? shown.exec(before))?.[1];
  return noun ? { ...ask, task: ask.task.replace(another, (one) => one.replace(/one$/i, noun)) } : ask;
}
const shown =
  /\b(?:the|your|this|that|our|my) (?:\p{Ll}+ )?(file|document|drawing|form|invoice|version|copy|report|picture|photo|plan|contract|quote|sample|part|label|list|statement|certificate|receipt|key|badge|logo|address)(?= (?:you|we|i|that|which|is|are|was|has|from|for|on|in|of|shows?|looks?)\b)/iu;
const another =
  /\b(?:an?|the|another) ?(?:new|newer|larger|sharper|better|corrected|updated|revised|right|correct|fresh|different|signed)? one\b/i;

/** "Tell me if you feel able to" repeats the request before it. */
const asksWhetherAble =
  /^whether I (?:(?:feel|am|would be) (?:able|willing|happy|ready)(?: to)?|can(?: do (?:so|that|it|this))?|could|want to)$/i;

const choosesTime =
  /^(?:so )?(?:which|what)(?: (?:one|of (?:these|those|them|the two)|time|day|date|slot|option))?(?: \p{L}+){0,3} (?:prefer|suits?|works?|better|best)\b/iu;

/** The kind of a list's items, by the line above the list. */
type Lead = "none" | "questions" | "orders" | "items";

const isAnnouncement = (ask: Ask) =>
  (ask.kind === "request" &&
    (lacksObject(ask.task) ||
      /:$|\b(?:following|these|below|as follows|documents|papers|items|things|details|information|points)\b/i.test(
        ask.task,
      ))) ||
  (ask.kind === "question" &&
    /\bquestions?\b|[:：]$|^(?:(?:can|could|would|will) you(?: please)?|please)\??$/i.test(ask.sentence.trim()));

/** A list may follow without a colon: "Please send us". */
function leadOf(line: string, isFollowed: boolean): Lead {
  const last = sentencesOf(line).at(-1) ?? "";
  const isOpen = isFollowed && !/[.!?]$/.test(last.trim());
  if (!isOpen && !/[:：,]$|\b(?:please|to)$/i.test(last.trim())) return "none";
  if (
    /\bquestions?\b|\b(?:clarify|answer|confirm|tell us|tell me|let (?:us|me) know)(?: the following| these(?: points)?| as follows)?\W*$/i.test(
      last,
    )
  )
    return "questions";
  if (/\b(?:look after|take care of|see to|handle) (?:these|the following|this)\W*$/i.test(last)) return "orders";
  if (/\b(?:please|could you|can you|you (?:need|have) to|(?:need|want|ask) you to|to do)\W*$/i.test(last))
    return "orders";
  if (
    /\b(?:need|needs|needed|require[sd]?|miss(?:ing)?|outstanding|lack|send|provide|submit|bring|share|supply|upload|attach|(?:let|give) (?:me|us) have|give (?:me|us)|waiting for|following documents?)\b/i.test(
      last,
    ) &&
    !/\b(?:i|we) (?:have |'ve )?(?:sent|send|provided?|attach(?:ed)?|enclosed?)\b/i.test(last)
  )
    return "items";
  return "none";
}

/** "I need a key, and somebody has to move the vans" are two asks. */
const secondSubject =
  /,\s+and\s+(?=please\s)|,?\s+and\s+(?=(?:someone|somebody|i|we|they|you)\s+(?:also |still )?(?:has|have|need|needs|must|would|'d like|expect|want|demand)\b)/i;

function asksIn(sentence: string, now: Date, lead: Lead, isGroup: boolean, isItem = false): Ask[] {
  const text = bareSentence(sentence);
  if (!text || isNoAsk(text)) return [];
  const parts = text.split(secondSubject);
  if (parts.length > 1 && !/\?["')\]]*$/.test(text))
    return parts.flatMap((part) => asksIn(part, now, lead, isGroup, isItem));
  const time = proposedTime(text, now);
  if (time) return [time, ...requestsIn(afterTime(text), sentence).filter(({ kind }) => kind === "request")];
  const isUnmarked = isItem && asksUnmarked.test(text) && !/[.!?]$/.test(text);
  const questions = questionsIn(
    isUnmarked ? text.replace(/,\s+(?:i|we|because|since|as|but)\s.*$/i, "") : text,
    lead === "questions" || isUnmarked,
  );
  if (questions.length > 0) return questions;
  const wish = wishIn(text);
  if (wish) return [wish];
  // "Leave by the stairs" to everybody is an instruction that nobody answers.
  const requests = requestsIn(lead === "orders" ? `Please ${text}` : text, sentence, isGroup);
  if (requests.length > 0) return requests;
  return lead === "items" && !isStatementOf(text) ? itemAsked(text, sentence) : [];
}

/** The items of a list often lack their question marks. */
const asksUnmarked =
  /^(?:what|when|where|who|whose|which|why|how)\s+\p{L}|^(?:is|are|was|were|do|does|did|can|could|will|would|should|has|have) (?:it|this|that|there|the|your|our|my|you|we|i|they|he|she|any|all|an?)\b/iu;

/** In a sentence with a time, a second clause may ask for more: "Does Monday work, and could you bring the plans?" */
const afterTime = (text: string) => /[,;]\s+(?:and|also)\s+((?:please|could you|can you)\b.*)$/i.exec(text)?.[1] ?? "";

const withoutMark = (line: string) => line.trim().replace(/^(?:[-*•·–+]|\(?\d{1,2}[.)]|\(?[a-h]\)|\[[ x]?\])\s+/i, "");

/** Without list mark, label and leading name. */
const bareSentence = (sentence: string) =>
  withoutMark(sentence.replace(/\s+/g, " ").trim())
    .replace(
      /^(?:(?:hi+|he+y+|hello|dear|good (?:morning|afternoon|evening)|morning)(?:\s+\p{Lu}[\p{L}'’-]+){0,2}\s*[,!:–-]+\s*)/iu,
      "",
    )
    .replace(/,?\s+and (?:it|that)(?:['’]s| is| will be) (?:done|settled|sorted|all)\W*$/i, ".")
    .replace(
      /^((?:please )?(?:tell|let) (?:me|us) (?:know )?(?:which|what|whether|if)\b.{3,80}?)\s+by (?:(?:the )?end of \p{L}+|tomorrow|today|tonight|(?:mon|tues|wednes|thurs|fri|satur|sun)day)(?: (?:noon|morning|evening|afternoon|at \d[\d.:]*(?: ?[ap]m)?))?[.!]?$/iu,
      "$1.",
    )
    .replace(/^(?:two|three|four|a few|a couple of|some) (?:quick |more )?(?:things|questions|points):\s+/i, "")
    .replace(
      /^\p{Lu}\p{Ll}+,\s+(?=(?:can|could|would|will|please|is|are|was|were|do|does|did|have|has|what|when|where|which|who|how|why)\b)/u,
      "",
    )
    .replace(/^(?:also|and|so|but|oh|ps|p\.s\.?|by the way|btw|one more thing|finally|lastly)[,:]?\s+(?=\p{L})/iu, "");

/** "Milan, please confirm …" is for Milan if the mail greets others, or him and others. */
function isForOthers(sentence: string, readers: string[]): boolean {
  const called =
    /^\s*(?:and\s+|but\s+)?@?(\p{Lu}\p{Ll}+)(?:,\s|\s?[–-]\s|:\s)(?=.*\b(?:you|please|your|can|could)\b)/u.exec(
      sentence,
    )?.[1];
  return called !== undefined && readers.length > 0 && !readers.includes(called) && !notAName.test(called);
}

const notAName =
  /^(?:Also|And|But|So|Then|Please|Thanks|Sorry|Yes|No|Ok|Okay|First|Second|Finally|However|Otherwise|Today|Tomorrow|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|Meanwhile|Lastly|Note|Reminder|Urgent|Important|Question|Questions|Lamps|Keys|Changes)$/;

const isNoAsk = (text: string) =>
  /^(?:questions?|any questions?|how are you|how's it going|how have you been|how is everything|hope you|right|ok(?:ay)?|isn't it|who knows|guess what|did you know|sound good|thoughts)\b[^.]{0,30}\?$/i.test(
    text,
  ) ||
  text.length < 5 ||
  (/^(?:reminder|fyi|note)\b/i.test(text) && !/please/i.test(text)) ||
  /\b(?:feel free|don't hesitate|do not hesitate|please (?:note|be (?:advised|aware|informed)|find (?:attached|enclosed|below|the attached|[^.?!]{2,80} (?:attached|enclosed|below)\b)|see (?:attached|below|the attached)|accept (?:my|our)|excuse|forgive|consider the environment|bear with|do not (?:call|reply))|(?:let (?:me|us) know|contact (?:me|us)|call (?:me|us)|get in touch) if you (?:have|need|want|would like) (?:any|anything|more|further|help|additional|to (?:discuss|talk|know))|if you have (?:any|further|more)? ?(?:questions?|queries|concerns)|no action (?:is )?(?:required|needed))\b/i.test(
    text,
  );

/** A mail that asks twice for the same thing is answered once. */
function unique(asks: Ask[]): Ask[] {
  const seen = new Set<string>();
  return asks.filter((ask, i) => {
    // "We need the numbers by Friday" below a list that asks for the number of guests.
    const again =
      ask.kind === "request"
        ? /^send me (?:the|these|all|this) (\p{L}{3,}?)s?(?: (?:by|before|until)\b.*)?$/u.exec(ask.task)?.[1]
        : undefined;
    if (again && asks.slice(0, i).some((earlier) => earlier.kind === "request" && earlier.task.includes(again)))
      return false;
    const key =
      `${ask.kind}|${ask.kind === "time" ? ask.when : ask.kind === "question" ? (ask.about ?? ask.sentence) : ask.task}`.toLowerCase();
    return !seen.has(key) && seen.add(key);
  });
}
