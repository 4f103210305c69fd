import type { Act } from "../intents/clause.ts";
import type { Intent, SpokenClause } from "../intents/read-intent.ts";
import { identifierIn } from "../subjects/acts.ts";
import { capitalize } from "../text/words.ts";
import { withArticle } from "./grammar.ts";
import {
  lowerStart,
  questionLine,
  short,
  topicIn,
  wholeQuestion,
  withDay,
  withoutArticle,
  withoutAsking,
} from "./subject-phrases.ts";
import { isEmptyLine, isThin, subjectQuality } from "./subject-quality.ts";

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
export function subjectLine({ clauses, topic }: Intent): string {
  // The user named the matter.
  if (/\s/.test(topic) && !/\b(?:blurb|mail|e-?mail|note|message|letter|newsletter|circular|memo)$/i.test(topic))
    return clip(capitalize(withoutArticle(topic)));
  if (clauses.some(({ act, content }) => act === "state" && isLoss.test(content))) return "My sincere condolences";
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
  const line = bestLine(main, clauses);
  const isEvent = /^(?:invite|cancel|announce|remind|intend)$/.test(main.act);
  const marked = withMark(line, clauses);
  return clip(capitalize(isEvent && marked === line ? withDay(line, main.content) : marked));
}

/** The line of the main clause. If it names no matter, another clause does; if it names one thing, another clause adds to it. */
function bestLine(main: SpokenClause, clauses: SpokenClause[]): string {
  const lines = clauses.map((clause) => ({ clause, line: lineFor(clause, clauses) }));
  const own = askedWhole(specific(main, clauses), main) || (lines.find(({ line }) => line)?.line ?? "");
  if (/^(?:resign|condole|congratulate|apply|invite|welcome|introduce)$/.test(main.act)) return own;
  const isEmpty = isEmptyWords.test(main.content) || isEmptyLine(own);
  if (!isEmpty && !isThin(own)) return own;
  const [best] = lines
    .filter(
      ({ clause, line }) =>
        clause !== main && line !== "" && line !== own && !isEmptyWords.test(clause.content) && !isEmptyLine(line),
    )
    .map(({ clause, line }, i) => {
      const wish = /^(?:ask|request|question)$/.test(clause.act) ? 0.6 : 0;
      const price = /^(?:thank|mention|fragment|wish|apologize)$/.test(clause.act) ? 0.5 : 0;
      return { line, quality: subjectQuality(line) + wish - price - 0.45 * i };
    })
    .toSorted((one, other) => other.quality - one.quality);
  if (!best) return own;
  if (isEmpty) return best.line;
  const detail = best.line.replace(/^(?:Question|Request|Reminder|Proposal|Confirmation)( about)?:? /, "");
  const joined = `${own}${own.includes(":") ? "," : ":"} ${lowerStart(detail)}`;
  return joined.length > longestJoined || /^(?:I|we|you|he|she|they|it|please)\b/i.test(detail) ? own : joined;
}
const longestJoined = 60;
/** Sentences that only open or soften a mail. */
const isEmptyWords =
  /^(?:unfortunately,? )?(?:(?:I|we) do not have good news for you|(?:I|we)(?: am| are|['’]m|['’]re) (?:very |so )?sorry(?: about this)?|yes|no|here (?:is|are) (?:our|my|the) (?:quote|offer|reasons|answers?)|(?:I|we) act for .*|(?:I|we) have to decline|(?:I|we) need the following)[.,:]?$/i;

/** A line without a figure gets the number by which its matter is filed: "order 5512". */
function withMark(line: string, clauses: SpokenClause[]): string {
  if (/\d/.test(line) || line.length > 50 || /^(?:My sincere )?condolences/i.test(line)) return line;
  const text = clauses.map(({ content, source }) => `${content} ${source}`).join(". ");
  const number = identifierIn(text) ?? /\b(?:PO|ref|reference)\.? [\p{L}]{0,4}[-/]?\d[\p{L}\d/-]+/u.exec(text)?.[0];
  if (!number) return line;
  const [kind = ""] = number.split(" ");
  return line.toLowerCase().includes(kind.toLowerCase())
    ? line.replace(new RegExp(`\\b${kind}\\b`, "i"), number)
    : `${line}, ${number}`;
}

/** A question without a noun is its own subject: "Question: Tuesday works". */
const askedWhole = (line: string, { content }: SpokenClause) =>
  line === "A question" ? (wholeQuestion(content) ?? line) : line;

const isLoss =
  /^your (?:late |dear )?(?:(?:grand)?(?:father|mother|son|daughter)|husband|wife|brother|sister|uncle|aunt|partner|dad|mum|mom|child|baby|friend)(?: \p{Lu}\p{Ll}+)? (?:has |have )?(?:passed away|died)\b/iu;

/** A line that only names the kind of mail takes its matter from another clause. */
function specific(main: SpokenClause, clauses: SpokenClause[]): string {
  const line = lineFor(main, clauses);
  if (!/^(?:A question|A request|Follow-up|Complaint|Invitation|Confirmation|Change of plan|Apologies)$/.test(line))
    return line;
  const other = clauses
    .filter((clause) => clause !== main)
    .map((clause) => (clause.act === "fragment" ? short(bare(clause.content)) : lineFor(clause, clauses)))
    .find((each) => /\s/.test(each) && !/^(?:A question|A request|Follow-up)$/.test(each));
  if (!other) return line;
  return /^(?:A question|A request|Change of plan|Apologies)$/.test(line) ? other : `${line}: ${lowerStart(other)}`;
}

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
    case "resign": {
      const [, day] = lastDay.exec(clauses.map((each) => each.content).join(". ")) ?? [];
      return day ? `Resignation as of ${day}` : "Resignation";
    }
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
        : questionLine(content, headline);
    case "request": {
      // "give our new colleague access to the CRM"
      const [, who, granted] =
        /^(?:give|grant) (.{3,60}?) ((?:access|permission|leave|admission)\b.*)$/isu.exec(content) ?? [];
      if (who && granted) return `Request: ${short(granted).replace(/ (?:by|before|until) .*$/i, "")} for ${who}`;
      if (form === "thing") return `Request: ${lower(withoutArticle(short(content)))}`;
      if (
        isShort(content) &&
        !/^(?:not|re-?send|send|give|provide|forward|share|let|tell|show|e-?mail)\b/i.test(content)
      )
        return `Request: ${short(content)}`;
      return topicIn(content.replace(/^(?:not )?\p{L}+\s+/u, ""))
        ? `Request: ${topicIn(content.replace(/^(?:not )?\p{L}+\s+/u, ""))}`
        : "A request";
    }
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
      // "12 kegs, not 20" corrects a figure.
      if (/^[^,]{2,40}, not [^,]{1,30}$/i.test(content)) return content;
      return clauses.length > 1 && clause.isNote ? "" : short(content);
    // "how long delivery to Chennai takes" is about the delivery.
    case "explain":
      return topicIn(withoutAsking(content)) || short(content);
    default:
      return topic();
  }
}

const lastDay =
  /\b(?:last (?:working )?day(?: at work)? (?:is|will be)|with effect from|as of|effective) (?:on )?(?:the )?(\d{1,2}(?:st|nd|rd|th)?(?: of)? \p{Lu}\p{Ll}{2,8})/u;

const bare = (text: string) =>
  text
    .trim()
    .replace(/[.,;:!?]+$/, "")
    .replace(/^(?!(?:I|we|you)\b)(?:(?:the|a|an)\s+)?(.+?)\s+from you\b/i, "your $1");
const lower = (text: string) => (/^\p{Lu}\p{Ll}/u.test(text) ? text : text);

/** A short sentence says more than its noun: "We found the bug". */
const isShort = (line: string) => short(line).split(/\s+/).length <= 8;

const nameOf = (verb: string) => (/^(?:book|reserve)$/i.test(verb) ? "booking" : verb);

/** "The office is closed on Friday" → "Office closed on Friday". A statement about the writer or reader gives its topic. */
function headline(content: string): string {
  // "we received your application but the position is filled": what matters follows the thanks.
  const turn =
    /^(?:I|we) (?:have )?(?:received|got|read|looked at|considered|appreciate|understand|know|like|liked|would love|['’]d love)\b.*? but (?:unfortunately |sadly )?(.+)$/is.exec(
      bare(content),
    )?.[1];
  const line = (turn ? bare(turn) : bare(content))
    .replace(/^(?:unfortunately|sadly|regrettably),? /i, "")
    .replace(/^(?:this (?:is about|concerns) (?:the )?|here (?:is|are) (?:our|my|the) )/i, "")
    // "moved from Wednesday to Friday": the new day counts.
    .replace(changedFrom, "$1$2 to ");
  const complained = /^you (?:have )?complained (?:about|of) (.+)$/isu.exec(line)?.[1];
  if (complained) return `Your complaint about ${short(complained)}`;
  // "either take it down or pay": an order is short by its verb and object.
  // "you wanted to know if you can fetch it on Saturday": the question is the matter, not that it was asked.
  const wondered =
    /^you (?:want(?:ed)?|would like|asked|wonder(?:ed)?)(?: to know)? ((?:if|whether|when|how|what|where|why|which) .+)$/isu.exec(
      line,
    )?.[1];
  if (wondered)
    return questionLine(wondered.split(/\. /)[0] ?? wondered, headline).replace(
      /^(?:A question|Question)/,
      "Your question",
    );
  const [, counted, due] = /^this is (?:our|my) (\p{L}+ reminder) that (.+)$/isu.exec(line) ?? [];
  if (counted && due) return `${capitalize(counted)}: ${headline(due)}`;
  const asked = /^you (?:have )?(?:asked|applied) for (.+)$/isu.exec(line)?.[1];
  if (asked) return `Your request for ${short(asked)}`;
  // "I would like to suggest a call about the gearbox"
  const offered =
    /^(?:I|we) (?:would like|['’]d like|want) to (suggest|propose|offer|order|book|reserve) (?:you )?(?:an? |the )?(.+)$/isu.exec(
      line,
    );
  if (offered?.[2])
    return /^(?:suggest|propose)$/i.test(offered[1] ?? "")
      ? short(offered[2])
      : `${capitalize(nameOf(offered[1] ?? ""))}: ${short(offered[2])}`;
  // "you can pick up the keys on Saturday": what the reader may or has to do is the matter.
  const deed =
    /^you (?:can|may|could|are welcome to|need to|have to|must|should|will need to|will have to)(?: now| also| please)? (?!be\b|not\b|have\b|know\b|get\b|see\b|expect\b)(\p{Ll}.+)$/su.exec(
      line,
    )?.[1];
  if (deed && short(deed).split(/\s+/).length <= 10 && /\s/.test(short(deed))) return short(deed);
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
  if (/^(?:my|our|your)\s/i.test(line))
    return short(line.split(/\s(?:and|but)\s(?=(?:it|they|we|I|you)\b)/i)[0] ?? line);
  const said = withoutArticle(line)
    .replace(
      /\s(?:is|are|was|were)\s(?=(?:not|no longer|now|closed|\p{L}+ed|late|down|open|ready|full|available|unavailable|out|due|on)\b)/iu,
      " ",
    )
    .replace(/\s(?:has|have) been\s/i, " ");
  return short(said);
}

const changedFrom =
  /\b(moved?|changed?|postponed|rescheduled|shifted|raised|rises?|increased|reduced|goes)\b([^.;]{0,40}?)\s+from\s+(?:(?!to\b)[^\s.;]+\s+){1,6}to\s+/iu;

const clip = (text: string) => clipped(text.replace(/[\s,;:–-]+$/, ""));
const clipped = (text: string) => (text.length <= 80 ? text : `${text.slice(0, 78).replace(/\s+\S*$/, "")}…`);
