import { maxFrameLength, nameMark } from "@intellibox/contract/rules/voice";

// The longer ones first, because the first that fits is taken.
const openers = [
  ...["hi there", "hey there", "hello there", "hi", "hey", "hello", "dear", "greetings"],
  ...["good morning", "good afternoon", "good evening", "good day", "morning"],
  ...["sehr geehrter", "sehr geehrte", "guten tag", "guten morgen", "guten abend", "lieber", "liebe", "liebes"],
  ...[
    "hallo",
    "servus",
    "moin",
    "grüezi",
    "grüß gott",
    "bonjour",
    "bonsoir",
    "salut",
    "coucou",
    "chère",
    "cher",
    "chers",
  ],
  ...[
    "buenos días",
    "buenos dias",
    "buenas tardes",
    "buenas",
    "hola",
    "estimados",
    "estimadas",
    "estimado",
    "estimada",
  ],
  ...["queridos", "queridas", "querido", "querida", "buongiorno", "buonasera", "ciao", "gentilissima", "gentilissimo"],
  ...["gentile", "cara", "caro", "cari", "olá", "ola", "oi", "bom dia", "boa tarde", "boa noite"],
  ...["prezados", "prezadas", "prezado", "prezada", "beste", "geachte", "hoi", "dag", "goedemorgen", "hej"],
  ...["здравствуйте", "привет", "добрый день", "доброе утро", "уважаемый", "уважаемая"],
  ...["नमस्ते", "नमस्कार", "प्रिय", "namaste", "namaskar", "مرحبا", "السلام عليكم", "שלום", "안녕하세요", "您好", "你好"],
];
const opening = new RegExp(`^(${openers.join("|")})(?![\\p{L}\\p{M}\\p{N}])`, "iu");

const group =
  /^(?:(?:an? )?(?:all|alle|everyone|everybody|folks|guys|both|gentlemen|ladies|colleagues|friends|team|teams|crew|zusammen|ihr lieben|kollegen|kolleg(?:innen|en) und kolleg(?:innen|en)|damen und herren|sir|madam|sir or madam|sir ?\/ ?madam|equipo|equipe|équipe|pessoal|todos|tous|toutes|tutti|allemaal|iedereen)|there|(?:à|a) (?:tous|toutes|todos|tutti)|(?:à )?tout(?:e|es)?s? et (?:à )?tous|सभी|सब|大家|各位)$/iu;

const titled =
  /^(?:mr|mrs|ms|miss|dr|prof|professor|sir|madam|herrn?|frau|m|mme|mlle|monsieur|madame|sr|sra|señor|señora|senhor|senhora|dott|signor|signora|sig|dhr|mevr|श्री|श्रीमती)(?![\p{L}\p{M}])\.?\s+\S/iu;

/** Of a name: up to four words that begin with a capital, or that have no capitals in their script. */
const nameLike =
  /^(?:[\p{Lu}\p{Lo}][\p{L}\p{M}.'’-]*)(?:(?: |,? (?:and|und|et|y|e|en|&) |, ?|\/)[\p{Lu}\p{Lo}][\p{L}\p{M}.'’-]*){0,3}$/u;

/** Greetings whose form follows the gender of the reader, as one form for both. */
const gendered: [RegExp, string][] = [
  [/^lieber?$/iu, "Liebe(r)"],
  [/^ch(?:er|ère)$/iu, "Cher(e)"],
  [/^estimad[oa]$/iu, "Estimado(a)"],
  [/^querid[oa]$/iu, "Querido(a)"],
  [/^prezad[oa]$/iu, "Prezado(a)"],
  [/^car[oa]$/iu, "Caro(a)"],
];

/** `titled` greets by title and family name, which no pattern can say for another reader. */
export type GreetingShape = { pattern: string; isGroup: boolean } | "titled" | "none" | "other";

/** A greeting with `{name}` in the place of the name: "Hi Tom," is "Hi {name},". */
export function greetingShape(line: string, names: ReadonlySet<string>): GreetingShape {
  const greeting = line.trim().replaceAll(/\s+/g, " ");
  if (!greeting) return "none";
  if (greeting.length > maxFrameLength * 2) return "other";
  const end = /[\s,!.:;，！–—-]*$/u.exec(greeting)?.[0] ?? "";
  const punctuation = end.trim().slice(0, 1).replace("，", ",").replace("！", "!");
  const bare = greeting.slice(0, greeting.length - end.length);
  const opener = opening.exec(bare)?.[1] ?? "";
  const rest = bare
    .slice(opener.length)
    .replace(/^[\s,]+/u, "")
    .trim();
  const pattern = (text: string, isGroup = false): GreetingShape =>
    text.length > maxFrameLength ? "other" : { pattern: `${text}${punctuation}`, isGroup };
  if (opener && !rest) return pattern(opener);
  if (group.test(rest)) return pattern(opener ? `${opener} ${rest}` : rest, !/^there$/iu.test(rest));
  if (titled.test(rest)) return "titled";
  // "FYI," is no name.
  if (!opener && /^\p{Lu}{3,}$/u.test(rest)) return "other";
  const isName = nameLike.test(rest) || rest.split(/[\s,/&]+/).every((word) => names.has(word.toLowerCase()));
  if (!isName) return "other";
  if (/^sehr geehrte/iu.test(opener) || /^(?:geachte|уважаем)/iu.test(opener)) return "titled";
  const form = gendered.find(([one]) => one.test(opener))?.[1] ?? opener;
  return pattern(opener ? `${form} ${nameMark}` : nameMark);
}

const inlineGreeting = new RegExp(
  `^(?:(?:${openers.join("|")})(?: [\\p{Lu}\\p{Lo}][\\p{L}\\p{M}.'’-]*){0,3} ?[,!:–—-])(?=\\s+\\S)`,
  "iu",
);

/** The greeting at the beginning of a sentence: "Hi Tom, can you call me?" */
export function greetingBefore(text: string, names: ReadonlySet<string>): string {
  const line = text.split("\n", 1)[0]?.slice(0, 200) ?? "";
  const found = inlineGreeting.exec(line)?.[0];
  if (found) return found;
  const name = /^(\p{L}[\p{L}\p{M}'’-]+) ?[,:–—-](?=\s+\S)/u.exec(line);
  return name?.[1] && names.has(name[1].toLowerCase()) ? name[0] : "";
}
