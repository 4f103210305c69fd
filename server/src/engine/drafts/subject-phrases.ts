// Phrases that make the subject line of a draft.

import { isDateWord, isNominal, isVerbal, lowerOf, textOf, wordsIn } from "../intents/words.ts";
import { capitalize } from "../text/words.ts";

/** The content up to its first subordinate part. */
export function short(content: string): string {
  const cut =
    content.split(
      /,\s|\s(?:because|since|so that|if|unless|which|who|as(?= (?:I|we|you|he|she|they|it|the|our|my|there) )|when|but|although)\s/i,
    )[0] ?? content;
  return cut.split(/\s+/).length <= 12
    ? cut
    : cut
        .split(/\s+/)
        .slice(0, 11)
        .join(" ")
        .replace(
          /(?:\s(?:and|or|the|a|an|of|for|to|in|on|at|by|with|from|our|my|your|is|are|was|were|will|be|has|have|because|due|after|before|until|since|per|via|than|that|about|regarding|without|new|between(?: \S+)?))+$/i,
          "",
        );
}

export const withoutArticle = (text: string) => text.replace(/^(?:the|an?)\s+/i, "");

const links = /^(?:of|for|with|from|in|on|at|about|by|regarding|between|to|against)$/;

/** The most telling noun phrase with what belongs to it: "contract with Soltec". */
export function topicIn(content: string): string {
  const tokens = wordsIn(content);
  let best = "";
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i];
    if (
      !token ||
      !(isNominal(token) || token.pos === "ADJ" || token.pos === "DET" || /^(?:my|our|your)$/.test(lowerOf(token)))
    )
      continue;
    if (isVerbal(tokens[i - 1]) === false && lowerOf(tokens[i - 1]) === "to" && token.pos === "NOUN" && i === 1)
      continue;
    const end = phraseEnd(tokens, i);
    const phrase = withoutArticle(textOf(content, tokens, i, end));
    const nouns = tokens
      .slice(i, end)
      .filter((each) => isNominal(each) && !isDateWord(each.text) && each.pos !== "NUM");
    if (
      nouns.length > 0 &&
      !/^(?:thing|way|time|end|moment|day|days|week|month|lot|person|people|everything)$/i.test(phrase)
    ) {
      best = phrase;
      break;
    }
    i = Math.max(i, end - 1);
  }
  return short(best).replace(/\s(?:in|at|on) (?:front|back|top|behalf|terms|case|need)$/i, "");
}

function phraseEnd(tokens: ReturnType<typeof wordsIn>, from: number): number {
  let i = from;
  while (i < tokens.length && i < from + 10) {
    const token = tokens[i];
    if (!token) break;
    const isPart =
      isNominal(token) ||
      token.pos === "ADJ" ||
      token.pos === "DET" ||
      token.pos === "SYM" ||
      /^['’]s$|^(?:my|our|your|his|her|their|#|%|-)$/i.test(token.text);
    const joins =
      links.test(lowerOf(token)) &&
      i > from &&
      i + 1 < tokens.length &&
      !isVerbal(tokens[i + 1]) &&
      !/^(?:me|us|you|him|her|them|it)$/.test(lowerOf(tokens[i + 1]));
    const and = lowerOf(token) === "and" && isNominal(tokens[i - 1]) && isNominal(tokens[i + 1]);
    if (!isPart && !joins && !and) break;
    i++;
  }
  while (i > from && !isNominal(tokens[i - 1]) && tokens[i - 1]?.pos !== "SYM") i--;
  return Math.max(i, from + 1);
}

/** A noun begins with a small letter behind a colon; a name or an abbreviation keeps its capital. */
export const lowerStart = (text: string) =>
  /^(?:The|A|An|Your|Our|My|Invoice|Order|Flight|Meeting|Delivery|Payment|Booking)\b/.test(text)
    ? text.charAt(0).toLowerCase() + text.slice(1)
    : text;

/** "whether we need a licence to put tables on the pavement" names its matter by its nouns or by what the reader is to do. */
export function questionLine(content: string, stated: (text: string) => string): string {
  // "how to export all my data"
  if (/^(?:how|where|when) to \p{Ll}/iu.test(content) && content.split(/\s+/).length <= 10)
    return `Question: ${short(content)}`;
  // "why my card was charged twice"
  const wronged =
    /^why (?:the |my |our |your )?(\p{Ll}[^,]*? (?:was|were|is|are|has been|have been) (?:not |still |only )?\p{L}+ed\b.*)$/iu.exec(
      content,
    )?.[1];
  if (wronged) return `Question: ${lowerStart(stated(wronged))}`;
  const asked = content
    .replace(
      /^(?:whether|if) (?:you|he|she|they) (?:(?:already|also|still|perhaps) )?(?:knows?|remembers?|heard|noticed|thinks?) (?=(?:whether|if|when|what|how|who|where|which|why)\b)/i,
      "",
    )
    .replace(/^(?:how (?:many|much|long|often|far|big|soon)|whether|if|when|what|how|who|where|which|why)\s+/i, "")
    .replace(
      /^(?:you|I|we|it|they) (?:(?:have |has |had |will |can |could )?(?:got|get|received|receive|seen|see|had|have|need|want|use|take)) /i,
      "",
    );
  const deed =
    /^you(?:['’]d| would| could| can| will| want to| are able to)?(?: be able to| like to| please)? (?!have\b|know\b|are\b|need\b|get\b|do\b)(\p{Ll}+ (?:the|my|our|a|an|us|me|his|her|this|on|for|to) .+)$/u.exec(
      asked,
    )?.[1];
  if (deed && short(deed).split(" ").length <= 10) return `Question: ${short(deed)}`;
  const first = topicIn(asked);
  // One noun says little, and a short question all: "Question: start 2 days earlier".
  const isPoor =
    first.split(/\s+/).filter((word) => !/^(?:your|my|our|the|of|a|an|\d+)$/i.test(word)).length < 2 &&
    !/\d{3}/.test(first);
  const whole = isPoor && first ? wholeQuestion(content) : undefined;
  if (whole) return whole;
  if (!first) return "A question";
  const at = asked.indexOf(first);
  const second =
    (/\s/.test(first) && !/^(?:your|my|our) \p{L}+$/u.test(first)) || at < 0
      ? ""
      : topicIn(asked.slice(at + first.length));
  return `Question: ${second && second !== first ? `${first}, ${second}` : first}`;
}

/** A short question in its own words. */
export function wholeQuestion(content: string): string | undefined {
  // "whether you have heard back from the lawyers" → "Have you heard back from the lawyers?"
  const [, who, verb = "", rest = ""] =
    /^(?:whether|if) (you|we|they|it|he|she) (are|is|have|has|was|were) (?!to\b)(.+)$/isu.exec(short(content)) ?? [];
  if (who && rest.split(/\s+/).length <= 8) return `${capitalize(verb)} ${who} ${rest}?`;
  const whole = short(content)
    .replace(
      /^(?:whether|if) (?:(?:you|I|we|they|it) (?:can|could|will|would|should|may|might|want to|need to|have to) (?:also |still |please |already )?)?/i,
      "",
    )
    .replace(/^(?!how|what|when|where|who|which|why)(?:the|an?) /i, "");
  return /\s/.test(whole) && whole.split(/\s+/).length <= 9 ? `Question: ${whole}` : undefined;
}

const date =
  /(?<!\b(?:by|until|till|before|since|latest) (?:the )?)\b(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day,? )?(?:(?:the )?\d{1,2}(?:st|nd|rd|th)?(?: of)? (?:January|February|March|April|May|June|July|August|September|October|November|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\b|(?:January|February|March|April|May|June|July|August|September|October|November|December) \d{1,2}\b)|(?<!\b(?:by|until|till|before|since|latest) )\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b/gu;

/** An event is found again by its day: "Invitation: dinner, 22 March". */
export function withDay(line: string, content: string): string {
  if (/\d|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|tomorrow|today|tonight|week|month/i.test(line) || line.length > 45)
    return line;
  const found = [...new Set(content.match(date) ?? [])];
  return found.length === 1 ? `${line}, ${found[0]}` : line;
}

/** "how long delivery takes" without the words that ask. */
export const withoutAsking = (content: string) =>
  content.replace(
    /^(?:how (?:long|much|many|often|soon|far|late|early)|whether|if|when|what|how|who|where|which|why)\s+/i,
    "",
  );
