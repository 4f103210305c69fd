// A subject from a sentence that says something about a thing: "School bus left without Kofi", "3 complaints about gearbox housings".
import { type Token, tokensOf } from "../text/parts-of-speech.ts";
import { listAt, phraseAt, readable, textOf } from "./noun-phrases.ts";

const mostCharacters = 60;

const fronted =
  /^(?:(?:and|but|so|also|however|unfortunately|sadly|second|third|first|finally|then|well|ok|okay|again|now|today|yesterday|meanwhile|lately|recently),?\s+|(?:on|at|in|for|since|during|after|before|due to|because of|following|as of|with|from|over|by|until)\s+[^,;.]{2,60}?,\s+|(?:on|for|since|at|in|from|as of)\s+(?:the\s+)?(?:\p{L}+\s+time(?:\s+(?:this|in)\s+\p{L}+(?:\s+\p{L}+)?)?|\p{Lu}\p{L}+day(?:\s+\d{1,2}(?:\s\p{Lu}\p{L}+)?)?|the\s+\d{1,2}(?:st|nd|rd|th)|\d{1,2}\s\p{Lu}\p{L}+|(?:last|this|next)\s\p{L}+),?\s+(?=(?:the|our|your|my|a|an|all|we|i)\s))+/iu;
/** "We are unable to accept the return of the coat." */
const refusing =
  /^(?:\p{L}+,?\s){0,3}?(?:i|we)\s(?:(?:are|am)\s(?:\p{L}+ly\s|sadly\s)?(?:unable|not able)\sto|cannot|can't|can\snot|will\snot\sbe\sable\sto|won't\sbe\sable\sto)\s(accept|deliver|offer|approve|refund|repair|replace|extend|ship|pay|provide|supply|attend|confirm|process|host|finish|complete|renew|release|return|install|fit|print|transport|insure|cover)\s(.{4,120})$/iu;

/** Verbs of talk and thought: their clause is the matter, not they. */
const talk =
  /^(?:say|tell|ask|think|know|hope|want|believe|mean|feel|seem|look|like|love|thank|wish|understand|suggest|mention|inform|advise|explain|write|call|try|help|let|remind|confirm|agree|promise|suit|apply|concern|happen)$/;
/** Verbs whose object is what the writer reports. */
const having =
  /^(?:have|had|get|got|receive|notice|see|find|experience|discover|register|suffer|report|lose|miss|order|buy|purchase|book|ship|return|launch|host|organi[sz]e|hold|plan|offer|open|review|discuss|finish|complete|move|install)$/;

/** "The pump [you sold us] loses pressure". */
const relative =
  /^((?:the|our|your|my|a)\s(?:\S+\s){1,4}?)(?:that\s|which\s)?(?:you|we|i)\s(?:have\s|had\s|just\s)?\p{L}+\s(?:(?:us|me|you|from you|from us|last \p{L}+)\s)?(?=\p{L}+(?:s|ed)\s|(?:is|are|was|were|has|have|does|do|did|came|broke|fell)\s)/iu;

/** "The CMR says +2 but your booking says -18". */
const conflict =
  /\b(?:the|your|our|my)\s+((?:[\p{L}-]+\s){0,2}[\p{L}-]+)\s+(?:says?|shows?|states?|has|lists?|is|was)\s+(\S{0,3}\d\S*(?:\s[\p{L}%]+)?),?\s+(?:but|while|whereas|and)\s+(?:the|your|our|my)\s+((?:[\p{L}-]+\s){0,2}[\p{L}-]+)\s+(?:says?|shows?|states?|has|lists?|is|was)\s+(\S{0,3}\d[^\s,.;?]*)/iu;

/** "Three things worry me: the penalty clause, the missing soil report." */
const listed =
  /^.{0,80}\b(?:things|points|issues|items|topics|changes|questions|requests|concerns|problems|faults|defects|remarks|news)\b[^:]{0,40}:\s+(?=\S+\s+\S)/iu;

/** A statement without articles and auxiliaries. Undefined if its subject is a pronoun or its verb says nothing. */
export function statementIn(sentence: string): string | undefined {
  if (/\?\s*$/.test(sentence)) return undefined;
  const differing = conflict.exec(sentence.slice(0, 400));
  if (differing) return `${differing[1]} ${differing[2]}, ${differing[3]} ${differing[4]}`;
  const refused = refusing.exec(sentence.slice(0, 300));
  if (refused) {
    const phrase = phraseAt(tokensOf(refused[2] ?? ""), 0);
    if (phrase?.isNamed) return `Cannot ${refused[1]?.toLowerCase()} ${textOf(phrase.words)}`;
  }
  const text = readable(sentence).replace(fronted, "").replace(relative, "$1");
  // "I'm two nurses short for Good Friday"
  const lacked =
    /^(?:I|we)(?:['’](?:m|re)| am| are) ((?:a|one|two|three|four|five|\d+) (?:\p{Ll}+ )?\p{Ll}+ short(?: (?:for|on|in|at) [\p{L}\d ]{3,30}?)?)(?=[.,;]|$)/iu.exec(
      text,
    )?.[1];
  if (lacked) return lacked;
  const lead = listed.exec(text)?.[0];
  if (lead) return listAt(tokensOf(text.slice(lead.length)), 0)?.text;
  const tokens = tokensOf(text);
  if (/^(?:i|we)$/i.test(tokens[0]?.text ?? "")) return reportOf(tokens);
  const subject = phraseAt(tokens, 0);
  const owned = ownedLine(text);
  if (owned) return owned;
  if (!subject?.isNamed) return undefined;
  const named = textOf(subject.words);
  const said = verbAt(tokens, subject.end);
  if (!said) return undefined;
  const line = said.text ? `${named} ${said.text}` : named;
  if (line.length > mostCharacters) return undefined;
  const rest = restOf(tokens, said.end, mostCharacters - line.length);
  if ((said.needsRest && (!/\d|\p{L}{4}/u.test(rest) || onlyWhen.test(rest))) || (said.needsFigure && !/\d/.test(rest)))
    return undefined;
  return rest ? `${line} ${rest}` : line;
}

/** "We go on Tuesday 19 May instead", "we sing in the church after all": the plan that holds now. */
export function changedPlan(sentence: string): string | undefined {
  const [, verb = "", rest = "", how = ""] =
    /(?:^|[,;:]\s+|\band\s+|\bso\s+)[Ww]e(?:['’]ll| will| now| shall| are going to| have to| need to)* (\p{Ll}{2,}) ([^,;.:?]{4,50}?) (instead|after all)\b/u.exec(
      sentence.slice(0, 300),
    ) ?? [];
  // "The stocktake is on Saturday 23rd now", "the hearing is now on 4 May, not on the 2nd"
  const [, thing = "", day = ""] =
    /(?:^|[,;:]\s+|\bbut\s+|\bthat\s+)(?:the |our |your )?(\p{L}[\p{L} -]{3,30}?) (?:is|will be|takes place) (?:now )?on ((?:the )?(?:mon|tue|wed|thu|fri|sat|sun)\p{L}*(?: (?:the )?\d{1,2}(?:st|nd|rd|th)?)?(?: (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\p{L}*)?|\d{1,2} (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\p{L}*)(?= (?:now|instead)\b|,? (?:and )?not\b)/iu.exec(
      sentence.slice(0, 300),
    ) ?? [];
  if (thing && day) return `${thing} moved to ${day}`;
  // "The scaffolding won't come down on the 27th as planned but on Friday 31 July"
  const [, late = "", until = ""] =
    /^(?:the |our |your )?(\p{L}[\p{L}\d ]{3,40}?) (?:won['’]t|will not|can['’]t|cannot|doesn['’]t|does not) [^,;.]{3,60}? but (?:only |now )?(?:on |from )?((?:\p{L}+day,? )?(?:the )?\d{1,2}(?:st|nd|rd|th)?(?: (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\p{L}*)?)/iu.exec(
      sentence.slice(0, 300),
    ) ?? [];
  if (late && until) return `${late} moved to ${until}`;
  const isDay = /^(?:on|to) (?=(?:the )?(?:\p{Lu}\p{Ll}+day|\d))/u;
  if (!verb) return undefined;
  return isDay.test(rest) ? `Moved to ${rest.replace(isDay, "")}` : `${verb} ${rest} ${how}`;
}

/** "Arun has his knee operation on Tuesday": whose the matter is. */
function ownedLine(text: string): string | undefined {
  const [, who = "", rest = ""] =
    /^((?:(?:my|our) \p{Ll}+|\p{Lu}\p{L}+)(?: \p{Lu}\p{L}+)?) (?:has|had|will have|gets) (?:his|her|their) (.{4,120})/u.exec(
      text,
    ) ?? [];
  const phrase =
    who && !/^(?:The|This|That|It|He|She|They|We|You|Nobody|Everyone|Who)$/.test(who)
      ? phraseAt(tokensOf(rest), 0)
      : undefined;
  return phrase?.isNamed ? `${who}'s ${textOf(phrase.words)}` : undefined;
}

const isMotion = /^(?:come|go|move|return|switch|change|travel|fly|belong|lead|rise|fall|drop)$/;
const onlyWhen = /^(?:here|there|today|yesterday|tomorrow|now|back|away|this morning|last night)$/i;

type Verb = { text: string; end: number; needsRest: boolean; needsFigure: boolean };

/** The verb at a token with what its auxiliaries say: "to be resurfaced", "not delivered", "cannot come". */
function verbAt(tokens: Token[], start: number): Verb | undefined {
  let at = start;
  while (/^(?:AUX|ADV)$/.test(tokens[at]?.pos ?? "") || /^(?:not|n't)$/i.test(tokens[at]?.text ?? "")) at++;
  const group = tokens.slice(start, at).map(({ text }) => text.toLowerCase());
  const has = (words: RegExp) => group.some((word) => words.test(word));
  const verb = tokens[at];
  // "The trip takes place on Thursday" says when it is.
  if (verb?.lemma === "take" && tokens[at + 1]?.text === "place")
    return { text: "", end: at + 2, needsRest: true, needsFigure: false };
  const isDenied = has(/^(?:not|n't|cannot)$/);
  const isCopula = has(/^(?:is|are|was|were|be|been|'s|'re)$/);
  if (!verb || has(/^(?:would|should|may|might|shall|must|do|does)$/) || (has(/^could$/) && !isDenied))
    return undefined;
  if (verb.pos !== "VERB") {
    if (!isCopula || !/^(?:ADJ|ADP|NUM|DET|NOUN)$/.test(verb.pos)) return undefined;
    return { text: isDenied ? "not" : "", end: at, needsRest: true, needsFigure: false };
  }
  const next = tokens[at + 1]?.text ?? "";
  const isClause = /^(?:that|whether|if|how)$/i.test(next) || (/^to$/i.test(next) && !isMotion.test(verb.lemma));
  if (talk.test(verb.lemma) || isClause) return undefined;
  const isAble = has(/^(?:can|ca|cannot)$/);
  const isAhead = has(/^(?:will|'ll|wo)$/);
  const able = isAble ? (isDenied ? "cannot " : "can ") : isDenied ? "not " : "";
  const ahead = isAhead ? (isCopula ? "to be " : "to ") : isAble && isCopula ? "be " : "";
  const word = isAhead && !isCopula ? verb.lemma : verb.text;
  return { text: `${able}${ahead}${word}`, end: at + 1, needsRest: false, needsFigure: isAble && !isDenied };
}

/** "We have had no collection in Larch Drive for three weeks": the object is the matter. */
function reportOf(tokens: Token[]): string | undefined {
  let at = 1;
  while (
    tokens[at] &&
    (tokens[at]?.pos === "AUX" ||
      tokens[at]?.pos === "ADV" ||
      /^(?:have|had|has|been)$/i.test(tokens[at]?.text ?? "")) &&
    !(/^(?:have|had)$/i.test(tokens[at]?.text ?? "") && /^(?:DET|NOUN|ADJ|NUM)$/.test(tokens[at + 1]?.pos ?? ""))
  ) {
    if (/^(?:not|n't|would|could|should|can|'d)$/i.test(tokens[at]?.text ?? "")) return undefined;
    at++;
  }
  const verb = tokens[at];
  if (!verb || !having.test(verb.lemma)) return undefined;
  const isNone = /^no$/i.test(tokens[at + 1]?.text ?? "");
  const phrase = phraseAt(tokens, at + 1);
  return phrase?.isNamed ? `${isNone ? "no " : ""}${textOf(phrase.words)}` : undefined;
}

/** The words behind the verb, as far as whole groups fit. */
function restOf(tokens: Token[], start: number, room: number): string {
  let text = "";
  let at = start;
  for (let nth = 0; nth < 4; nth++) {
    const first = tokens[at];
    if (
      !first ||
      /^[.,;:!?(–—]$/.test(first.text) ||
      (/^(?:PRON|AUX|SCONJ|CCONJ)$/.test(first.pos) && !/^(?:since|my|your|our|his|her|their|its)$/i.test(first.text))
    )
      break;
    const isLink =
      first.pos === "ADP" || first.pos === "PART" || /^(?:since|until|again|down|off|out|up)$/i.test(first.text);
    if (/^(?:ADV|ADJ)$/.test(first.pos) && !isLink) {
      const word = ` ${first.text}`;
      if (/^(?:unfortunately|really|very|still|already|now|currently)$/i.test(first.text)) {
        at++;
        continue;
      }
      const phrase = phraseAt(tokens, at);
      if (phrase && phrase.words.length > 1) {
        const more = ` ${textOf(phrase.words)}`;
        if (text.length + more.length > room) break;
        text += more;
        at = phrase.end;
        continue;
      }
      if (text.length + word.length > room) break;
      text += word;
      at++;
      continue;
    }
    const phrase = phraseAt(tokens, isLink ? at + 1 : at, room - text.length - (isLink ? first.text.length + 2 : 1));
    if (!phrase) {
      if (isLink && /^(?:again|down|off|out|up)$/i.test(first.text) && text.length + first.text.length < room) {
        text += ` ${first.text}`;
        at++;
        continue;
      }
      break;
    }
    const determiner =
      isLink && /^(?:my|your|our|his|her|their|its)$/i.test(tokens[at + 1]?.text ?? "")
        ? `${tokens[at + 1]?.text} `
        : "";
    const more = ` ${isLink ? `${first.text} ` : ""}${determiner}${textOf(phrase.words)}`;
    if (text.length + more.length > room) break;
    text += more;
    at = phrase.end;
  }
  return text.trim();
}
