// Says a German text about its reader to them: "falls sie … findet" → "falls Sie … finden".
import type { Addressed } from "./addressed.ts";
import { pluralVerb } from "./german-verbs.ts";

const subordinate =
  /(?:^|[\s,;(])(?:ob|dass|wenn|falls|sofern|weil|da|damit|sobald|solange|bis|bevor|nachdem|obwohl|wann|warum|weshalb|wie(?: viele?| lange| oft)?|wo|wohin|woher|was|wen|wem|welche[rsnm]?(?: \p{Lu}\p{L}+)?|(?:mit|an|auf|bei|für|von|zu) (?:wem|wen|welche[rsnm]?(?: \p{Lu}\p{L}+)?)|ab wann|bis wann)\s+$/iu;
// Their subject is a thing if one was named before.
const ofThings =
  /^(?:gefällt|passt|fehlt|gilt|kostet|läuft|beginnt|endet|liegt|steht|funktioniert|reicht|dauert|stimmt|klappt|wiegt|hängt|enthält|entfällt|verfällt|lautet|tropft|klemmt|hält|ist|sind|war|waren|wird|wurde|bleibt|sei|wäre|geht|kommt)$/u;
const ofPersons =
  /(?<!\p{L})(?:krank|einverstanden|zufrieden|dabei|interessiert|erreichbar|zu Hause|bereit|frei|sicher|unterwegs|im Urlaub|verhindert|allein|schwanger|da|dort|anwesend|zuständig|müde|verärgert|informiert|eingeladen|angemeldet|gekommen|gegangen|gefahren|sich|möchte|will|kommen|bringen|melden|anrufen|schicken|zahlen|überweisen|unterschreiben|ausfüllen|mitbringen|abholen|wählen|entscheiden|gehen|fahren|parken|warten|nehmen|geben|sagen|schreiben|bezahlen|buchen|benutzen|nutzen|arbeiten|prüfen|lesen|tun|machen|holen)(?!\p{L})/u;
const masculine =
  /(?<!\p{L})(?:der|den|einen|seinen|ihren|meinen|unseren|Ihren|keinen|diesen|dem|im|am|vom|zum|beim)\s(?:\p{Ll}+\s)?\p{Lu}\p{L}+/u;
const feminine =
  /(?<!\p{L})(?:die|eine|seine|ihre|meine|unsere|Ihre|keine|diese|zur|einer)\s(?:\p{Ll}+\s)?\p{Lu}\p{L}+/u;
// Somebody else whom the same or the last sentence names by a role.
const persons = {
  he: /(?<!\p{L})(?:der|dem|den|ein|einen|einem|ihr|ihrem|ihren|Ihr|Ihrem|Ihren|sein|seinem|seinen|mein|meinem|unser|unserem|unseren)\s(?:\p{Ll}+\s)?(?:Kunde|Chef|Sohn|Mann|Vater|Patient|Mieter|Nachbar|Bruder|Kollege|Anwalt|Arzt|Fahrer|Lieferant|Bewerber|Praktikant|Azubi|Prüfer|Monteur|Handwerker|Makler)(?:en|n)?(?!\p{L})/u,
  she: /(?<!\p{L})(?:die|der|eine|einer|ihre|ihrer|Ihre|Ihrer|seine|seiner|meine|meiner|unsere|unserer)\s(?:\p{Ll}+\s)?(?:Kundin|Chefin|Tochter|Mutter|Patientin|Mieterin|Nachbarin|Schwester|Kollegin|Anwältin|Ärztin|Fahrerin|Lieferantin|Bewerberin|Praktikantin|Prüferin|Maklerin)(?!\p{L})/u,
};
const third = /(?<!\p{L})(?:Frau|Herrn?)\s(?:Dr\.\s)?\p{Lu}/u;

/** The text with the words about its reader in the second person. */
export function addressGerman(given: string, { gender, isMany, isFirm = false, before, isClause }: Addressed): string {
  const isHe = gender !== "she" && !isMany;
  const isShe = gender !== "he" || isMany;
  // "wenn sie Hilfe braucht soll sie anrufen": a comma is missing.
  const whole = given.replace(
    /(?<=(?<!\p{L})(?:wenn|falls|sobald)\s(?:sie|er)\s[^,.;]*?\p{Ll})\s(?=(?:soll|kann|muss|darf|braucht|bekommt)\s(?:sie|er)\s)/giu,
    ", ",
  );
  const clauses = whole.split(/(?<=[,;:!?]\s|(?<!\d)\.\s|\s(?:und|oder|aber|sondern|denn)\s)/u);
  let said = "";
  let isReaders = false;
  let isLast = isClause;
  for (const clause of clauses) {
    const turned = clauseOf(clause, `${before} ${said}`, { isHe, isShe, isMany, isFirm, isReaders, isLast });
    // "dass A ist und B kommt": both verbs stand last.
    isLast =
      /\s(?:und|oder|aber|sondern)\s$/u.test(clause) && (isLast || subordinate.test(/^\S+\s/u.exec(clause)?.[0] ?? ""));
    isReaders = turned.isReaders;
    said += turned.text;
  }
  if (isMany || !gender) said = said.replace(/(?<!\p{L})ihnen(?!\p{L})/gu, "Ihnen");
  return withRequests(withPossessives(said, isHe, isShe, `${before} ${given}`));
}

type Who = { isFirm: boolean; isHe: boolean; isShe: boolean; isMany: boolean; isReaders: boolean; isLast: boolean };

function clauseOf(clause: string, before: string, who: Who): { text: string; isReaders: boolean } {
  const isConjoined = /\s(?:und|oder|aber|sondern)\s$/u.test(before);
  const found = subjectIn(clause, before, who);
  if (!found) {
    // "… und den Plan mitbringt": the reader goes on to be the subject.
    if (who.isReaders && isConjoined && !hasSubject(clause)) {
      const words = lastVerb(clause) ?? firstVerb(clause);
      if (words) return { text: objectsOf(replaceAt(clause, words), before, true), isReaders: true };
      return { text: clause, isReaders: true };
    }
    return { text: objectsOf(clause, before, false), isReaders: false };
  }
  return { text: objectsOf(found, before, true), isReaders: true };
}

const hasSubject = (clause: string) => /(?<!\p{L})(?:ich|wir|er|sie|es|man|das|wer|der|die)(?!\p{L})/u.test(clause);

type Verb = { at: number; verb: string; plural: string };
const replaceAt = (text: string, { at, verb, plural }: Verb) =>
  text.slice(0, at) + plural + text.slice(at + verb.length);

function verbAt(at: number, word: string): Verb | undefined {
  const plural = pluralVerb(word);
  return plural ? { at, verb: word, plural } : undefined;
}
function lastVerb(clause: string): Verb | undefined {
  const found = /(\p{Ll}+)(?=[,;.:!?)\s]*(?:\s(?:und|oder|aber|sondern)\s)?$)/u.exec(clause);
  return found?.[1] && !/^(?:un|be|ge|ver)?(?:ge)\p{L}+t$/u.test(found[1]) ? verbAt(found.index, found[1]) : undefined;
}
function firstVerb(clause: string): Verb | undefined {
  const found = /^(?:dann |auch |bitte )?(\p{Ll}+)/u.exec(clause);
  return found?.[1] ? verbAt(found[0].length - found[1].length, found[1]) : undefined;
}

/** The clause, if the reader is its subject. */
function subjectIn(clause: string, before: string, { isHe, isShe, isMany, isFirm, isLast }: Who): string | undefined {
  for (const found of clause.matchAll(/(?<![\p{L}])(?:[Ss]ie|[Ee]r)(?![\p{L}])/gu)) {
    const word = found[0].toLowerCase();
    if (word === "er" ? !isHe : !isShe) continue;
    const start = clause.slice(0, found.index);
    const rest = clause.slice(found.index + word.length);
    // "Sie" inside a sentence is the reader already.
    if (found[0] === "Sie" && start.trim() !== "") continue;
    const verb = verbOf(clause, start, rest, found.index + word.length, isLast);
    if (!verb) continue;
    const isSeveral = /(?:en|ern|eln|sind)$/u.test(verb.verb) && verb.plural === verb.verb;
    if (isSeveral !== isMany && !isFirm) continue;
    if (!isMany && isThing(word, clause, before, verb.verb)) continue;
    const at = found.index;
    const turned = verb.at < at ? replaceAt(clause, verb) : replaceAt(clause, verb);
    const shift = verb.at < at ? verb.plural.length - verb.verb.length : 0;
    return `${turned.slice(0, at + shift)}Sie${turned.slice(at + shift + word.length)}`;
  }
  return undefined;
}

function verbOf(clause: string, start: string, rest: string, end: number, isLast: boolean): Verb | undefined {
  const known = (at: number, word: string): Verb | undefined =>
    /(?:[^g]en|ern|eln|sind)$/u.test(word) &&
    !/^(?:den|einen|keinen|wegen|gegen|morgen|neben|zwischen|unseren|ihren|seinen|meinen)$/u.test(word)
      ? { at, verb: word, plural: word }
      : verbAt(at, word);
  if (subordinate.test(start) || (isLast && start.trim() === "")) {
    const last = /(\p{Ll}+)(?=[,;.:!?)\s]*(?:\s(?:und|oder|aber|sondern)\s)?$)/u.exec(rest);
    return last?.[1] ? known(end + last.index, last[1]) : undefined;
  }
  // "muss sie": the verb stands before its subject.
  const inverted = /(?<!\p{L})(\p{L}+)\s$/u.exec(start);
  if (inverted?.[1] && !/^(?:und|oder|aber|denn|sondern|dann|auch|doch)$/iu.test(inverted[1])) {
    const small = inverted[1].toLowerCase();
    const verb = known(inverted.index, small);
    const isFirst = inverted.index === 0 || /^[^,]{0,40}\s$/u.test(start.slice(0, inverted.index));
    // "Sven übernimmt sie": the subject stands before the verb.
    const isObject =
      /^(?:(?:der|ein|mein|unser|sein|ihr|dieser|jeder)\s(?:\p{Ll}+\s)?)?(?!(?:Mon|Diens|Donners|Frei|Sams|Sonn)tag|Mittwoch|Heute|Morgen|Dann|Dafür|Da|So|Jetzt|Deshalb|Daher|Bitte|Das|Die|Den)\p{Lu}\p{L}+\s$/u.test(
        start.slice(0, inverted.index),
      );
    if (verb && isFirst && !isObject)
      return { ...verb, verb: inverted[1], plural: inverted[1] === small ? verb.plural : capital(verb.plural) };
    return undefined;
  }
  if (/\S\s$/u.test(start) && !/(?:und|oder|aber|denn|sondern|[,;:.])\s$/iu.test(start)) return undefined;
  const next = /^\s(\p{Ll}+)/u.exec(rest);
  return next?.[1] ? known(end + 1, next[1]) : undefined;
}
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** Whether a subject goes back to a thing or another person. */
function isThing(word: string, clause: string, before: string, verb: string): boolean {
  const last = before
    .split(/(?<=(?<!\d)[.!?])\s/u)
    .slice(-2)
    .join(" ");
  const ofThem = new RegExp(third.source.replace("(?:Frau|Herrn?)", word === "er" ? "(?:Herrn?|Dr\\.)" : "Frau"), "u");
  if (
    ofThem.test(last) ||
    (word === "er" ? persons.he : persons.she).test(before.split(/(?<=(?<!\d)[.!?])\s/u).at(-1) ?? "")
  )
    return true;
  const isPassive =
    /^(?:muss|soll|kann|darf|sollte|könnte)$/u.test(verb) &&
    /\s(?:werden|sein|bleiben|liegen)[\s.,;?!]*$/u.test(clause);
  if (!isPassive && (!ofThings.test(verb) || ofPersons.test(clause))) return false;
  return (word === "er" ? masculine : feminine).test(last);
}

const humanVerbs =
  /(?<!\p{L})(?:(?:an)?r[uie]+f\p{L}*|erreich\p{L}*|informier\p{L}*|einlad\p{L}*|lad\p{L}*|eingeladen|treff\p{L}*|getroffen|bitt\p{L}*|gebeten|frag\p{L}*|gefragt|kennen\p{L}*|unterstütz\p{L}*|erwart\p{L}*|besuch\p{L}*|sprech\p{L}*|kontaktier\p{L}*|vertret\p{L}*|begleit\p{L}*|abholen|überrasch\p{L}*|erinner\p{L}*|benachrichtig\p{L}*|anschreib\p{L}*|verständig\p{L}*|hol\p{L}*|brauch\p{L}*)(?!\p{L})/u;

/** Objects and words after a preposition. A clause whose subject is the reader has no other object of that kind. */
function objectsOf(clause: string, before: string, isOwn: boolean): string {
  let text = clause
    .replace(/(?<!\p{L})ihm(?!\p{L})/gu, "Ihnen")
    .replace(/(?<=(?<!\p{L})(?:[Ff]ür|[Oo]hne) )(?:sie|ihn)(?!\p{L})/gu, "Sie")
    .replace(/(?<!\p{L})ihr(?!\p{L})(?!\s+(?:\p{Ll}+e[nmrs]?\s+)?\p{Lu}\p{Ll})/gu, "Ihnen")
    .replace(
      /(?<!\p{L})ihr(?=\s+(?:den|die|das|dem|der|des|ein\p{L}*|mein\p{L}*|unser\p{L}*|sein\p{L}*|kein\p{L}*|alle\p{L}*|am|im|vom|zum|zur|für|mit|auf|bis|bei)\s)/gu,
      "Ihnen",
    );
  if (isOwn) return text;
  const last = before
    .split(/(?<=(?<!\d)[.!?])\s/u)
    .slice(-2)
    .join(" ");
  text = text.replace(/(?<!\p{L})(ihn|sie)(?!\p{L})/gu, (word) =>
    !(
      word === "ihn"
        ? masculine
        : /(?<!\p{L})(?:die|eine|seine|ihre|meine|unsere|Ihre|keine|diese|alle|zur|einer|\d+)\s(?:\p{Ll}+\s)?\p{Lu}\p{L}+/u
    ).test(last) || humanVerbs.test(clause)
      ? "Sie"
      : word,
  );
  return text;
}

const withPossessives = (text: string, isHe: boolean, isShe: boolean, whole: string) => {
  const isOther = third.test(whole);
  const his = isHe && !(isOther && /(?<!\p{L})Herrn?\s/u.test(whole));
  const her = isShe && !(isOther && /(?<!\p{L})Frau\s/u.test(whole));
  const owned = String.raw`(e[rsnm]?)?(?=\s+(?:[\p{Ll}\d.]+\s+)?\p{Lu})`;
  return text
    .replace(new RegExp(String.raw`(?<!\p{L})[Ss]ein${owned}`, "gu"), (all, end = "") => (his ? `Ihr${end}` : all))
    .replace(new RegExp(String.raw`(?<!\p{L})ihr${owned}`, "gu"), (all, end = "") => (her ? `Ihr${end}` : all));
};

const separable =
  /^(zurück|vorbei|nach|aus|ab|an|auf|ein|mit|vor|weg|zu|bei|los|weiter|um|her|hin|durch|fest|frei|bereit|teil|zusammen|rein|raus|hoch|runter|dazu)(?!worten|ein|igen)(\p{Ll}{3,}(?:en|ern|eln))$/u;
const moved = (infinitive: string, rest: string) => {
  const [, prefix, stem] = separable.exec(infinitive) ?? [];
  return prefix && stem && !/^(?:antworten|vereinbaren|anonym\p{L}*|abonnieren|informieren)$/u.test(infinitive)
    ? [stem, `${rest} ${prefix}`]
    : [infinitive, rest];
};
/** "sollen Sie sich bei mir melden" → "melden Sie sich bitte bei mir", "Sie sollen klingeln und warten" → "Bitte klingeln Sie und warten Sie". */
const withRequests = (text: string) =>
  text.replace(
    /(?<start>^|[.;,] (?:und |dann |so )?)(?:Sie sollen|(?<isInverted>sollen Sie)) (?<self>sich )?(?:bitte )?(?<rest>(?:[^,;.?]|(?<=\d)\.)*?(?:en|ern|eln))(?=[,;.?]|$|\s\d)/gu,
    (whole, ...found: unknown[]) => {
      const { start = "", isInverted, self = "", rest = "" } = found.at(-1) as Record<string, string>;
      const deeds = rest.split(/\s(?=(?:und|oder)\s)/u);
      const said = deeds.map((deed) => /^(und |oder )?(.*?\s)?(\p{Ll}+(?:en|ern|eln))$/u.exec(deed));
      if (said.some((deed) => !deed)) return whole;
      const orders = said.map((deed, at) => {
        const [, and = "", object = "", infinitive = ""] = deed ?? [];
        const [verb, end] = moved(infinitive, object.trim());
        return `${and}${verb} Sie ${at === 0 ? self : ""}${isInverted && at === 0 ? "bitte " : ""}${end}`.trim();
      });
      const please = isInverted ? "" : /,/.test(start) ? "bitte " : "Bitte ";
      return `${start}${please}${orders.join(" ")}`;
    },
  );
