import { isRole } from "./addressee.ts";
import { bareDecision, type Decision, withoutMedium } from "./bare-decision.ts";
import { isFirstName } from "./first-names.ts";
import { genderOf } from "./gender.ts";
import { withHeadedReader } from "./headed-reader.ts";
import { withOwnOrders } from "./joined-orders.ts";
import { withKindOfMail } from "./kinds-of-mail.ts";
import { withoutLoosePhrases } from "./loose-phrases.ts";
import { withPlainReader } from "./plain-reader.ts";
import { withoutReaderAsides } from "./reader-asides.ts";
import { withReaderNotes } from "./reader-notes.ts";
import { withShortNotes } from "./short-notes.ts";
import { withSideNotes } from "./side-notes.ts";
import { withWholeTelegrams } from "./telegrams.ts";
import { withToldQuestion } from "./told-question.ts";

const title = "(?:Mr|Mrs|Ms|Mx|Dr|Prof)\\.?";
const name = `(?:${title} \\p{Lu}[\\p{L}'’-]+|\\p{Lu}\\p{Ll}+(?: \\p{Lu}[\\p{L}-]+)?)`;
const mailing =
  "(?:write(?: to)?|e-?mail|mail|message|tell|ask|inform|notify|remind|contact|reply to|answer|thank|warn|let|wish|invite|say happy birthday to|say thanks to|say sorry to)";

/** Rewrites forms of an intent that only tell who reads it into those that the other readers of this folder know. */
export const restated = (given: string): string =>
  [
    withoutReaderAsides,
    withKindOfMail,
    withToldQuestion,
    withOwnOrders,
    withHeadedReader,
    withWholeTelegrams,
    withReaderNotes,
    withShortNotes,
    withSideNotes,
    withPlainReader,
    withoutLoosePhrases,
    withEverybody,
    withGroupHeading,
    withOccasion,
    withChase,
    withOwnersPerson,
    withOwner,
    withIntroduction,
    withTheirRequest,
    withUnknowing,
    withOwnStatements,
    withComplaint,
    withoutMedium,
    withBareDecision,
  ].reduce((text, rewrite) => rewrite(text), given);

/** "tell the whole company" */
const withEverybody = (text: string): string =>
  text.replace(
    new RegExp(
      `\\b(${mailing}) (?:(?:the|our) )?(?:whole|entire) (?:\\d+(?:st|nd|rd|th) )?(?:company|office|firm|organi[sz]ation|building|floor|workforce|staff)\\b`,
      "i",
    ),
    "$1 everyone",
  );

const decisions: Record<Decision, string> = {
  accept: "say that I agree",
  decline: "say that unfortunately I have to decline",
};
const decided = /^(.{2,80}?)((?:,?\s+(?:because|as|since)|,\s+(?:and|but))\s.*)?$/is;
const toPerson = new RegExp(`^(tell|inform|answer) (${name}) (?=\\p{L})`, "u");

/** "say no" and "tell Ravi yes" are sentences of their own. What follows after a comma stays. */
function withBareDecision(text: string): string {
  const [lead = "", , who] = toPerson.exec(text) ?? [];
  const [, first = "", rest = ""] = decided.exec(text.slice(lead.length)) ?? [];
  const decision = bareDecision(first);
  if (!decision) return text;
  const sentence = /\bconfirm/i.test(first) ? "say that I confirm this" : decisions[decision];
  return `${who ? sentence.replace("say", `tell ${who}`) : sentence}${rest}`;
}

/** "tell her we expect 80 people, that we bring chairs, and that we'd pay": each statement is a sentence. */
const withOwnStatements = (text: string): string =>
  text.replace(
    /(?<=(?:^|[.;] |, )(?:tell|inform|say|write|explain|mention|let|add|note)\b[^.;?!]{5,240}?)(?:,(?: and)?|\s+and) that (?=(?:we|I|the|our|my|it|he|she|they|his|her|their|there|these|those|some|most|all|each|every\w*|no|nobody|none|both|one|two|three|four|five|six|seven|eight|nine|ten|\d+)\b)/gi,
    ". ",
  );

/** "complain to the airline, flight …" is a complaint with its matter. */
const withComplaint = (text: string): string =>
  text.replace(
    /^(?:(?:I|we) (?:want|need|have|wish|would like) to |I['’]d like to |please )?(?:complain|complaint) to ((?:the |our |my )?[\p{L} ]{3,40}?)(?:,| -| –|:) (?=\S)/iu,
    "complaint to $1: ",
  );

const group =
  "((?:all|every\\p{L}*|the|our|my|whole|entire)(?: [\\p{L}\\d&-]+){0,5}?|everyone|everybody|team|folks|colleagues|guys|(?:\\p{Ll}+ ){0,2}(?:team|staff|crew|members|parents|tenants|residents|neighbou?rs|volunteers|drivers|managers|colleagues|customers|clients|suppliers|students|guests|players))";
const noted = new RegExp(
  `^(?:(?:a|an|quick|short|brief|urgent|important|internal|friendly|small|just)[ ,:]+)*(?:note|message|info|information|notice|update|announcement|heads[ -]?up|word|e-?mail|mail|memo|circular|fyi|text|something)[:,]? (?:for|to) (?:the )?${group}\\s*(?::|,|\\.| -| –| —)\\s+(?=\\S)`,
  "iu",
);
const greeted = new RegExp(
  `^(?:dear|hi|hello|hey|good morning|morning) (?:the )?${group}\\s*(?::|,|!|\\.| -| –| —)\\s*(?=\\S)`,
  "iu",
);

/** "note for the whole ops team: …" and "dear all - …" are headed by their readers: "to all: …". */
function withGroupHeading(text: string): string {
  const found = noted.exec(text) ?? greeted.exec(text);
  const [whole, who = ""] = found ?? [];
  if (!whole) return text;
  const bare = who.replace(/^(?:(?:the|whole|entire) )+/i, "");
  return `to ${/^(?:all|every|our|my)/i.test(bare) ? bare : `the ${bare}`}: ${text.slice(whole.length)}`;
}

const ordered = new RegExp(
  `((?:^|[.;,] |\\b(?:and|to|please) )${mailing} )((?:my|our) \\p{Ll}+|${name})['’]s ((?:\\p{Ll}+ )?\\p{Ll}+),? (${name})(?=[\\s,.:;]|$)`,
  "u",
);
const acting = new RegExp(
  `^((?:my|our|the) \\p{Ll}+|${name})['’]s ((?:\\p{Ll}+ )?\\p{Ll}+),? (${name}),? (?=\\p{Ll})`,
  "u",
);

/**
 * "write to Mrs Petrov's landlord Mr Haas. her heating is off": Mr Haas reads it, so that "her" has to say whose. Only the first
 * pronoun is named, and none if it may be the reader's.
 */
function withOwnersPerson(text: string): string {
  const found = ordered.exec(text) ?? acting.exec(text);
  if (!found) return text;
  const isOrder = found.length === 5;
  const [lead, owner, role, person] = isOrder ? found.slice(1) : ["", ...found.slice(1)];
  // "Ms Abdi's son Yusuf": his mother reads it.
  if (/^(?:son|daughter|child|kid|boy|girl|baby)$/.test(role?.split(" ").at(-1) ?? "")) return text;
  if (!owner || !role || !person || !isRole(role.split(" ").at(-1) ?? "")) return text;
  const after = text.slice(found.index + found[0].length);
  const kin = /(?:sister|mother|mum|mom|wife|daughter|aunt|niece|girlfriend)$/i;
  const kinsman = /(?:brother|father|dad|husband|son|uncle|nephew|boyfriend)$/i;
  const owned = kin.test(owner) ? "she" : kinsman.test(owner) ? "he" : genderOf(owner);
  const isClear = owned !== undefined && genderOf(person) !== undefined && owned !== genderOf(person);
  const named = isClear
    ? after.replace(
        owned === "she" ? /(?<=^|[\s,.])(her|she)(?=\s)/i : /(?<=^|\s)(his|he)(?=\s)/i,
        (pronoun) => `${owner}${/^h(?:er|is)$/i.test(pronoun) ? "'s" : ""}`,
      )
    : after;
  return `${text.slice(0, found.index)}${lead}${person}${isOrder ? "" : " "}${named}`;
}

/** "tell Emma's teacher that she is sick": what is told is about Emma. */
const withOwner = (text: string): string =>
  text.replace(
    /^((?:(?:can|could) you |please )*(?:tell|inform|write(?: to)?|let) )(\p{Lu}[\p{L}-]+)['’]s (teacher|doctor|dentist|boss|manager|coach|trainer|tutor|nurse|school|landlord|landlady|employer|class teacher)( know)? that (she|he) (?=\p{L})/iu,
    (whole, order: string, owner: string, role: string, know = "", pronoun: string) => {
      const gender = genderOf(owner);
      return /^\p{Lu}/u.test(owner) && (gender === undefined || gender === pronoun.toLowerCase())
        ? `${order}the ${role}${know} that ${owner} `
        : whole;
    },
  );

/** "write something nice to Petra for her wedding": the occasion is what the mail is about. */
const withOccasion = (text: string): string =>
  text.replace(
    /^(?:please )?(?:write|send|say)(?: (?:something|a few|some)(?: (?:nice|kind|warm|short|lovely))?(?: words| lines| thing)?| (?:an? )?(?:\p{Ll}+ )?(?:card|note|message|e-?mail|mail))? to ([^,.;:]{2,40}?) (?:for|on) ((?:his|her|their|the) [^,.;:]{0,30}?\b(?:anniversary|birthday|wedding|graduation|promotion|retirement|engagement|new (?:job|house|baby)|degree|award)\b)/iu,
    "congratulate $1 on $2",
  );

const chased = new RegExp(
  `^(?:please )?chas(?:e|ing)(?: up)? ((?:the |our |my )?(?:\\p{Ll}+ )?(?:invoices?|payments?|orders?|delivery|quotes?|offers?|documents?|contract|refund|report|certificate|bill)\\b[^,.;:]{0,40}?) (?:with|from|at) (${name}(?: \\p{Lu}[\\p{L}&]+)*)(?:\\s*[,.:–-])?\\s+`,
  "iu",
);

/** "chase invoice 2207 with Delgado Tiles - 45 days overdue": the debtor reads it. */
function withChase(text: string): string {
  const [whole, what, who] = chased.exec(text) ?? [];
  if (!whole || !what || !who || !/^\p{Lu}/u.test(who)) return text;
  const rest = text.slice(whole.length);
  const due = /^(\d+ (?:days?|weeks?|months?) (?:overdue|late|old))(?:[,.;]|$)\s*/i.exec(rest);
  return `remind ${who} about ${what}${due ? ` (${due[1]})` : ""}. ${rest.slice(due?.[0].length ?? 0)}`.trim();
}

const introduced = new RegExp(
  `^(?:please )?(?:introduce|connect|put in touch) (${name})(?: \\(([^()]{3,80})\\))? (?:and|to|with|&) (${name})(?: \\(([^()]{3,80})\\))?(?: (?:to|with) each other| to one another| in touch)?[.,;]?\\s*`,
  "iu",
);

/** "introduce Hannah (tax advisor) and Milan (baker) to each other": both read it. */
function withIntroduction(text: string): string {
  const [whole, first, firstIs, second, secondIs] = introduced.exec(text) ?? [];
  if (!whole || !first || !second || ![first, second].every((each) => /^\p{Lu}/u.test(each))) return text;
  if (!firstIs && !secondIs && !/each other|one another|in touch|^connect/i.test(whole)) return text;
  const rest = text
    .slice(whole.length)
    .replace(
      /^(?:and |then )*(?:step out|bow out|drop out|leave|move (?:me|myself) to bcc|they can take it from there)[^.;]*[.;]?\s*/i,
      "",
    );
  const said = [
    [first, firstIs],
    [second, secondIs],
  ]
    .filter(([, is]) => is)
    .map(([who, is = ""]) => `${who} ${predicateOf(is)}. `);
  return `write an email to ${first} and ${second}: I would like to introduce you to each other. ${said.join("")}${rest}`.trim();
}

/** "bakery owner, needs help" → "is a bakery owner and needs help". */
function predicateOf(what: string): string {
  const [head = "", ...more] = what.split(/,\s+/);
  const isNoun = /^(?:an?|the|our|my)\s/i.test(head) || /^\p{Ll}+(?: \p{Ll}+){0,3}$/u.test(head);
  if (/^(?:is|was|has|needs|wants|runs|works|knows|looks|can|does)\s/i.test(head)) return what;
  if (!isNoun) return `(${what})`;
  const article = /^(?:an?|the|our|my)\s/i.test(head) ? "" : /^[aeiou]/i.test(head) ? "an " : "a ";
  const rest =
    more.length === 0
      ? ""
      : /^(?:is|has|needs|wants|runs|works|knows|looks|can|does|will)\s/i.test(more[0] ?? "")
        ? ` and ${more.join(", ")}`
        : ` (${more.join(", ")})`;
  return `is ${article}${head}${rest}`;
}

const theirs = new RegExp(
  `^(?:(?:[Tt]he|[Aa]n?) )?((?:\\p{L}\\p{Ll}+ )?(?:[Rr]equest|[Cc]omplaint|[Aa]pplication|complaint|application|question|enquiry|inquiry|offer|invitation|proposal)) (?:from|by|of) (?:(?:our |my |the |a )?\\p{Ll}+ )?(${name})(?: (\\([^()]{3,120}\\)))?\\s*[.:;,–-]\\s*(?=\\S)`,
  "u",
);
const settled =
  /(?:^|(?<=[.;,] ))(?:please )?(approve|grant|reject|decline|refuse|accept|deny)(?: it| this| that)?(?=[.,;]|$)/i;

/** "refund request from Leon Baker (order 8812). approve it": Leon asked, and the writer decides. */
function withTheirRequest(text: string): string {
  const [whole, what = "", who = "", details] = theirs.exec(text) ?? [];
  if (!whole || !/^\p{Lu}/u.test(who)) return text;
  const isKnown = new RegExp(`^${title}`, "u").test(who) || isFirstName(who.split(" ")[0] ?? "") || / /.test(who);
  if (!isKnown) return text;
  const thing = `your ${what.charAt(0).toLowerCase()}${what.slice(1)}${details ? ` ${details}` : ""}`;
  const we = /\b(?:I|my|me)\b/.test(text) && !/\b(?:we|our|us)\b/i.test(text) ? "I" : "we";
  const rest = text.slice(whole.length);
  const decision = settled.exec(rest)?.[1]?.toLowerCase();
  if (!decision) return `write an email to ${who} about ${thing}. ${rest}`;
  const verb = /^(?:reject|decline|refuse|deny)$/.test(decision)
    ? "cannot accept"
    : decision === "grant"
      ? "approve"
      : decision;
  return `tell ${who} that ${we} ${verb} ${thing}. ${rest.replace(settled, "").replace(/^[\s,.;]+/, "")}`.trim();
}

const unknowing = new RegExp(`^(${name}) (?:does not|doesn['’]?t|do not|don['’]?t) know (?:yet )?that (.+)$`, "su");

/** "Luis doesn't know yet that the venue changed" → "tell Luis that the venue changed". */
const withUnknowing = (text: string): string =>
  text.replace(unknowing, (_, who: string, what: string) => `tell ${who} that ${what}`);
