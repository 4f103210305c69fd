import type { Act } from "../intents/clause.ts";
import type { Intent, SpokenClause } from "../intents/read-intent.ts";
import { isDateWord, isNominal, isVerbal, lowerOf, textOf, wordsIn } from "../intents/words.ts";
import { capitalize } from "../text/words.ts";
import { withArticle } from "./grammar.ts";

// Acts that give a mail its subject. The first clause with one of them decides; without one, a statement or another act does.
const ranks: Act[] = [
  "condole",
  "resign",
  "apply",
  "congratulate",
  "invite",
  "complain",
  "cancel",
  "decline",
  "apologize",
  "announce",
  "remind",
  "follow-up",
  "accept",
  "confirm",
  "introduce",
  "welcome",
  "write",
];

/** A specific line from the main clause, never the order itself. */
export function subjectLine({ clauses, isReply, topic }: Intent): string {
  // The user named the matter.
  if (/\s/.test(topic) && !/\b(?:blurb|mail|e-?mail|note|message|letter|newsletter|circular|memo)$/i.test(topic))
    return clip(capitalize(withoutArticle(topic)));
  const [first] = clauses;
  const firstStated =
    first &&
    /^(?:state|tell|dictated)$/.test(first.act) &&
    !/^this concerns /.test(first.content) &&
    topicIn(bare(first.content)) !== ""
      ? first
      : undefined;
  // "…, sorry for the trouble" at the end is not what the mail is about.
  const isAfterthought = (clause: SpokenClause) =>
    firstStated !== undefined &&
    clause.act === "apologize" &&
    !/^you\b|\b(?:died|passed away|complain\w*)\b/i.test(firstStated.content);
  const main =
    clauses.find(
      (clause) =>
        ranks.includes(clause.act) && (clause.content !== "" || clause.form === "none") && !isAfterthought(clause),
    ) ??
    firstStated ??
    clauses.find(({ act }) => !/^(?:state|dictated|fragment|mention|thank|explain|question|instruct)$/.test(act)) ??
    clauses[0];
  if (!main) return "";
  const line = specific(main, clauses) || clauses.map((clause) => lineFor(clause, clauses)).find(Boolean) || "";
  return clip(capitalize(isReply && line && !/^Re:/i.test(line) ? line : line));
}

/** A line that only names the kind of mail takes its matter from another clause. */
function specific(main: SpokenClause, clauses: SpokenClause[]): string {
  const line = lineFor(main, clauses);
  if (!/^(?:A question|A request|Follow-up|Complaint|Invitation|Confirmation|Change of plan)$/.test(line)) return line;
  const other = clauses
    .filter((clause) => clause !== main)
    .map((clause) => (clause.act === "fragment" ? short(bare(clause.content)) : lineFor(clause, clauses)))
    .find((each) => /\s/.test(each) && !/^(?:A question|A request|Follow-up)$/.test(each));
  if (!other) return line;
  return /^(?:A question|A request|Change of plan)$/.test(line) ? other : `${line}: ${lowerStart(other)}`;
}

/** A noun begins with a small letter behind a colon; a name or an abbreviation keeps its capital. */
const lowerStart = (text: string) =>
  /^(?:The|A|An|Your|Our|My|Invoice|Order|Flight|Meeting|Delivery|Payment|Booking)\b/.test(text)
    ? text.charAt(0).toLowerCase() + text.slice(1)
    : text;

function lineFor(clause: SpokenClause, clauses: SpokenClause[]): string {
  const { act, form } = clause;
  const content = bare(clause.content.replace(/\s*\([^)]*\)/g, ""));
  const topic = () => topicIn(content);
  const withTopic = (before: string, alone: string) => {
    const found = topic();
    return found ? `${before}${found}` : alone;
  };
  switch (act) {
    case "condole":
      return "Condolences";
    case "resign":
      return "Resignation";
    case "congratulate":
      return content ? `Congratulations on ${content.replace(/^the /i, "your ")}` : "Congratulations";
    case "invite":
      return withTopic("Invitation: ", "Invitation");
    case "complain":
      return content ? `Complaint: ${withoutArticle(short(content.split(":")[0] ?? content))}` : "Complaint";
    case "apologize":
      return form === "that"
        ? headline(content)
        : content
          ? `Apologies for ${/^\p{L}+ing\b/u.test(content) ? short(content) : withArticle(short(content))}`
          : "Apologies";
    case "thank":
      return content ? `Thank you for ${withArticle(short(content))}` : "Thank you";
    case "remind":
      return form === "that" ? `Reminder: ${headline(content)}` : `Reminder: ${lower(withoutArticle(short(content)))}`;
    case "follow-up":
      return content ? `Follow-up: ${withoutArticle(short(content.split(":")[0] ?? content))}` : "Follow-up";
    case "decline":
    case "accept":
    case "confirm":
    case "announce":
      if (form === "that") return headline(content);
      if (act === "confirm") return withTopic("Confirmation: ", "Confirmation");
      if (act === "accept" && content && !/\s/.test(withoutArticle(content)))
        return `Acceptance of ${withArticle(content)}`;
      return withoutArticle(short(content)) || capitalize(act);
    case "introduce":
      return content === "myself" ? "Introduction" : withTopic("Introduction: ", "Introduction");
    case "welcome":
      return content ? `Welcome to ${short(content)}` : "Welcome";
    case "cancel": {
      const found = topicIn(content.replace(/^\p{L}+\s+/u, ""));
      return found
        ? `${/^(?:cancel|call off)/i.test(content) ? "Cancellation" : "Change"}: ${found}`
        : "Change of plan";
    }
    case "apply":
      return `Application${/\bfor\b/i.test(content) ? ` for ${withArticle(short(content.replace(/^.*?\bfor\s+/i, "")))}` : ""}`;
    case "ask":
      return form === "about" || form === "thing"
        ? `Question about ${withArticle(short(content))}`
        : questionLine(content);
    case "request":
      if (form === "thing") return `Request: ${lower(withoutArticle(short(content)))}`;
      if (
        isShort(content) &&
        !/^(?:not|re-?send|send|give|provide|forward|share|let|tell|show|e-?mail)\b/i.test(content)
      )
        return `Request: ${short(content)}`;
      return topicIn(content.replace(/^(?:not )?\p{L}+\s+/u, ""))
        ? `Request: ${topicIn(content.replace(/^(?:not )?\p{L}+\s+/u, ""))}`
        : "A request";
    case "propose":
      return (
        topicIn(/\bfor (.+)/i.exec(content)?.[1]?.replace(/ with (?:you|me|us|him|her|them)\b/i, "") ?? "") ||
        `Proposal: ${withoutArticle(short(content))}`
      );
    case "write":
      return withoutArticle(short(content));
    case "state":
    case "dictated":
    case "tell":
    case "promise":
    case "assure":
      if (form === "about") return `Update: ${withoutArticle(short(content))}`;
      return headline(content) || topic();
    case "wish":
      return content ? capitalize(short(content)) : "";
    case "fragment":
      return clauses.length > 1 && clause.isNote ? "" : short(content);
    default:
      return topic();
  }
}

/** "whether we need a licence to put tables on the pavement" names its matter by its nouns or by what the reader is to do. */
function questionLine(content: string): string {
  // "how to export all my data"
  if (/^(?:how|where|when) to \p{Ll}/iu.test(content) && content.split(/\s+/).length <= 10)
    return `Question: ${short(content)}`;
  // "why my card was charged twice"
  const wronged =
    /^why (?:the |my |our |your )?(\p{Ll}[^,]*? (?:was|were|is|are|has been|have been) (?:not |still |only )?\p{L}+ed\b.*)$/iu.exec(
      content,
    )?.[1];
  if (wronged) return `Question: ${lowerStart(headline(wronged))}`;
  const asked = content
    .replace(/^(?:whether|if|when|what|how|who|where|which|why)\s+/i, "")
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
  if (!first) return "A question";
  const at = asked.indexOf(first);
  const second =
    (/\s/.test(first) && !/^(?:your|my|our) \p{L}+$/u.test(first)) || at < 0
      ? ""
      : topicIn(asked.slice(at + first.length));
  return `Question: ${second && second !== first ? `${first}, ${second}` : first}`;
}

const bare = (text: string) =>
  text
    .trim()
    .replace(/[.,;:!?]+$/, "")
    .replace(/^(?!(?:I|we|you)\b)(?:(?:the|a|an)\s+)?(.+?)\s+from you\b/i, "your $1");
const lower = (text: string) => (/^\p{Lu}\p{Ll}/u.test(text) ? text : text);
const withoutArticle = (text: string) => text.replace(/^(?:the|an?)\s+/i, "");

/** A short sentence says more than its noun: "We found the bug". */
const isShort = (line: string) => short(line).split(/\s+/).length <= 8;

/** The content up to its first subordinate part. */
function short(content: string): string {
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

/** "The office is closed on Friday" → "Office closed on Friday". A statement about the writer or reader gives its topic. */
function headline(content: string): string {
  // "we received your application but the position is filled": what matters follows the thanks.
  const turn =
    /^(?:I|we) (?:have )?(?:received|got|read|looked at|considered|appreciate|understand|know|like|liked|would love|['’]d love)\b.*? but (?:unfortunately |sadly )?(.+)$/is.exec(
      bare(content),
    )?.[1];
  const line = turn ? bare(turn) : bare(content);
  // "you wanted to know if you can fetch it on Saturday": the question is the matter, not that it was asked.
  const wondered =
    /^you (?:want(?:ed)?|would like|asked|wonder(?:ed)?)(?: to know)? ((?:if|whether|when|how|what|where|why|which) .+)$/isu.exec(
      line,
    )?.[1];
  if (wondered)
    return questionLine(wondered.split(/\. /)[0] ?? wondered).replace(/^(?:A question|Question)/, "Your question");
  const [, counted, due] = /^this is (?:our|my) (\p{L}+ reminder) that (.+)$/isu.exec(line) ?? [];
  if (counted && due) return `${capitalize(counted)}: ${headline(due)}`;
  // "I am not interested": without its negation a line says the opposite.
  const refused = /^(?:I|we)(?: am| are|['’]m|['’]re) (not (?!only\b|just\b).+)$/iu.exec(line)?.[1];
  if (refused) return short(refused);
  if (
    /^(?:I|we) (?:cannot|can['’]t|can not|won['’]t|will not|do not|don['’]t|did not|didn['’]t|have not|haven['’]t) /i.test(
      line,
    )
  )
    return short(line);
  if (
    /^(?:I|we|you|he|she|they|it|there|this|that|please|I['’]\p{L}+|we['’]\p{L}+|you['’]\p{L}+|it['’]s)\b/iu.test(line)
  )
    return [line, line.split(/\s(?:and|but)\s/)[0] ?? line].find((part) => isShort(part) && part.includes(" "))
      ? short(isShort(line) ? line : (line.split(/\s(?:and|but)\s/)[0] ?? line))
      : topicIn(short(line)) || short(line);
  if (/^(?:my|our|your)\s/i.test(line)) return short(line);
  const said = withoutArticle(line)
    .replace(
      /\s(?:is|are|was|were)\s(?=(?:not|no longer|now|closed|\p{L}+ed|late|down|open|ready|full|available|unavailable|out|due|on)\b)/iu,
      " ",
    )
    .replace(/\s(?:has|have) been\s/i, " ");
  return short(said);
}

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
  return short(best);
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

const clip = (text: string) => (text.length <= 80 ? text : `${text.slice(0, 78).replace(/\s+\S*$/, "")}…`);
