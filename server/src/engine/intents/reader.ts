import { isInstitution, isPluralNoun } from "./addressee.ts";
import type { Addressee, Clause } from "./clause.ts";
import { isFirstName } from "./first-names.ts";
import { type Gender, genderOf } from "./gender.ts";
import { subjectReader } from "./subject-reader.ts";

/** The person or group that the mail is written to. */
export type Reader = {
  /** For the greeting: "Priya", "Mr. Tanaka", "team", "{FirstName}"; empty if unknown. */
  name: string;
  /** Lower-case words by which the user's text may mention the reader. */
  mentions: string[];
  /** Whether "he" or "she" may mean the reader. */
  isPerson: boolean;
  /** Whether "they" may mean the reader. */
  mayBeThey: boolean;
  isGroup: boolean;
  /** The pronoun that the reader takes, if a title, a name or the user's words tell. */
  gender?: Gender;
};

export const noReader: Reader = { name: "", mentions: [], isPerson: false, mayBeThey: false, isGroup: false };

type Sources = { to: string; context: string; intent: string; clauses: Clause[]; addressee?: Addressee | undefined };

/** Reads the reader from the To field, labels and merge tokens of the context, and the first clause that addresses one. */
export function readerOf({ to, context, intent, clauses, addressee }: Sources): Reader {
  const addressed =
    addressee ??
    clauses.find((clause) => clause.addressee && clause.addressee.kind !== "pronoun")?.addressee ??
    (to.trim() ? undefined : subjectReader(clauses));
  const pronoun = clauses.find(
    (clause) => clause.addressee?.kind === "pronoun" && /^(?:him|her|them)$/.test(clause.addressee.text),
  )?.addressee;
  // A request, refusal or complaint to nobody named is addressed to those whom it calls "they".
  const implied = clauses.some(({ act }) =>
    /^(?:request|ask|decline|accept|complain|follow-up|remind|cancel)$/.test(act),
  )
    ? { ...noReader, mayBeThey: true }
    : noReader;
  const said = addressed ? fromAddressee(addressed) : pronoun ? fromPronoun(pronoun) : implied;
  const token = /\{+\s*(?:first_?\s?name|(?:full_?\s?)?name)\s*\}+/i.exec(`${intent}\n${context}`)?.[0];
  if (token)
    return {
      ...said,
      name: token,
      mentions: [...said.mentions, token.toLowerCase()],
      isPerson: true,
      mayBeThey: true,
      isGroup: false,
    };
  const stated = labelled(context) ?? fromHeader(to);
  if (!stated) return said;
  // The To field names the person whom the intent calls "the client" or "her".
  const isSame =
    said.name === "" ||
    stated.mentions.some((mention) => said.mentions.includes(mention)) ||
    addressed?.kind === "role" ||
    addressed?.kind === "pronoun" ||
    addressed?.kind === "company";
  if (addressed?.kind === "group" && !stated.isGroup) return { ...said, name: said.name || stated.name };
  return isSame
    ? {
        ...stated,
        mentions: [...new Set([...stated.mentions, ...said.mentions])],
        isPerson: true,
        mayBeThey: said.mayBeThey,
      }
    : said;
}

function fromPronoun({ text }: Addressee): Reader {
  return {
    ...noReader,
    isPerson: text !== "them",
    mayBeThey: true,
    gender: text === "him" ? "he" : text === "her" ? "she" : undefined,
  };
}

const titles = /^(?:Mr|Mrs|Ms|Mx|Dr|Prof|Professor|Lord|Sir|Madam|Miss|Rev|Captain|Chef|Coach|Principal)\.?$/i;

function fromAddressee({ text, kind }: Addressee): Reader {
  const bare = text
    .replace(/^(?:all|every|each|both|of|the|my|our|a|an|this|these|those|new|\s)+\s+(?=\S)/i, "")
    .trim();
  const last = bare.split(/\s+/).at(-1) ?? "";
  const mentions = [
    ...new Set([
      bare.toLowerCase(),
      ...(kind === "name" ? namesIn(bare) : kind === "role" ? [last.toLowerCase()] : []),
    ]),
  ].filter((mention) => mention.length > 1);
  if (text.startsWith("{"))
    return { name: text, mentions: [text.toLowerCase()], isPerson: true, mayBeThey: false, isGroup: false };
  if (/@/.test(text)) return fromHeader(text) ?? noReader;
  // "Lea's parents" are greeted neutrally, and Lea stays a third person.
  if (/['’]s? \p{Ll}/u.test(text) && (kind === "group" || kind === "role"))
    return { ...noReader, mentions: [bare.toLowerCase()], mayBeThey: kind === "group" };
  // "the Lindqvists" are a family.
  const family = /^the (\p{Lu}\p{Ll}+)s$/iu.exec(text)?.[1];
  if (family && kind === "company")
    return { name: `${family} family`, mentions, isPerson: false, mayBeThey: true, isGroup: false };
  if (kind === "group") return { name: groupName(text), mentions, isPerson: false, mayBeThey: true, isGroup: true };
  // "opposing counsel Ferris & Boyle" is greeted by its name.
  const firm = bare.replace(/^(?:\p{Ll}+ ){1,3}(?=\p{Lu})/u, "");
  if (kind === "company") return { name: `${firm} team`, mentions, isPerson: false, mayBeThey: true, isGroup: false };
  if (kind === "role")
    return { name: roleName(bare), mentions, isPerson: !isInstitution(last), mayBeThey: true, isGroup: false };
  const isPair = /\s(?:and|&)\s/.test(bare);
  return {
    name: isPair ? firm : greetable(bare),
    mentions,
    isPerson: !isPair,
    mayBeThey: true,
    isGroup: isPair,
    gender: isPair ? undefined : genderOf(greetable(bare)),
  };
}

const namesIn = (bare: string) =>
  bare
    .split(/\s+/)
    .filter((word) => /^\p{Lu}/u.test(word) && !titles.test(word))
    .map((word) => word.toLowerCase());

/** "Maria Lopez" → "Maria"; "Dr. Patel" stays. */
export function greetable(name: string): string {
  const words = name.replace(/\s+(?:from|at|of|in)\s.*$/i, "").split(/\s+/);
  const at = words.findIndex((word) => titles.test(word));
  if (at >= 0) return capitalized(words.slice(at, at + 5).join(" "));
  const [first = "", second] = words;
  // An unknown first word may be part of a company's name, so the whole name is used.
  if (second && !isFirstName(first) && words.every((word) => /^\p{Lu}/u.test(word))) return words.join(" ");
  return words.find((word) => isFirstName(word)) ?? words.find((word) => /^\p{Lu}/u.test(word)) ?? capitalized(first);
}

const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

function groupName(text: string): string {
  const bare = text.replace(/^(?:(?:all|every|each|both|of|the|my|our|these|those|new|whole|entire)\s+)+/i, "");
  if (/^(?:all|everyone|everybody)\b/i.test(bare)) return "all";
  if (/^(?:all|everyone|everybody|folks|guys|people|staff|employees|workforce)$/i.test(bare) || /\bstaff$/i.test(bare))
    return "all";
  if (/\s(?:and|&)\s/.test(bare)) return bare.replace(/ (and|&) (?:their|his|her|the|our|my) /g, " $1 ");
  const words = bare.split(/\s+/);
  return words.length <= 6 ? bare : words.slice(0, 3).join(" ");
}

/** Only some roles are greeted by their name: "Dear hiring manager" reads well, "Dear boss" does not. */
function roleName(bare: string): string {
  const last = bare.split(/\s+/).at(-1) ?? "";
  if (/^(?:hiring manager|customer|professor|neighbou?r|colleague|guest|member|parent)$/i.test(bare))
    return bare.toLowerCase().replace(/^professor$/, "Professor");
  if (/^(?:HR|IT)$/i.test(bare)) return `${bare.toUpperCase()} team`;
  if (
    /^(?:support|customer support|customer service|accounting|accounts|finance|payroll|procurement|purchasing|logistics|legal|facilities|sales|marketing|compliance|security|helpdesk|reception)$/i.test(
      bare,
    )
  )
    return `${bare} team`;
  if (/^\p{Lu}/u.test(bare) && isInstitution(last)) return `${bare} team`;
  return "";
}

/** "To: Priya", "Dear Mr. Tanaka," or "her name is Joanna" in the context. */
function labelled(context: string): Reader | undefined {
  const found =
    /(?:^|\n|[.;]\s*)(?:To|Recipient|Dear|Candidate|Applicant|Attn|(?:(?:[Hh]er|[Hh]is|[Tt]heir|[Tt]he (?:client|customer|candidate|contact)(?:['’]s)?)\s)[Nn]ame is)\s*:?\s+((?:(?:Mr|Mrs|Ms|Dr|Prof)\.?\s)?\p{Lu}[\p{L}'’-]+(?:\s+\p{Lu}[\p{L}'’-]+){0,2})\s*(?:[,.;<(]|\n|$)/u.exec(
      context.slice(0, 5_000),
    )?.[1];
  return found ? fromAddressee({ text: found, kind: "name" }) : undefined;
}

/** The names of a To field: "Priya Nair <priya@acme.example>, Tom Becker". */
function fromHeader(to: string): Reader | undefined {
  const people = to
    .slice(0, 2_000)
    .split(/[,;]\s*(?=[^@]*(?:@|$))/)
    .map((entry) => entry.trim())
    .filter(Boolean);
  if (people.length === 0) return undefined;
  const names = people.map(nameOfEntry);
  const mentions = people.flatMap((entry) => namesIn(entry.replace(/<.*$/, "")));
  if (people.length > 2) return { name: "all", mentions: [], isPerson: false, mayBeThey: true, isGroup: true };
  if (people.length === 2 && names.every(Boolean))
    return { name: names.join(" and "), mentions, isPerson: false, mayBeThey: true, isGroup: true };
  return {
    name: names[0] ?? "",
    mentions: names[0] ? [...new Set([...mentions, names[0].toLowerCase()])] : mentions,
    isPerson: true,
    mayBeThey: false,
    isGroup: false,
    gender: genderOf(names[0] ?? ""),
  };
}

const shared =
  /^(?:info|office|contact|hello|mail|admin|sales|support|service|team|hr|jobs|billing|accounts?|accounting|noreply|no-reply|invoices?|orders?|help|press|marketing|reception|enquiries)$/i;

function nameOfEntry(entry: string): string {
  const shown = entry
    .replace(/<[^>]*>/, "")
    .replace(/["“”]/g, "")
    .trim();
  if (shown && !shown.includes("@")) {
    const [last, first] = shown.split(/,\s*/);
    const name = first && last ? `${first} ${last}` : shown;
    return isPluralNoun(name) && !/^\p{Lu}/u.test(name) ? name : greetable(name);
  }
  const local = /<?([^<>@\s]+)@/.exec(entry)?.[1] ?? "";
  const [first = "", second] = local.split(/[._-]/);
  return second && /^\p{L}{2,}$/u.test(first) && /^\p{L}{2,}$/u.test(second) && !shared.test(first)
    ? capitalized(first.toLowerCase())
    : "";
}
