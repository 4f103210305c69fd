import { capitalize } from "../text/words.ts";
import { weekdayNamed } from "./weekdays.ts";

const title = "(?:Mr|Mrs|Ms|Mx|Dr|Prof)\\.?";
const name = `(?:${title} \\p{Lu}[\\p{L}'’-]+|\\p{Lu}[\\p{L}'’-]+(?: \\p{Lu}[\\p{L}'’-]+)?)`;
// Patterns with names have no flag "i", because it would let a small letter begin a name.
const question =
  "(?:who|what|when|where|which|why|how|does|do|did|is|are|was|were|can|could|will|would|should|has|have)";

/** Rewrites loose forms, as people dictate and jot them down, into the forms that the other readers of this folder know. */
export const withoutLoosePhrases = (given: string): string =>
  [
    withGreetedGroup,
    withHiredReader,
    withCountedReminder,
    withReference,
    withOpenDoor,
    withNeededDeed,
    withHeadedReminder,
    withoutFillers,
    withMovedMeeting,
    withNews,
    withConditionedQuestion,
    withListedQuestions,
    withThirdPersonThanked,
    withWholeJottings,
  ].reduce((text, rewrite) => (text.length > 2_000 ? text : rewrite(text)), given);

const filler = "(?:u+[hm]+|erm*|hmm+|basically|you know|i mean|like I said|let me think|what else|anyway)";
const fillers = new RegExp(
  `(?:^|(?<=[\\s,.;–-]))(?:(?:oh|so|well|ok(?:ay)?|right)[, ]+)*${filler}\\b[,.]?(?:\\s+|$)`,
  "giu",
);
const opening = new RegExp(
  `^(?:(?:[Hh]i|[Hh]ey|[Hh]ello|[Oo]k(?:ay)?|[Ss]o|[Rr]ight|[Ww]ell|[Yy]es|and)[,]? )*(?:[Tt]his (?:is|one['’]?s|goes)|[Ii]t['’]?s|[Mm]essage|[Nn]ote|[Ss]omething) (?:for|to) (${name})((?: (?:at|from|in|of) (?:the )?[\\p{L}\\d&' -]{2,40}?)?)(?:,|:|\\.| -| –) *(?=\\S)`,
  "u",
);

/** "hi so this is for Karen at the nursery, um we have …, oh and thanks to her": speech, cut into sentences. */
function withoutFillers(text: string): string {
  const [whole, who = "", place = ""] = opening.exec(text) ?? [];
  const named = whole ? `write an email to ${who}${place}: ${text.slice(whole.length)}` : text;
  const isSpeech = named !== text || fillers.test(named);
  fillers.lastIndex = 0;
  if (!isSpeech) return text;
  return named
    .replace(fillers, "")
    .replace(/,? (?:oh|ah),? (?:and |yes,? and )?(?=\p{L})/giu, ". ")
    .replace(/,? (?:and )?(?:so|then) (?=(?:he|she|they|we|I)(?:['’]\p{L}+)? \p{L}+)/giu, ". ")
    .replace(/, and (?=(?:I|we|he|she|they|it)(?:['’]\p{L}+)? \p{L}+)/giu, ". ")
    .replace(/^[\s,.]+/, "");
}

const hired = new RegExp(
  `^(?:[Ww]e|I)(?:['’]d| would)? (?:like|love|want) to (hire|promote|interview|engage|reward) (${name})(?= |,|\\.|$)`,
  "u",
);
/** "we'd like to hire Dana, offer her 41k" is written to Dana. */
const withHiredReader = (text: string): string =>
  text.replace(
    hired,
    (whole, deed: string, who: string) =>
      `tell ${who} that ${/^I/.test(whole) ? "I" : "we"} would like to ${deed} ${who}`,
  );

/** "remind him for the second time that …" names the reminder; "request from the archive: …" names who is asked. */
const withCountedReminder = (text: string): string =>
  text
    .replace(
      /^(?:please )?remind (.{2,40}?) for the (second|third|fourth|last|final) time that /i,
      (_, who: string, which: string) => `tell ${who} that this is our ${which.toLowerCase()} reminder that `,
    )
    .replace(/^(?:please )?remind (.{2,40}?) (?:again|once more|once again) that /i, "remind $1 that ")
    .replace(/^(?:please )?request from ((?:the|our|my) \p{Ll}+|\p{Lu}[\p{L} &]{1,30}): +/u, "ask $1 for ")
    .replace(/^(?:please )?Request from ((?:the|our|my) \p{Ll}+|\p{Lu}[\p{L} &]{1,30}): +/u, "ask $1 for ");

/** "Hi Team just say that …" tells the team. */
const withGreetedGroup = (text: string): string =>
  text.replace(
    /^(?:hi|hello|hey|dear|good morning)[, ]+((?:the )?(?:team|all|everyone|everybody|colleagues|folks|staff))[,:!]?\s+(?:please )?(?:just )?(?:say|tell them|write|let them know)(?: that)?:? (?=\S)/i,
    (_, who: string) => `tell ${/^(?:team|staff)$/i.test(who) ? `the ${who.toLowerCase()}` : who.toLowerCase()} that `,
  );

const reference = new RegExp(
  `^(?:[Pp]lease )?(?:[Ww]rite|[Dd]raft|[Nn]eed|I need) (?:me )?(?:a |an )?(?:\\p{Ll}+ ){0,2}(?:reference|recommendation|letter of recommendation|testimonial)(?: letter)? for (${name})(?:[,.:;]\\s*|\\s+|$)(?:(?:he|she|they) )?`,
  "u",
);
/** A reference for somebody is read by others, to whom it is addressed. */
const withReference = (text: string): string =>
  text.replace(
    reference,
    (whole, who: string) =>
      `to whom it may concern: I am glad to recommend ${who}.${whole.length < text.length ? ` ${who} ` : ""}`,
  );

/** "keep the door open" is no order to the reader. */
const withOpenDoor = (text: string): string =>
  text.replace(
    /(^|[.;,] |\band )(?:but )?(?:keep|leave) (?:the |a )?door open(?: for (?:the future|him|her|them|later))?(?=[.;,]|$)/i,
    (_, lead: string) =>
      `${lead}say that ${/\b(?:I|my|me)\b/.test(text) && !/\b(?:we|our|us)\b/i.test(text) ? "I" : "we"} would be glad to stay in touch`,
  );

const needed = new RegExp(
  `^(?:I|[Ww]e) (?:really )?(?:need|want|would like) ((?:the|our|my) \\p{Ll}+|${name}) to (?!know\\b|be\\b|hear\\b|understand\\b|have\\b|see\\b)(?=\\p{Ll})`,
  "u",
);
/** "I need the architect to send the plans" asks the architect. */
const withNeededDeed = (text: string): string => text.replace(needed, (_, who: string) => `ask ${who} to `);

/** "remind the tenants in block C: bikes out by Sunday": the notes are the reminder. */
const withHeadedReminder = (text: string): string =>
  text.replace(
    /^(?:please )?remind ((?:all |the |our |my )?(?:\p{L}+ )?\p{L}+s(?: (?:in|of|at|on) (?:the )?[\p{L}\d ]{1,20}?)?|everyone|everybody|the \p{Ll}+|all): (?=\S)/iu,
    (_, who: string) =>
      `write an email to ${/^(?:the|all|our|my|every)/i.test(who) ? who : `the ${who}`}: this is a friendly reminder. `,
  );

const moved = "(moved|postponed|shifted|rescheduled|brought forward|pushed|cancell?ed|called off|delayed|changed)";
const appointment =
  "((?:\\p{L}+ )?(?:[Mm]eeting|[Cc]all|appointment|lunch|demo|interview|visit|session|workshop|lesson|viewing|inspection|delivery|training))";
const meetingWith = new RegExp(
  `^(?:[Tt]he |[Oo]ur |[Mm]y )?${appointment} (?:with|w/) (${name}) (?:is |was |has been |got )?${moved}\\b`,
  "u",
);
const meetingOf = new RegExp(
  `^(?:[Tt]he |[Oo]ur |[Mm]y )?${appointment} (?:with|w/) (${name}) (?:is |was |has been |got )?(?:now )?(?=(?:on|at) )`,
  "u",
);
const day =
  "((?:mon|tue|wed|thu|fri|sat|sun)\\p{L}*|\\d{1,2}(?:[.:]\\d\\d)? ?(?:am|pm)?|\\d{1,2}(?:st|nd|rd|th)?(?: \\p{L}{3,9})?)";
const arrow = new RegExp(`(?:from )?\\b${day} ?(?:->|=>|→|>|⇒) ?${day}`, "giu");

const wholeDay = (text: string) => {
  const known = weekdayNamed(text);
  return known && /^\p{L}+$/u.test(text) ? known : text;
};

/** "meeting with Patel moved Fri -> Mon 11am" is told to Patel. */
function withMovedMeeting(text: string): string {
  const dated = text.replace(arrow, (_, from: string, to: string) => `from ${wholeDay(from)} to ${wholeDay(to)}`);
  const isTold = meetingWith.exec(dated) ?? meetingOf.exec(dated);
  const [whole, what = "", who = "", verb] = isTold ?? [];
  if (!whole) return dated;
  return `tell ${who} that our ${what.toLowerCase()} is ${verb ? verb.toLowerCase() : ""}${dated.slice(whole.length)}`.replace(
    / {2,}/g,
    " ",
  );
}

const news = new RegExp(
  `^(?:[Pp]lease )?(?:[Tt]ell|[Gg]ive) (${name}|him|her|them|everyone|the team) (?:the |some |first the )?(?:good|great|bad|sad) news(?: first)?[:,]? ?(?:\\(([^()]{4,200})\\)|that (.{4,200}?)),? (?:and )?then (?:also )?(?:tell (?:him|her|them) )?(?:that )?(?=\\p{L})`,
  "u",
);

/** "tell Ola the good news first (she got it), then that she must hurry" tells two things. */
function withNews(text: string): string {
  const [whole, who, inBrackets, said] = news.exec(text) ?? [];
  if (!whole || !who) return text;
  return `tell ${who} that ${(inBrackets ?? said ?? "").replace(/, (\S+)$/, " ($1)")} and that ${text.slice(whole.length)}`;
}

/** "ask if it came and if not whether we should send it again": the second question has a condition. */
const withConditionedQuestion = (text: string): string =>
  text.replace(
    /(?:,|;)? (?:and|or) if (not|so|yes|no),? (?:ask (?:him |her |them )?)?(?=(?:whether|when|what|how|who|where|which|why|if) )/gi,
    (_, kind: string) => `. if ${/^(?:not|no)$/i.test(kind) ? "not" : "so"}, ask `,
  );

const listed = new RegExp(
  `(?:,| and| -| –)? (?:that |also )*((?:we|I)(?:['’]ve| have)? (?:got )?(?:\\p{L}+ |\\d )?(?:more |open |quick |last )?questions?): (?=(?:\\S+ )?${question}\\b)`,
  "iu",
);

/** "we have two questions: does he want it tinted, and who pays": each question is a sentence. */
function withListedQuestions(text: string): string {
  const found = listed.exec(text);
  if (!found?.[1]) return text;
  const questions = text
    .slice(found.index + found[0].length)
    .replace(/[.?!]+$/, "")
    .split(new RegExp(`\\?\\s+|(?:,|;)?\\s+(?:and|or)\\s+(?=${question}\\b)|[,;]\\s+(?=${question}\\b)`, "iu"));
  return `${text.slice(0, found.index)}. ${found[1]}. ${questions.map((each) => `${capitalize(each.trim())}?`).join(" ")}`;
}

const toGroup =
  /\b(?:tell|inform|let|announce|write|email|mail|notify|update)\b[^.;]{0,20}\b(?:team|everyone|everybody|all|staff|crew|colleagues|group|department|parents|members|class)\b/i;

/** "tell the team that Dave is leaving, thank him": in a mail to many, the one who is thanked is named. */
function withThirdPersonThanked(text: string): string {
  if (!toGroup.test(text)) return text;
  const who =
    /\bthat (\p{Lu}\p{Ll}+)(?: \p{Lu}\p{Ll}+)? (?:is|was|has|will|leaves|left|retires|starts|joins|moves)\b/u.exec(
      text,
    )?.[1];
  return who
    ? text
        .replace(
          /(?:,|;|\.)? (?:and )?(?:thank|say thanks? (?:you )?to) (?:him|her)\b( for [^,.;]+)?(?:[,.;] ?|$)/i,
          (_, reason = "") => `. we would like to thank ${who}${reason}. `,
        )
        .trim()
    : text;
}

/** Notes that leave their verb or preposition out. */
const withWholeJottings = (text: string): string =>
  text
    // "bikes out of the hallway by Sunday"
    .replace(
      /(^|[.;:,] )((?:the |all |your )?\p{Ll}+s) ((?:out of|off|away from) (?:the |my |our )?\p{Ll}+(?: \p{Ll}+)?) (?=(?:by|before|until|please|pls)\b)/giu,
      "$1please take $2 $3 ",
    )
    .replace(/(^|[.;,] )(?=open (?:till|until|from|daily|on \p{L}+days?|again)\b)/giu, "$1we are ")
    .replace(
      /([.;,]|\band) be (?=(?:there|here|on time|ready|punctual|outside|inside)\b)/gi,
      (_, lead: string) => `${lead === "and" ? "and" : "."} please be `,
    )
    .replace(/[.;,] no (\p{Ll}+(?: \p{Ll}+)?),? (?:please|pls|plz)(?=[.;,!]|$)/giu, ". we ask for no $1")
    .replace(/\b(Lda|Ltda|Ltd|Inc|Co|Corp|Bros)\. (?=\p{Ll})/gu, "$1 ")
    .replace(
      /((?:^|[.;,:] |\b(?:need|want) )(?:an? )?(?:quote|price|estimate|offer|quotation)) (?=\d[\d.,]* ?\p{L})/giu,
      "$1 for ",
    )
    .replace(
      /(^|[.;,] )(?:still )?no (reply|answer|response|feedback) (?:yet|so far|until now)(?=[.,;]|$)/gi,
      "$1I have not had $2 yet",
    )
    .replace(
      /\bI have not had (reply|answer|response) yet/g,
      (_, word: string) => `I have not had ${word === "answer" ? "an" : "a"} ${word} yet`,
    )
    .replace(
      /([.;,] )(\d+\+?) years?['’]? (?:of )?experience/gi,
      /\b(?:he|she|his|her|introduc\w+)\b/i.test(text) ? "$&" : "$1I have $2 years of experience",
    )
    .replace(
      /([.;,] |\band )(?:my )?(cv|resume|portfolio|references|certificates|cover letter) (?:is |are )?(attached|enclosed)/gi,
      (_, lead: string, paper: string, how: string) =>
        `${lead}my ${paper.toLowerCase() === "cv" ? "CV" : paper} ${/s$/i.test(paper) ? "are" : "is"} ${how}`,
    );
