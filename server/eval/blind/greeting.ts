import type { BlindIntent } from "./cases.ts";
import { plain } from "./words.ts";

/** The greeting's words after "Dear" and the like, or undefined if the first line is none. */
export function greetedOf(body: string): string | undefined {
  const line = body.trimStart().split("\n", 1)[0]?.trim() ?? "";
  if (line.length > 90) return undefined;
  const rest = line.replace(opening, "");
  if (rest === line && !/^[\p{L}\p{M}. '-]{2,40}[,:]$/u.test(line)) return undefined;
  return rest.replace(/[,:!.।\s]+$/u, "").trim();
}

/** The fault of a draft's greeting: another person is greeted ("greeted wrong"), or no name or a blank ("greeting"). */
export function greetingFault(
  body: string,
  { reader, intent }: Pick<BlindIntent, "reader" | "intent">,
): { gate: "greeted wrong" | "greeting"; what: string } | undefined {
  const greeted = greetedOf(body);
  if (greeted === undefined) return { gate: "greeting", what: "no greeting" };
  const words = nameWords(greeted);
  if (words.length > 7) return { gate: "greeted wrong", what: `greets "${greeted}"` };
  if (reader.name !== undefined) {
    const names = nameWords(reader.name);
    if (words.some((word) => names.some((name) => sameName(name, word)))) return undefined;
    const isNeutral = words.every((word) => neutral.has(word)) || /^\[.*\]$/.test(greeted);
    return { gate: isNeutral ? "greeting" : "greeted wrong", what: `greets "${greeted}" instead of ${reader.name}` };
  }
  if (/^\[.*\]$/.test(greeted)) {
    return reader.unknown ? undefined : { gate: "greeting", what: "a blank for a group that the intent names" };
  }
  // A capitalised word of the intent that is not its first is a third party, unless it belongs to the group's own name.
  const group = nameWords(reader.group ?? "");
  const others = (intent.slice(1).match(/\p{Lu}[\p{L}\p{M}]+/gu) ?? []).map((word) => plain(word));
  if (words.some((word) => neutral.has(word) || group.includes(word))) return undefined;
  const stranger = words.find((word) => others.includes(word));
  return stranger ? { gate: "greeted wrong", what: `greets "${greeted}"` } : undefined;
}

/** The names of a greeting or an address, without titles. */
export const nameWords = (text: string): string[] =>
  (plain(text).match(/[\p{L}\p{M}]+/gu) ?? []).filter((word) => !titles.has(word));

const sameName = (one: string, other: string) =>
  one === other || (one.length > 4 && other.startsWith(one.slice(0, -1)));

const opening =
  /^(?:dear|hi|hello|hey|greetings|good (?:day|morning|afternoon|evening)|to whom it may concern|sehr geehrte[rn]?|liebe[rs]?|guten (?:tag|morgen|abend)|hallo|moin|bonjour|bonsoir|salut|ch[eè]re?s?|estimad[oa]s?(?:\/a)?|querid[oa]s?|hola|buen[oa]s (?:d[ií]as|tardes|noches)|olá|oi|car[oa]s?|prezad[oa]s?(?:\(a\)|\(as\)|\/a)?|bom dia|boa (?:tarde|noite)|exm[oa]s?\.?(?:\s+senhor(?:es|a)?)?|namaste|namaskar|नमस्ते|नमस्कार|प्रिय|आदरणीय|माननीय|madame|monsieur)(?=[\s,:!.।]|$)/iu;

const titles = new Set(
  "mr mrs ms miss dr prof professor sir madam lord lady frau herr herrn familie madame monsieur m mme mlle docteur señor señora sr sra don doña senhor senhora dona श्री श्रीमती जी ji bhai councillor and und et y e".split(
    " ",
  ),
);

const neutral = new Set(
  `there all everyone everybody team colleagues colleague folks sir madam sirs counsel customer customers parents staff guests residents members
managers volunteers suppliers students patients board friends partners neighbours families to whom it may concern ladies gentlemen crew
damen herren zusammen alle team kolleginnen kollegen eltern rechtsanwalt rechtsanwältin
tous toutes équipe collègues parents madame monsieur maître bénévoles amis
todos todas equipo señores señor señora familias vecinos colegas compañeros
pais equipa equipe senhores senhor senhora amigos
सभी टीम साथियों महोदय महोदया अभिभावकगण
sab sabhi sabko aap`.split(/\s+/),
);
