// Intents that name the mail to write by a noun: "write a short apology to Mrs Roth for the delay", "send Mia a thank-you note".
import { addresseeAt } from "./addressee.ts";
import { textOf, wordsIn } from "./words.ts";

const manner =
  "(?:(?:very|really|a bit|rather) )?(?:short|quick|brief|formal|informal|friendly|gentle|polite|firm|kind|warm|nice|sincere|heartfelt|official|professional|urgent|small|little|simple|proper|second|third|final|last|first|personal|proper|written|honest|humble|courteous|respectful|serious|strong|stern|clear|new|good)";
const written = "(?:e-?mail|mail|letter|note|message|notice|card|memo|text|line)";
/** Each kind of mail by the word that other readers know it by. */
const kinds: [RegExp, string][] = [
  [/^(?:thank[ -]?you|thanks|note of thanks|(?:letter|e-?mail|message) of (?:thanks|gratitude))$/i, "thank you"],
  [/^apolog(?:y|ies)$/i, "apology"],
  [/^(?:(?:payment )?reminder|nudge)$/i, "reminder"],
  [/^complaint$/i, "complaint"],
  [/^(?:rejection|refusal|decline)$/i, "rejection"],
  [/^cancell?ation$/i, "cancellation"],
  [/^congratulat(?:ions?|ory)$/i, "congratulations"],
  [/^(?:(?:thanks and )?condolences?(?: and thanks)?|sympathy)$/i, "condolence"],
  [/^(?:invitation|invite)$/i, "invitation"],
  [/^confirmation$/i, "confirmation"],
  [/^(?:enquiry|inquiry|query)$/i, "enquiry"],
  [/^request$/i, "request"],
  [/^(?:(?:status |progress )?update|(?:status|progress) report)$/i, "update"],
  [/^(?:announcement|notice|notification|information|info|heads[ -]up)$/i, "announcement"],
  [/^offer$/i, "offer"],
  [/^warning$/i, "warning"],
  [/^(?:recommendation|reference)$/i, "recommendation"],
  [/^(?:proposal|suggestion)$/i, "proposal"],
  [/^resignation$/i, "resignation"],
  [/^(?:(?:job )?application|cover)$/i, "application"],
  [/^(?:follow[ -]?up)$/i, "follow-up"],
  [/^(?:welcome)$/i, "welcome"],
  [/^(?:answer|reply|response)$/i, "answer"],
];
const names =
  "thanks and condolences?|condolences? and thanks|thank[ -]?you|thanks|apolog(?:y|ies)|(?:payment )?reminder|nudge|complaint|rejection|refusal|cancell?ation|congratulat(?:ions?|ory)|condolences?|sympathy|invitation|invite|confirmation|enquiry|inquiry|query|request|(?:status |progress )?update|(?:status|progress) report|announcement|notice|notification|offer|warning|recommendation|reference|proposal|suggestion|resignation|(?:job )?application|cover(?= letter)|follow[ -]?up|welcome|answer|reply|response";
const kindOfMail = `(?:(${names})(?: ${written})?|${written} of (${names}))`;
const asked =
  "(?:(?:can|could|would|will) you (?:please )?|(?:I|we) (?:want|need|have|would like)(?: you)? to |(?:I|we)['’]d like (?:you )?to |help me (?:to )?|please |pls |let['’]?s )*";
const write = "(?:write|compose|draft|prepare|create|generate|craft|send|do|make|formulate|issue|type)";
const article = "(?:an?|the|some|my|our|another|one)";
const described = `(?:(?:${article} )?((?:${manner}(?:,| and| but)? )*)${kindOfMail})`;
const bare = new RegExp(
  `^${asked}(?:${write}(?: me| up| out| us)?|(?:I|we) (?:need|want)|need) ${described}(?=[\\s:,.]|$)`,
  "iu",
);
const given = new RegExp(`^${asked}(?:${write}|drop|give|owe|(?:I|we) owe) (?=\\S)`, "iu");
const gift = new RegExp(`^ ?${article} ((?:${manner}(?:,| and| but)? )*)${kindOfMail}(?=[\\s:,.]|$)`, "iu");

const kindNamed = (noun: string) => kinds.find(([pattern]) => pattern.test(noun))?.[1];

type Named = { kind: string; manners: string; who: string; rest: string };

/** "write a polite refusal to Karl, we are booked out" → "tell Karl that unfortunately we have to decline. we are booked out". */
export function withKindOfMail(given: string): string {
  if (given.length > 2_000) return given;
  const text = withSaying(given);
  const named = namedFirst(text) ?? readerFirst(text);
  if (!named) return text;
  // "draft a reply to Olga declining her offer": a later rewrite reads the rest.
  return orders[named.kind]?.(named) ?? (named.kind === "answer" ? text : asNoun(named));
}

function namedFirst(text: string): Named | undefined {
  const [whole, manners = "", noun, ofNoun] = bare.exec(text) ?? [];
  const kind = kindNamed(noun ?? ofNoun ?? "");
  if (!whole || !kind) return undefined;
  const rest = text.slice(whole.length);
  const tokens = wordsIn(rest);
  const lead = tokens[0]?.text.toLowerCase() ?? "";
  // A reference, an application or an offer is "for" a thing or a third person, not for its reader.
  const mayBeFor = !/^(?:recommendation|application|request|enquiry|offer|cancellation|complaint|proposal)$/.test(kind);
  if (lead !== "to" && !(lead === "for" && mayBeFor)) return { kind, manners, who: "", rest: rest.trim() };
  const found = addresseeAt(rest, tokens, 1);
  const isReader =
    found !== undefined &&
    found.addressee.kind !== "pronoun" &&
    (lead === "to" || found.addressee.kind === "name" || found.addressee.kind === "group");
  return isReader
    ? { kind, manners, who: textOf(rest, tokens, 1, found.next), rest: textOf(rest, tokens, found.next) }
    : { kind, manners, who: "", rest: rest.trim() };
}

/** "send Mia a thank-you note for the present": the reader stands before the noun. */
function readerFirst(text: string): Named | undefined {
  const [lead] = given.exec(text) ?? [];
  if (!lead) return undefined;
  const after = text.slice(lead.length);
  const tokens = wordsIn(after);
  const found = addresseeAt(after, tokens, 0);
  if (!found || found.addressee.kind === "pronoun") return undefined;
  const behind = textOf(after, tokens, found.next);
  const [whole, manners = "", noun, ofNoun] = gift.exec(behind) ?? [];
  const kind = kindNamed(noun ?? ofNoun ?? "");
  // "send Ben the offer by Friday" sends a thing.
  if (!whole || !kind || /^(?:offer|proposal|application|confirmation|invitation|recommendation)$/.test(kind))
    return undefined;
  return { kind, manners, who: found.addressee.text, rest: behind.slice(whole.length).trim() };
}

/** The forms that `noun-opening.ts` reads. */
const asNoun = ({ kind, manners, who, rest }: Named): string =>
  `${manners}${kind === "thank you" || kind === "condolence" ? `${kind} note` : kind === "application" ? "application" : kind === "resignation" ? "resignation letter" : kind}${who ? ` to ${who}` : ""}${joined(rest)}`;

const joined = (rest: string) => (rest === "" || /^[,.:;]/.test(rest) ? rest : ` ${rest}`);

const orders: Record<string, (named: Named) => string | undefined> = {
  answer: ({ who, rest }) => {
    const [about, matter, said = ""] = /^(?:about|on|regarding|re) ([^:.;]{2,80})[:.;]\s*(.+)$/is.exec(rest) ?? [];
    return who && about ? `write an email to ${who}: this is about ${matter}. ${said}` : undefined;
  },
  reminder: ({ who, manners, rest }) => {
    const rank = /\b(final|last|second|third)\b/i.exec(manners)?.[1]?.toLowerCase();
    return who && rank && /^[:.]/.test(rest)
      ? `write an email to ${who}: this is our ${rank} reminder${after(rest)}`
      : undefined;
  },
  rejection: ({ who, rest }) => {
    if (!who) return undefined;
    const [relative, applied, wanted] =
      /^,? who (?:has |had )?(?:(applied)(?: to us)? for|wanted|wants|asked for|asks for|requested|would like) (?!to\b|us\b|whether\b)([^,.;:]{3,80})/i.exec(
        rest,
      ) ?? [];
    if (relative)
      return `tell ${who} that unfortunately ${speaker(rest)} have to decline your ${applied ? "application" : "request"} for ${wanted}${after(rest.slice(relative.length))}`;
    const [whole, thing = ""] =
      /^(?:of|for|to|about|regarding|on) ([^,.;:]{2,80}?)(?=[,.;:]|$| because| since| as )/i.exec(rest) ?? [];
    const matter = /\b(?:job|position|role|post|vacancy|internship|apprenticeship)\b/i.test(thing)
      ? ` your application for ${thing}`
      : thing && ` ${thing}`;
    return `tell ${who} that unfortunately ${speaker(rest)} have to decline${matter}${after(rest.slice(whole?.length ?? 0))}`;
  },
  cancellation: ({ who, rest }) => {
    const [whole, thing] = /^(?:of|for) ([^,.;:]{2,100}?)(?=[,.;:]|$| because| since )/i.exec(rest) ?? [];
    return who && thing
      ? `tell ${who} that ${speaker(rest)} have to cancel ${thing}${after(rest.slice(whole?.length ?? 0))}`
      : undefined;
  },
  request: ({ who, rest }) => (who && /^(?:for|to|whether|if) /i.test(rest) ? `ask ${who} ${rest}` : undefined),
  proposal: ({ who, rest }) =>
    who && /^(?:to|that) /i.test(rest)
      ? `propose to ${who} ${rest}`
      : who && /^(?:for|of) /i.test(rest)
        ? `propose to ${who} ${rest.replace(/^\S+ /, "")}`
        : undefined,
  warning: ({ who, rest }) =>
    who && /^(?:about|for|regarding|concerning|because of|over) /i.test(rest)
      ? `tell ${who} that this is a warning about ${rest.replace(/^(?:because of|\S+) /i, "")}`
      : undefined,
  update: (named) => {
    // "the team on the migration": the matter is no part of the reader.
    const [, team, matter] = /^(.+?) ((?:on|about|regarding) .+)$/i.exec(named.who) ?? [];
    const who = team ?? named.who;
    const rest = matter ? `${matter}${named.rest}` : named.rest;
    const [whole, topic] = /^(?:on|about|regarding|re) ([^:.;]{2,80})(?:[:.;]\s*|$)/i.exec(rest) ?? [];
    return who && whole && rest.length > whole.length
      ? `write an email to ${who}: this is about ${topic}. ${rest.slice(whole.length)}`
      : undefined;
  },
  announcement: ({ who, rest }) =>
    who && /^(?:that|about) /i.test(rest) ? `${/^that/i.test(rest) ? "tell" : "write to"} ${who} ${rest}` : undefined,
  recommendation: ({ who, rest }) => {
    const [, person, more = ""] =
      /^for (?:(?:my|our|the) (?:\p{Ll}+ ){1,3})?(\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+)?)(.*)$/su.exec(rest) ?? [];
    return person ? `write a reference for ${person}${who ? ` to ${who}` : ""}${more}` : undefined;
  },
};

const speaker = (rest: string) => (/\b(?:I|my|me)\b/.test(rest) && !/\b(?:we|our|us)\b/i.test(rest) ? "I" : "we");
const after = (rest: string) => rest.replace(/^\s*[,;:.–-]\s*/, ". ");

const mail = `${asked}${write}(?: me| up| out)? ${article} (?:${manner} )*${written}`;
const told = new RegExp(
  `^(${mail}\\b[^.;:]{0,80}?) (?:letting|to let) (?:him|her|them|everyone|everybody|people|all) know (?:that )?`,
  "iu",
);
const summed = new RegExp(
  `^(${mail}\\b[^.;:]{0,80}?),? (?:summari[sz]ing|listing|presenting|outlining|describing) ((?:the|our|my|all) [^:,.;]{3,60}): `,
  "iu",
);
const trailing = new RegExp(
  `^(${mail}) ((?:asking|thanking|requesting|inviting) [^.;:,]{3,120}?) to ((?:(?:my|our|the) \\p{Ll}+ )?\\p{Lu}[\\p{L}'’-]+(?: \\p{Lu}[\\p{L}'’-]+)?)[.]?$`,
  "iu",
);

const reads =
  /^((?:please )?(?:write|reply|mail|e-?mail|speak|answer)(?: back)?(?: to)? (?:(?:Mr|Mrs|Ms|Dr|Prof)\.? )?\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+){0,2}), who (?:owns?|is|are|was|runs?|works?|lives?|teaches|manages?|leads?|has|rents?|plays?|heads?|chairs?) [^.;:]{2,90}(?=[.;:])/iu;

/** "send a mail to all clients letting them know that …", "write an email asking for a reference to Susan Hale" */
const withSaying = (text: string): string =>
  text
    // "write to Imogen Hart, who owns the dog. Tell her …": who the reader is need not be told.
    .replace(reads, "$1")
    // "draft a reply to Noor in which you confirm that …"
    .replace(
      new RegExp(
        `^(${asked}${write}(?: me| up| out)? ${article} (?:${manner} )*(?:${written}|reply|response|answer)\\b[^.;:]{0,80}?),? (?:in which|where) (?:you|we|I) (?=(?:confirm|tell|ask|explain|offer|thank|say|apologi[sz]e|invite|remind|decline|propose|suggest|request|announce|accept)\\b)`,
        "iu",
      ),
      "$1. ",
    )
    // "correct my last mail to the choir: …"
    .replace(
      /^(?:please )?correct (my|our) (last|previous|earlier) (?:e-?mail|mail|message|note) to ([^:.;]{2,60}): /iu,
      "write an email to $3: this is a correction of $1 $2 mail. ",
    )
    .replace(/^(write|reply|mail) back to (?=\p{L})/iu, "$1 to ")
    .replace(told, "$1 saying that ")
    .replace(summed, "$1: here is a summary of $2. ")
    .replace(trailing, (whole, start: string, matter: string, who: string) =>
      /\p{Lu}/u.test(who.split(" ").at(-1)?.charAt(0) ?? "") ? `${start} to ${who} ${matter}` : whole,
    );
