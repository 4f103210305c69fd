import type { Token } from "../text/parts-of-speech.ts";
import { isPluralNoun, isRole } from "./addressee.ts";
import { agreeWithYou } from "./agree-with-you.ts";
import { adverb, arePeople, humanAfter, otherPersons, textOfRun } from "./other-persons.ts";
import type { Reader } from "./reader.ts";
import { isDateWord, isVerbal, lowerOf, wordsIn } from "./words.ts";

/** A clause turned to the reader. `isUncertain` means that a pronoun may mean the reader or somebody else, and was kept. */
export type Turned = { text: string; isUncertain: boolean };

/**
 * "she can start Monday, her laptop is ready" → "you can start Monday, your laptop is ready", if "she" is the reader.
 * `earlier` is the text before the clause, whose persons could be meant by a pronoun as well.
 */
export function turnToReader(text: string, reader: Reader, earlier = ""): Turned {
  const tokens = wordsIn(text);
  const edits: { start: number; end: number; text: string }[] = [];
  const rivals = { genders: new Set<string>(), isPlural: false, arePeople: false };
  // The writer does, asks or expects something of the reader, also if another person was named in an earlier sentence.
  const isWriters = /^(?:I|we|I['’]\p{L}+|we['’]\p{L}+)\s/iu.test(text);
  const isAskedOf = /\?\s*$/.test(text);
  const before = wordsIn(earlier);
  for (let i = 0; i < before.length; i++) {
    // A pronoun means the person who was named last.
    if (mentionAt(before, i, reader) > 0) rivals.genders.clear();
    note(before, i);
  }
  const named = new Set(rivals.genders);
  let isUncertain = false;
  let isSubjectShifted = false;
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i];
    if (!token) break;
    const word = lowerOf(token);
    const length = mentionAt(tokens, i, reader);
    if (length > 0) {
      let span = length;
      // "Mr Haddad from the tax office asked": the reader knows where he works.
      if (/^(?:from|at)$/.test(lowerOf(tokens[i + length]))) {
        let end = i + length + 1;
        if (/^(?:the|our|a)$/.test(lowerOf(tokens[end]))) end++;
        while (end < i + length + 6 && /^(?:NOUN|PROPN|ADJ)$/.test(tokens[end]?.pos ?? "")) end++;
        if (isVerbal(tokens[end])) span = end - i;
      }
      const last = tokens[i + span - 1] ?? token;
      const isGenitive = /^['’]s?$/.test(tokens[i + span]?.text ?? "");
      // "Helen's asked for the figures": the short form of "has".
      const isShortened =
        isGenitive &&
        /^(?:asked|been|got|had|sent|promised|agreed|offered|told|forgotten|left|paid)$/.test(
          lowerOf(tokens[i + span + 1]),
        );
      const isPossessive = isGenitive && !isShortened;
      const end = isGenitive ? (tokens[i + span]?.end ?? last.end) : last.end;
      edits.push({ start: token.start, end, text: isShortened ? "you have" : isPossessive ? "your" : "you" });
      // "the invoice from Noor is wrong": after a preposition the reader is not the subject.
      if (!isGenitive && !/^(?:from|of|with|for|to|by|at)$/.test(lowerOf(tokens[i - 1]))) agreeAfter(i + span);
      i += span - (isGenitive ? 0 : 1);
      continue;
    }
    if (
      /^(?:he|she|him|her|his|they|them|their|himself|herself|themselves|hers|theirs|(?:he|she|they)'(?:s|re|ll|ve|d))$/.test(
        word,
      )
    ) {
      const isPlural = /^the/.test(word);
      const gender = /^(?:he$|he'|him|his)/.test(word) ? "he" : "she";
      const mayMean = isPlural
        ? reader.mayBeThey && !isPartOfOthers(tokens, i, reader)
        : reader.isPerson && (reader.gender === undefined || reader.gender === gender);
      // Contracts can end, but only people ask.
      const isDoneByPeople =
        isPlural &&
        (word === "their" ||
          humanAfter(tokens, i) ||
          isAsked(tokens, i) ||
          (word === "them" && contacted.test(lowerOf(tokens[i - 1]))));
      const isRivaled = isPlural
        ? isDoneByPeople
          ? rivals.arePeople
          : rivals.isPlural
        : (rivals.genders.has(gender) && !isForReader(i, gender)) ||
          (rivals.genders.has("any") && !isCalledUpon(tokens, i, reader) && !isForReader(i, "any")) ||
          (rivals.genders.has("role") && !isReaders(tokens, i, reader) && !isAskedOf);
      // In "Rashid covers his shifts" the shifts are the reader's: a person does not cover their own.
      const isStoodFor =
        /^(?:his|her)$/.test(word) && standsIn.test(textOfRun(tokens, Math.max(0, i - 3), i).toLowerCase());
      if (mayMean && (!isRivaled || isStoodFor)) {
        edits.push({
          start: token.start,
          end: token.end,
          text: isDative(tokens, i)
            ? "you"
            : ownsDated(tokens, i)
              ? "your"
              : yours(word, tokens[i + 1], lowerOf(tokens[i - 1])),
        });
        if (/^(?:he|she|they)$/.test(word)) agreeAfter(i + 1);
        // "has he signed", "when does she come"
        if (/^(?:he|she)$/.test(word) && /^(?:has|is|was|does|hasn't|isn't|doesn't)$/.test(lowerOf(tokens[i - 1])))
          agreeAt(i - 1);
        // "our baker broke her wrist": the possessive belongs to the subject of its own clause.
      } else if (
        mayMean &&
        !isPlural &&
        reader.name !== "" &&
        !(/^(?:his|her)$/.test(word) && isOwnSubject(tokens, i)) &&
        !isRivalsOwn(gender, lowerOf(tokens[i + 1]))
      )
        isUncertain = true;
    }
    // "if you take them all and bring back the rest": an object leaves the subject.
    const isObject =
      edits.at(-1)?.start === token.start ||
      edits.at(-2)?.start === token.start ||
      isVerbal(tokens[i - 1]) ||
      /^(?:all|both|each)$/.test(word) ||
      (/^(?:before|after|until|till|since)$/.test(word) && /^(?:NOUN|PROPN|NUM|DET)$/.test(tokens[i + 1]?.pos ?? ""));
    if (
      isSubjectShifted &&
      /^(?:and|but|or)$/.test(lowerOf(tokens[i - 1])) &&
      (token.pos === "VERB" || isVerbWithObject(tokens, i))
    )
      agreeAt(i);
    else if (
      isSubjectShifted &&
      (token.pos === "PRON" || token.pos === "SCONJ") &&
      !isObject &&
      !/^(?:my|your|his|her|its|our|their|me|you|him|us|them)$/.test(word)
    )
      isSubjectShifted = false;
    note(tokens, i);
  }
  return { text: applied(text, edits), isUncertain };

  /** `rival` is a gender that was named. Somebody who was named in an earlier sentence is not meant by what the writer does or asks. */
  function isForReader(at: number, rival: string) {
    const isExpected =
      /^(?:he|she)$/.test(lowerOf(tokens[at])) &&
      /^(?:should|must|has to|needs to|can (?:borrow|pay|choose|collect|keep|book|use|have|call|ring))\b/.test(
        textOfRun(tokens, at + 1, at + 3),
      );
    // "Peter left and he must call": Peter may be meant as well.
    return (isExpected && rival === "any") || (named.has(rival) && (isExpected || isWriters || isAskedOf));
  }
  /** "Marcus takes my seat, he knows the figures": a name whose gender fits, and a reader whose name does not tell it. */
  function isRivalsOwn(gender: string, next: string) {
    // "she should call": what somebody has to do may be the reader's.
    if (/^(?:should|must|can|may|could|has|needs|shouldn't|mustn't|cannot|can't)$/.test(next)) return false;
    return rivals.genders.has(gender) && (reader.gender === undefined || beginsWithOther.test(lastClauseOf(earlier)));
  }
  function agreeAfter(from: number) {
    let at = from;
    while (adverb.test(lowerOf(tokens[at]))) at++;
    // "unless he minds": after a pronoun the last word of a clause is its verb, whatever the tagger takes it for.
    const isLast = tokens[at]?.pos === "NOUN" && (!tokens[at + 1] || tokens[at + 1]?.pos === "PUNCT");
    isSubjectShifted = isVerbal(tokens[at]) || (isLast && /^(?:he|she)$/.test(lowerOf(tokens[from - 1])));
    if (isSubjectShifted) agreeAt(at);
  }
  function agreeAt(at: number) {
    const verb = tokens[at];
    const agreed = verb && agreeWithYou(verb.text);
    if (verb && agreed && agreed !== verb.text) edits.push({ start: verb.start, end: verb.end, text: agreed });
  }
  function note(all: Token[], i: number) {
    const { single, isPlural, isFirm } = otherPersons(all, reader, i);
    // Only a reader whom the mail does not name, such as "our lawyer", gives way to a firm.
    if (isFirm && reader.name === "") rivals.isPlural = rivals.arePeople = true;
    if (isPlural && arePeople(all[i])) rivals.arePeople = true;
    if (single) rivals.genders.add(single);
    rivals.isPlural ||= isPlural;
  }
}

/** "eight of them are vegan": a number of others, unless a group of readers is meant and nobody else was counted. */
const isPartOfOthers = (tokens: Token[], at: number, reader: Reader) =>
  lowerOf(tokens[at]) === "them" &&
  lowerOf(tokens[at - 1]) === "of" &&
  (!reader.isGroup || tokens.slice(0, at).some(({ pos, text }) => pos === "NOUN" && isPluralNoun(text)));

// The clause before begins with the name of somebody else.
const beginsWithOther =
  /^(?:(?:Mr|Mrs|Ms|Dr)\.? )?(?!I\b)\p{Lu}\p{Ll}+ (?:\p{Lu}\p{Ll}+ )?(?:will|is|has|can|takes?|was|\p{Ll}+(?:s|ed)) /u;
const lastClauseOf = (text: string) =>
  text
    .trim()
    .split(/[.;!?,]\s+(?=\S)/)
    .at(-1) ?? "";

// These deeds are done to people only.
const contacted =
  /^(?:phone|call|ring|tell|visit|meet|e-?mail|mail|text|contact|inform|notify|ask|invite|thank|refund|reimburse|pay|phones|calls|rings|tells|visits|meets|contacts|informs|asks)$/;

/** "and brings back the rest": a verb that the tagger took for a plural. */
const isVerbWithObject = (tokens: Token[], at: number) =>
  /^\p{Ll}{3,}s$/u.test(tokens[at]?.text ?? "") &&
  /^(?:back|up|out|off|over|the|a|an|it|them|his|her|their|my|our|to)$/.test(lowerOf(tokens[at + 1]));

const standsIn = /\b(?:cover(?:s|ed|ing)?|takes? over|took over|stands? in for|replaces?|fills? in for)$/;

/** "if they can reprint it": only people are asked for what they can do. */
const isAsked = (tokens: Token[], at: number) =>
  /^(?:if|whether)$/.test(lowerOf(tokens[at - 1])) &&
  (/^(?:can|could|would|will)$/.test(lowerOf(tokens[at + 1])) || /^they'(?:ll|d)$/.test(lowerOf(tokens[at])));

/**
 * Whether a pronoun means the reader although a courier or an engineer was spoken of: such a role is seldom called "she", and what
 * somebody should do, gets or may want is what the mail tells its reader.
 */
function isReaders(tokens: Token[], at: number, reader: Reader): boolean {
  const word = lowerOf(tokens[at]);
  const next = lowerOf(tokens[at + 1]);
  const afterNext = lowerOf(tokens[at + 2]);
  // "our driver scratched his gate": what the writer's people damage is the reader's.
  if (/^(?:his|her)$/.test(word) && harmed.test(textOfRun(tokens, Math.max(0, at - 5), at))) return true;
  // "can he send two photos": a question is put to the reader.
  if (/^(?:he|she)$/.test(word) && at === 1 && /^(?:can|could|would|will)$/.test(lowerOf(tokens[0]))) return true;
  if (/^(?:she|her|hers|she'\p{L}+)$/u.test(word)) return reader.gender === "she";
  if (word === "him") return isVerbal(tokens[at - 1]) || /^(?:to|for|with)$/.test(lowerOf(tokens[at - 1]));
  if (word !== "he") return false;
  if (/^(?:should|shouldn't|must|has|needs|doesn't|may)$/.test(next))
    return (
      !/^(?:be|arrive|finish|come|take|call|start|been|had|got|a|the|no)$/.test(afterNext) &&
      (!/^(?:has|needs|doesn't)$/.test(next) || /^(?:to|have)$/.test(afterNext))
    );
  if (/^(?:gets|receives)$/.test(next)) return true;
  return (
    /^(?:if|unless|when|once)$/.test(lowerOf(tokens[at - 1])) &&
    /^(?:wants|needs|likes|prefers|agrees|minds)$/.test(next)
  );
}

/** "he should call us", "she doesn't have to come": at the start of a clause, what somebody may or has to do towards the writer. */
const isCalledUpon = (tokens: Token[], at: number, reader: Reader) =>
  at === 0 &&
  reader.gender === lowerOf(tokens[0]) &&
  calledUpon.test(textOfRun(tokens, 1, Math.min(tokens.length, 9)).toLowerCase());

const calledUpon =
  /^(?:should|must|can|may|has to|needs to|(?:doesn't|does not|does n't) (?:have|need) to|needn't) (?:please |just |also )?(?:(?:call|ring|write to|e-?mail|contact|tell|ask|inform|send|reach|visit) (?:me|us)\b|(?:come|reply|sign|worry|answer)\b)/;

const harmed =
  /\b(?:our|my) (?:\p{Ll}+ )?\p{Ll}+ (?:scratched|damaged|broke|hit|blocked|dented|bent|tore|cracked|flooded|stained|destroyed|(?:ran|drove|backed|crashed|knocked) (?:over|into|against))$/iu;

/** Whether a possessive follows a subject with its verb that is not the reader: "our baker broke her". */
const isOwnSubject = (tokens: Token[], at: number) =>
  (/^(?:our|my|the|a) (?:\p{Ll}+ )?\p{Ll}+ \p{Ll}+(?:ed|t|d|ke|pt|st)$|^(?:our|my) \p{Ll}+ (?:has |had )?\p{Ll}+$/u.test(
    textOfRun(tokens, 0, at),
  ) &&
    isVerbal(tokens[at - 1])) ||
  // "or the driver loses his slot", "or driver loses his slot"
  (isVerbal(tokens[at - 1]) &&
    tokens[at - 2]?.pos === "NOUN" &&
    isRole(tokens[at - 2]?.text ?? "") &&
    /^(?:or|and|but|,|the|our|my|a|because|otherwise)$/.test(lowerOf(tokens[at - 3])));

/** "her Sunday shift", "her next order": behind a day or "next" stands what the reader owns, unless it is a time. */
const ownsDated = (tokens: Token[], at: number) =>
  lowerOf(tokens[at]) === "her" &&
  isDateWord(tokens[at + 1]?.text ?? "") &&
  tokens[at + 2]?.pos === "NOUN" &&
  !isDateWord(tokens[at + 2]?.text ?? "") &&
  !/^(?:morning|evening|afternoon|night|noon|week|weekend|month|year|time|day|days|term|quarter|summer|winter|spring|autumn)s?$/i.test(
    tokens[at + 2]?.text ?? "",
  );

/** "gives her 300": the reader gets something. */
const isDative = (tokens: Token[], at: number) =>
  lowerOf(tokens[at]) === "her" &&
  /^(?:NUM|DET)$/.test(tokens[at + 1]?.pos ?? "") &&
  /^(?:give|gives|gave|send|sends|sent|offer|offers|offered|pay|pays|paid|owe|owes|grant|grants|lend|lends|bring|brings|show|shows|get|gets|cost|costs)$/.test(
    lowerOf(tokens[at - 1]),
  );

function yours(word: string, next: Token | undefined, before = ""): string {
  if (/^(?:he|she|they)$/.test(word)) return "you";
  if (/'/.test(word))
    return word
      .replace(
        /^(?:he|she|they)'(?:s|re)$/,
        /^(?:been|had|got|\p{L}+ed)$/u.test(lowerOf(next)) && /'s$/.test(word) ? "you've" : "you're",
      )
      .replace(/^(?:he|she|they)'/, "you'");
  if (/^(?:himself|herself|themselves)$/.test(word)) return "yourself";
  if (/^(?:hers|theirs)$/.test(word)) return "yours";
  if (
    word === "his" &&
    (next?.pos === "AUX" || /^(?:on|from|in|at|by|until|till|instead|and|too)$/.test(lowerOf(next)))
  )
    return "yours";
  if (/^(?:his|their)$/.test(word)) return "your";
  if (word === "her" && next && isDateWord(next.text) && /^(?:for|with|against|into|to)$/.test(before)) return "your";
  if (word === "her" && /^(?:last|first|final)$/.test(lowerOf(next))) return "your";
  if (word === "her" && next && /^(?:NOUN|ADJ|PROPN|NUM|VERB)$/.test(next.pos) && !isDateWord(next.text)) return "your";
  return "you";
}

/** The number of tokens of a mention of the reader at a position; a merge token stays, because it is filled in later. */
function mentionAt(tokens: Token[], at: number, reader: Reader): number {
  if (reader.isGroup && !/\s(?:and|&)\s/.test(reader.name)) return 0;
  for (const mention of reader.mentions) {
    if (mention.startsWith("{")) continue;
    const words = mention.split(/\s+/);
    // One of two readers is spoken of by name.
    if (reader.isGroup && words.length === 1) continue;
    // "the tenant" needs its article to mean the reader, "visa applicant Ms Torres" does not.
    const isNamed = reader.name !== "" && words.includes((reader.name.split(/\s+/).at(-1) ?? "").toLowerCase());
    const isRoleWord = !isNamed && words.some((word) => isRole(word));
    let from = at;
    if (/^(?:the|my|our)$/.test(lowerOf(tokens[at]))) from += 1;
    else if (isRoleWord) continue;
    const isMatch = words.every((word, i) => lowerOf(tokens[from + i]).replace(/\.$/, "") === word.replace(/\.$/, ""));
    const before = tokens[from - 1];
    // "wedding party okafor" names the party.
    const isNotedName = from === at && /^\p{Ll}/u.test(tokens[at]?.text ?? "") && before?.pos === "NOUN";
    if (isNotedName && /^\p{Ll}/u.test(before.text) && !isRole(before.text)) continue;
    const after = tokens[from + words.length];
    // "Acme invoice", "client meeting" name a thing, not the reader.
    if (isMatch && !(after && /^(?:NOUN|PROPN)$/.test(after.pos) && !isDateWord(after.text)))
      return from - at + words.length;
  }
  return 0;
}

function applied(text: string, edits: { start: number; end: number; text: string }[]): string {
  let result = "";
  let at = 0;
  for (const edit of edits.toSorted((a, b) => a.start - b.start)) {
    if (edit.start < at) continue;
    result += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return result + text.slice(at);
}
