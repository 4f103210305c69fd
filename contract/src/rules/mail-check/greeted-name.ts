import { isOneSlipApart } from "../close-words.ts";
import { addressDomain, addressName, publicDomains } from "../similar-address.ts";
import { folded } from "../thread-words.ts";
import { peopleWritten } from "./recipients.ts";
import type { CheckedMail, Finding, MailPerson } from "./types.ts";

const greeting =
  /^\s*(?:hi|hey|hello|dear|good (?:morning|afternoon|evening)|hallo|liebe[rs]?|(?:sehr )?geehrte[rs]?|guten (?:tag|morgen)|bonjour|salut|ch[eè]re?|hola|estimad[oa]|querid[oa]|ciao|caro|cara|ol[áa]|prezad[oa]|beste|namaste|नमस्ते|प्रिय)\s+(?:(?:mr|mrs|ms|dr|herr|frau|monsieur|madame|sra?|shri|smt)\.?\s+)?(\p{Lu}[\p{L}\p{M}'’-]{1,30})(?:\s+(\p{Lu}[\p{L}\p{M}'’-]{1,30}))?\s*(?:[,!:;–-]|$)/iu;

/** Words that stand for everyone. */
const everyone = new Set(
  "all team everyone everybody folks both there again sir madam colleagues friends guys ladies gentlemen alle zusammen tous equipo todos tutti ji".split(
    " ",
  ),
);

const namesOf = ({ name, address }: MailPerson) => {
  const local = address.slice(0, address.lastIndexOf("@"));
  return [...name.split(/[\s,.]+/), ...local.split(/[._+\d-]+/)].map(folded).filter((part) => part.length > 1);
};

/** The mail greets someone by a name that none of its readers has, but that is nearly one of theirs or belongs to another person of the thread. */
export function checkGreetedName(mail: CheckedMail): Finding[] {
  const line = mail.text.trimStart().split("\n", 1)[0] ?? "";
  const found = greeting.exec(line);
  const [, first = "", second = ""] = found ?? [];
  if (!found || everyone.has(folded(first))) return [];
  const readers = peopleWritten(mail);
  const greeted = folded(first);
  const names = new Set(readers.flatMap(namesOf));
  // Initials, nicknames and names written together: "Tom" for Thomas, "Anna" for annakeller@.
  const isReader = [...names].some(
    (name) =>
      isShortFor(name, greeted) ||
      isShortFor(greeted, name) ||
      name === greeted ||
      name.startsWith(greeted) ||
      greeted.startsWith(name) ||
      name.includes(greeted),
  );
  if (readers.length === 0 || isReader || names.has(folded(second))) return [];
  const meant = readers
    .flatMap(({ name }) => name.split(/\s+/))
    .find(
      (name) =>
        (name.length >= 4 && isOneSlipApart(folded(name), greeted)) ||
        (name.length >= 3 && soundOf(folded(name)) === soundOf(greeted)),
    );
  if (meant) return [finding(first, { other: meant, to: meant })];
  const isGreeted = ({ name }: MailPerson) => folded(name.split(/\s+/)[0] ?? "") === greeted;
  const other = mail.thread?.people.find(isGreeted) ?? mail.known.find(isGreeted);
  const [only] = readers;
  if (!other || !only || readers.length > 1) return [];
  const reader = only.name ? nameOf(only) : nameInAddress(only.address, other);
  if (!reader || mail.own.some((address) => address.toLowerCase() === other.address.toLowerCase())) return [];
  return [finding(first, { other: reader, to: reader })];
}

/** Spellings of one sound: "Meera" and "Mira", "Jon" and "John", "Stefan" and "Stephan". */
const soundOf = (name: string) =>
  name
    .replaceAll("ph", "f")
    .replaceAll("ee", "i")
    .replaceAll("oo", "u")
    .replaceAll("th", "t")
    .replace(/ck|[cq]/g, "k")
    .replaceAll("y", "i")
    .replace(/(?<=.)h/g, "")
    .replace(/(.)\1+/g, "$1");

/** Short names that are not the beginning of the long one. */
const shortNames = new Set(
  "bob robert|rob robert|bobby robert|bill william|will william|billy william|dick richard|rick richard|mike michael|mick michael|jim james|jack john|johnny john|ted edward|ned edward|eddie edward|tony anthony|betty elizabeth|liz elizabeth|beth elizabeth|lisa elizabeth|peggy margaret|meg margaret|maggie margaret|kate katherine|kathy katherine|katie katherine|sasha alexander|alex alexandra|xander alexander|hank henry|harry henry|chuck charles|charlie charles|sally sarah|polly mary|molly mary|jenny jennifer|nell eleanor|tina christina|gus august|fritz friedrich|hans johannes|uli ulrich|pepe jose|paco francisco|nacho ignacio|beto roberto|lalo eduardo".split(
    "|",
  ),
);
const isShortFor = (long: string, short: string) => shortNames.has(`${short} ${long}`);

/** Names of lists and offices, which more than one person reads. */
const office =
  /\b(?:lists?|groups?|teams?|info|office|support|sales|help|hello|hi|contacts?|admins?|accounts?|accounting|billing|services?|hr|orders?|jobs?|careers?|press|media|news|newsletter|shop|store|mail|post|web|webmaster|marketing|finance|legal|bookings?|reservations?|reception|enquir(?:y|ies)|inquir(?:y|ies)|feedback|security|privacy|purchas(?:e|ing)|procurement|logistics|exports?|imports?|dispatch|invoices?|payments?|customers?|clients?|events?|partners?|projects?|studio|company|kontakt|einkauf|verkauf|vertrieb|buero|empfang|rechnung(?:en)?|bestellung(?:en)?|no-?reply|home|family|desk|manager|director)\b/i;

/** The first name; empty for lists and offices. */
const nameOf = ({ name, address }: MailPerson) =>
  office.test(`${name} ${address.replace(/@.*/, "")}`) || !/^\p{Lu}\p{Ll}/u.test(name)
    ? ""
    : (name.split(/\s+/)[0] ?? "");

/** The first name that the address of an unknown reader shows. `other` is greeted: it may be another address of that person. */
function nameInAddress(address: string, other: MailPerson): string {
  const [local, domain] = [addressName(address).toLowerCase(), addressDomain(address)];
  const parts = local.split(/[._-]+/);
  if (office.test(parts.join(" ")) || !parts.every((part) => /^[a-z]{2,15}$/.test(part))) return "";
  const names = namesOf(other);
  if (names.some((name) => local.includes(name) || name.includes(local))) return "";
  const [first = ""] = parts;
  // A short form, such as "mnair" for Meera Nair, or a second address of hers at the same company.
  const isOfOther = names.some((name) => name[0] === first[0]) || addressDomain(other.address) === domain;
  if (parts.length === 1 && (isOfOther || first.length < 3 || publicDomains.has(domain))) return "";
  return first.charAt(0).toUpperCase() + first.slice(1);
}

const finding = (words: string, { other, to }: { other: string; to: string }): Finding => ({
  kind: "other-name",
  key: `name ${words}`,
  words,
  other,
  isGrave: false,
  fix: { type: "replace", where: "text", from: words, to },
});
