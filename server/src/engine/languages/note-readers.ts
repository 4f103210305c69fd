// Readers of notes: "an Fr. Kurz: …", "Karim, …", "…, dis à l'équipe", "merci à Odile Vasseur pour …".
import { isFirstName } from "../intents/first-names.ts";
import type { OrderLanguage } from "../sentences/orders.ts";
import { mailTo } from "./placed-reader.ts";

const name = String.raw`\p{Lu}[\p{L}'’-]+(?:\s(?:(?:de|da|do|dos|del|von|van|du)\s)?\p{Lu}[\p{L}'’-]+)?`;
const latin = String.raw`\p{L}[\p{L}\p{M}'’-]+(?:\s\p{Lu}[\p{L}'’-]+)?(?:\s(?:को|ko))?`;

const greetings: Record<OrderLanguage, string> = {
  de: "hallo|hi|hey|liebe[rs]?|moin|servus|guten (?:tag|morgen)|sehr geehrter? ",
  fr: "salut|bonjour|coucou|chère?|hello",
  es: "hola|buenas|buenos días|buenas tardes|querid[oa]|estimad[oa]",
  pt: "oi|olá|ola|bom dia|boa tarde|car[oa]|querid[oa]|prezad[oa]",
  hi: "नमस्ते|नमस्कार|प्रिय|हैलो",
  hinglish: "hi|hello|hey|namaste|namaskar|dear",
};
// Words after a greeting that are no name.
const noName =
  /^(?:zusammen|alle|alles|leute|team|à|tous|toutes|todos|todas|equipo|equipe|gente|pessoal|sab|all|everyone|ji|सब|सभी|les|amis|monde|dort|again|there)$/iu;

/** "Salut Karim, …": the writer's own mail with its greeting. */
export function typedGreeting(
  intent: string,
  language: OrderLanguage,
): { greeting: string; name: string; rest: string } | undefined {
  const found = new RegExp(
    String.raw`^(?<greeting>(?:${greetings[language]})\s(?<name>(?:(?:Frau|Herr|Mme|M\.|Madame|Monsieur|Sra?\.?|Dona|Don|Doña)\s)?[\p{L}\p{M}'’-]+(?:\s(?:ji|जी|sir|\p{Lu}[\p{L}'’-]+))?))\s*[,!:–-]+\s+(?<rest>\S[\s\S]*)$`,
    "iu",
  ).exec(intent)?.groups;
  if (!found?.name || !found.rest || noName.test(found.name)) return undefined;
  return { greeting: found.greeting ?? "", name: found.name, rest: found.rest };
}

const to: Record<OrderLanguage, string> = {
  de: String.raw`an|für|z\.? ?hd\.?|zu händen`,
  fr: "à|a|pour|pr|à l['’]attention de",
  es: "a|al|para|p\\/|a la atención de",
  pt: "a|ao|à|para|pra|pro|p\\/|aos cuidados de",
  hi: "(?!)",
  hinglish: "to",
};
const titles: Record<OrderLanguage, string> = {
  de: String.raw`(?:Herrn?|Frau|Familie)\s(?:(?:Dr|Prof)\.\s)*`,
  fr: String.raw`(?:Mme|Mlle|M\.|Mr|Monsieur|Madame|Maître|Me|Dr|le\sDr|la\sDr)\s`,
  es: String.raw`(?:la\s|el\s)?(?:Sra?\.?|Dra?\.?|D\.|Dña\.|Don|Doña|señora?|doctora?)\s`,
  pt: String.raw`(?:[oa]\s)?(?:Sra?\.?|Dra?\.?|Dona|Seu|senhora?|doutora?|Eng\.?)\s`,
  hi: "(?:श्री|श्रीमती|डॉ\\.?)\\s",
  hinglish: "(?:Mrs?|Ms|Dr)\\.?\\s",
};
const groups: Record<OrderLanguage, string> = {
  de: String.raw`alle[nr]?\s[^.:;,–]{3,40}|das (?:ganze )?team|team \p{L}+|liebes? team|kollegen|leute`,
  fr: String.raw`(?:tous|toutes)\s[^.:;,–]{3,40}|toute\s(?:l['’]|la\s)[^.:;,–]{3,40}|l['’]équipe(?:\s\p{L}+)?|équipe(?:\s\p{L}+)?|les gars`,
  es: String.raw`(?:todos|todas)\s[^.:;,–]{3,40}|(?:todo\s)?el\s(?:equipo|personal)(?:\s[^.:;,–]{3,30})?|(?:grupo|equipo)\s\p{L}+|(?:equipo|gente|chicos|compañeros)(?:\sde\s\p{L}+)?`,
  pt: String.raw`(?:todos|todas)\s[^.:;,–]{3,40}|toda\sa\s[^.:;,–]{3,30}|o?\s?pessoal\sd[aeo]\s[^.:;,–]{3,30}|(?:grupo|equip[ea])\s\p{L}+|(?:galera|turma|pessoal|equipe|equipa)(?:\sd[aeo]s?\s\p{L}+)?`,
  hi: String.raw`(?:सभी|सब|सारे)\s[^।:,]{2,40}`,
  hinglish: String.raw`(?:sabhi|sab|saare|puri|poori)\s[^.:;,–]{3,40}`,
};
/** Names of people who write notes in these languages; the list of first names holds the commoner ones. */
const moreNames =
  /^(?:jussara|juçara|joão|joaquina|iolanda|edvaldo|wagner|valdir|cleide|neusa|zilda|ivone|ivete|rosângela|dirce|nair|márcia|luzia|adelaide|fátima|conceição|anselmo|amílcar|baltazar|custódio|evaristo|gaspar|hermínia|lurdinha|tonho|zeca|chico|bia|duda|gabi|rafa|pili|paco|pepe|nacho|chema|lola|curro|maribel|ramiro|milagros|merche|begoña|koldo|aitor|jordi|oriol|montse|nuria|núria|xavi|pau|lluís|rocío|macarena|candela|fermín|odile|maud|solène|gaëlle|loïc|yann|maëlys|kylian|enzo|théo|léo|noé|inès|zoé|anaïs|hélène|benoît|cédric|jérôme|frédéric|aurélie|élodie|céline|clémence|bénédicte|ghislaine|nadège|sévérine|karim|nabil|samir|mehdi|yacine|leïla|meenal|rohit|suresh|mukesh|ramesh|mahesh|dinesh|ganesh|pankaj|neeraj|manoj|vinod|pramod|sunil|anil|sanjay|vijay|ajay|deepak|rakesh|naresh|kunal|varun|tarun|arjun|karan|rohan|sohan|mohan|kishan|imran|salman|farhan|irfan|priya|riya|pooja|neha|sneha|megha|kavya|divya|ananya|shreya|swati|jyoti|rekha|sunita|anita|geeta|seema|asha|usha|nisha|komal|payal|sonal|meenakshi|torben|malte|wiebke|heike|uwe|jörg|jürgen|günter|günther|björn|sönke|lennart|thorsten|torsten|carsten|karsten|ronny|mandy|cindy|sven|kai|jule|annalena|leonie|finja|tjorven|bernd|horst|detlef|gisela|hannelore|annegret|gudrun|ute|elke|silke|anke|antje|birgit|tanja|katja|nadja|svenja|nele|merle|levke)$/iu;
const titleCase = (text: string) => text.replace(/(?:^|[ -])\p{Ll}/gu, (letter) => letter.toUpperCase());

/** Rewrites such notes into the order to write to their reader. */
export function withNoteReader(intent: string, language: OrderLanguage): string {
  const text = intent.trim().replace(/^@(?=\p{L})/u, "");
  if (text.length > 2_000) return text;
  return (
    headed(text, language) ?? thanked(text, language) ?? inMiddle(text, language) ?? toldLater(text, language) ?? text
  );
}

const firstOf = (who: string) => who.split(/\s/)[0] ?? "";

/** "an Fr. Kurz: …", "a Pili - …", "Mehta sir - …", "rohit - …" */
function headed(text: string, language: OrderLanguage): string | undefined {
  const dash = String.raw`(?:\s?[:：]|\s[-–—]|\s?[–—])\s+`;
  const found = new RegExp(
    String.raw`^(?<by>(?:${to[language]})\s*(?<=[\s\/]))?(?<who>(?:${titles[language]})${latin}|${groups[language]}|[\p{L}\p{M}'’-]+(?:\s(?:ji|sir|madam|mam|ma'am|bhai|bhaiya|didi|uncle|aunty|जी|सर|मैडम|मैम|भाई|भैया|साहब|दीदी|अंकल|आंटी|को|ko|\p{Lu}[\p{L}\p{M}'’-]+))?(?:\s(?:को|ko))?)${dash}(?<rest>\S[\s\S]*)$`,
    "iu",
  ).exec(text)?.groups;
  if (!found?.who || !found.rest) return undefined;
  const who = found.who.replace(/\s(?:को|ko)$/iu, "");
  if (new RegExp(`^(?:${groups[language]})$`, "iu").test(who)) return mailTo[language](plain(who)) + found.rest;
  const isTitled = new RegExp(`^(?:${titles[language]})`, "iu").test(who);
  const isHonored =
    /\s(?:ji|sir|madam|mam|ma'am|bhai|bhaiya|didi|uncle|aunty|जी|सर|मैडम|मैम|भाई|भैया|साहब|दीदी|अंकल|आंटी)$/iu.test(who);
  const isGiven =
    moreNames.test(firstOf(who)) ||
    isFirstName(
      firstOf(who)
        .toLowerCase()
        .normalize("NFD")
        .replace(/[\u0300-\u036f]/g, ""),
    );
  const isLed = Boolean(found.by) && /^\p{Lu}/u.test(who) && !/^(?:asunto|assunto|objet|betreff)$/iu.test(who);
  const isMarked = /\s(?:को|ko)$/iu.test(found.who);
  if (!(isTitled || isHonored || isGiven || isLed || isMarked)) return undefined;
  return mailTo[language](isHonored ? titleFirst(who) : titleCase(who)) + found.rest;
}
const titleFirst = (who: string) => who.charAt(0).toUpperCase() + who.slice(1);
/** Words for a group that the readers of orders know. */
const plain = (who: string) =>
  who
    .replace(/^grupo\s(?=\p{L}{4,})/iu, "todos los ")
    .replace(/^(?:galera|turma|pessoal|gente|chicos)(?=\s|$)/iu, "todos")
    .replace(/^(?:leute|kollegen)$/iu, "alle Kollegen")
    .replace(/^les gars$/iu, "toute l'équipe");

/** "merci à Odile Vasseur pour …", "danke an …", "gracias a … por …" */
function thanked(text: string, language: OrderLanguage): string | undefined {
  const patterns: Partial<Record<OrderLanguage, [RegExp, (who: string) => string]>> = {
    de: [
      new RegExp(String.raw`^(?:vielen )?danke? an (?<who>(?:${titles.de})?${name}) (?=für |dass )`, "u"),
      (who) => `Danke ${who} `,
    ],
    fr: [
      new RegExp(String.raw`^(?:un (?:grand )?)?merci à (?<who>(?:${titles.fr})?${name}) (?=pour |d['’]avoir )`, "iu"),
      (who) => `Remercie ${who} `,
    ],
    es: [
      new RegExp(String.raw`^(?:muchas )?gracias a (?<who>(?:${titles.es})?${name}) (?=por )`, "iu"),
      (who) => `Da las gracias a ${who} `,
    ],
    pt: [
      new RegExp(
        String.raw`^(?:muito )?obrigad[oa] (?:a|ao|à) (?<who>(?:${titles.pt})?${name}) (?=pel[oa]s? |por )`,
        "iu",
      ),
      (who) => `Agradece a ${who} `,
    ],
  };
  const [pattern, order] = patterns[language] ?? [];
  const found = pattern?.exec(text);
  return found?.groups?.who && order ? order(found.groups.who) + text.slice(found[0].length) : undefined;
}

/** "angebot 2206, z.hd. Herrn Sandvoss – …": the matter stands before the reader. */
function inMiddle(text: string, language: OrderLanguage): string | undefined {
  const found = new RegExp(
    String.raw`^(?<matter>[^.:;!?]{3,60}(?:\.\s[^.:;!?]{3,40})?),?\s(?:${
      {
        de: String.raw`z\.? ?hd\.?|zu händen`,
        fr: "à l['’]attention de",
        es: "a la atención de",
        pt: "aos cuidados de",
        hi: "(?!)",
        hinglish: "(?!)",
      }[language]
    })\s(?<who>(?:${titles[language]})${latin})\s?[-–—:]\s+(?<rest>\S[\s\S]*)$`,
    "iu",
  ).exec(text)?.groups;
  if (!found?.who) return undefined;
  const matter = (found.matter ?? "")
    .replace(/[\s,]+$/u, "")
    .replace(/(?<=Firma )\p{Ll}/u, (letter) => letter.toUpperCase());
  return `${mailTo[language](titleCase(found.who))}${capital(matter)}. ${capital(found.rest ?? "")}`;
}
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** "…, dis à toute l'équipe. …": an order that only names the reader. */
function toldLater(text: string, language: OrderLanguage): string | undefined {
  const who = String.raw`(?<who>(?:${titles[language]})${latin}|${groups[language]}|${name})`;
  const patterns: Record<OrderLanguage, string> = {
    de: String.raw`(?:bitte )?(?:sag|schreib|schick|gib|leite|mail|info)e?(?: (?:das|es|bitte))*(?: an)? ${who}(?: (?:weiter|bescheid|mitteilen|schicken))?`,
    fr: String.raw`(?:dis|dire|dites|transmet[sz]?|envoie|envoyer|préviens|prévenir|avertis|informe|à transmettre|à envoyer|à dire)(?:-le|-leur)?(?: ça| cela)? (?:à |aux |au )?${who}`,
    es: String.raw`(?:dile|díselo|diles|dilo|avisa|avisar|manda|mandar|envía|enviar|para)(?: esto)? (?:a |al )?${who}`,
    pt: String.raw`(?:diz|diga|avisa|avise|avisar|manda|mande|mandar|envia|enviar|passa|passe)(?: isso| isto)? (?:a |ao |à |aos |às |para |pra |pro )?(?:[oa] )?${who}`,
    hi: String.raw`(?<who>[\p{L}\p{M}]+(?: जी)?) को (?:बता|बोल|कह|लिख|भेज) (?:दो|दें|देना)`,
    hinglish: String.raw`(?<who>\p{L}+(?: (?:ji|sir|madam|bhai))?|${groups.hinglish}) ko (?:bata|bol|keh|likh|bhej|mail kar|inform kar) ?(?:do|dena|de)`,
  };
  const found = new RegExp(
    String.raw`(?<=[^,.;–-]{6})\s?[,.;–-]\s+${patterns[language]}(?<end>[.!]+(?=\s)|[.!।]*$)`,
    "iu",
  ).exec(text);
  if (!found?.groups?.who || orderFirst[language].test(text)) return undefined;
  const after = text.slice(found.index + found[0].length).trim();
  const rest = `${text.slice(0, found.index)}${after ? `. ${capital(after)}` : ""}`;
  return (
    mailTo[language](/^\p{Ll}+$/u.test(found.groups.who) ? titleCase(found.groups.who) : found.groups.who) + rest.trim()
  );
}
const orderFirst: Record<OrderLanguage, RegExp> = {
  de: /^(?:bitte )?(?:schreib|sag|frag|teil|bitt|informier|erinner|lad|absage|antwort|mail)\p{L}*\s/iu,
  fr: /^(?:écri|dis|dire|demand|inform|préven|prévien|rappel|annonc|répond|remerci|invit|avert)\p{L}*[\s-]/iu,
  es: /^(?:escrib|di|dile|avis|pregunt|pid|ped|inform|record|recuérd|respond|agradec|invit|cont)\p{L}*\s/iu,
  pt: /^(?:escrev|diz|diga|avis|pergunt|peç|ped|inform|lembr|respond|agradec|convid)\p{L}*[\s-]/iu,
  hi: /^\S+(?: जी)? (?:को|से) /u,
  hinglish: /^\S+(?: (?:ji|sir|madam))? (?:ko|se) /iu,
};
