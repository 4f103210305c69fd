import { withoutLearnedRemarks } from "./learned-remarks.ts";
import { type RemarkLanguage, type RemarkWords, remarkWords } from "./remark-words.ts";

/** An intent without remarks about the mail, and those remarks. */
export type Remarked = { text: string; remarks: string[] };

const mapValues = <Key extends string, From, To>(record: Record<Key, From>, to: (value: From) => To) =>
  Object.fromEntries(Object.entries<From>(record).map(([key, value]) => [key, to(value)])) as Record<Key, To>;
const wordSet = (list: string) => new Set(list.split(" "));
const vocabularies = mapValues(remarkWords, ({ manner, matter, glue }) => ({
  core: wordSet(`${manner} ${matter}`),
  manner: wordSet(manner),
  all: wordSet(`${manner} ${matter} ${glue}`),
}));

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .replaceAll("’", "'")
    .match(/[\p{L}\p{M}]+(?:['-][\p{L}\p{M}]+)*|\d+/gu) ?? [];

/** Whether a part has only words about a mail: "Firm, no insults", "Ton neutre", "भाषा सरल रखना". */
function describesMail(part: string, language: RemarkLanguage): boolean {
  const { core, all } = vocabularies[language];
  const words = wordsOf(part.replace(/(?<!\p{L})[ld]['’](?=\p{L})/giu, "").replace(/\btext only\b/i, "wording"));
  return (
    words.length > 0 &&
    words.length <= 16 &&
    !part.includes("?") &&
    words.some((word) => core.has(word)) &&
    words.every((word) => all.has(word) || (/^\d$/.test(word) && words.length > 1))
  );
}

type Reading = { language: RemarkLanguage; words: RemarkWords; remarks: string[]; secrets: string[] };

const isSecret = (part: string, { words }: Reading) => words.secret.test(part) || words.hidden.test(part);
const bareOf = (text: string) =>
  text
    .trim()
    .replace(/^[\s,;:–—>-]+|[\s.!।,;:–—-]+$/gu, "")
    .trim();

/** Removes remarks at the start and the end of a sentence. The rest is for the reader. */
function readSentence(sentence: string, reading: Reading): string {
  const isRemark = (part: string) => {
    const bare = bareOf(part);
    if (isSecret(bare, reading)) reading.secrets.push(bare);
    else if (describesMail(bare, reading.language)) reading.remarks.push(bare);
    else return false;
    return true;
  };
  const parts = sentence.split(/((?:,|;)\s+|\s+(?:[-–—]+>?|→)\s+)/u);
  const end = /[.!।]+\s*$/u.exec(sentence)?.[0] ?? "";
  while (parts.length > 0 && isRemark(parts.at(-1) ?? "")) {
    // "The staff was kind, friendly": an adjective of the sentence.
    const before = parts.at(-3) ?? "";
    const isListed = vocabularies[reading.language].manner.has(wordsOf(before).at(-1) ?? "");
    if (isListed && !describesMail(bareOf(before), reading.language)) return sentence;
    const meansLast = meansBefore(parts.at(-1) ?? "") && parts.length > 4 && !reading.words.cause.test(sentence);
    reading.words.cause.lastIndex = 0;
    // "…, her references were poor, don't tell her that": the part before it is the secret.
    parts.splice(meansLast ? -4 : -2);
  }
  if (parts.length === 0) return "";
  while (parts.length > 2 && isRemark(parts[0] ?? "")) parts.splice(0, 2);
  const kept = parts.join("").trim();
  return /[.!?।]$/u.test(kept) ? kept : `${kept}${end.trim()}`;
}

const anaphor =
  /(?<!\p{L})(?:that|this|it|das|davon|dies|es|ça|cela|le|en|eso|esto|lo|isso|isto|o|yeh|ye|ki baat)(?!\p{L})/iu;
const meansBefore = (secret: string) => anaphor.test(secret) && wordsOf(secret).length <= 6;
const matterOf = (secret: string, words: RemarkWords) =>
  wordsOf(
    secret.replace(words.secret, (found) =>
      /^(?:nichts?|sin|sem|ohne|\p{Lu}|[^\s]+ [^\s]+ )/iu.test(found) ? found : "",
    ),
  )
    .filter((word) => word.length >= 5)
    .map((word) => word.slice(0, 6));

/** Removes brackets that hold a remark to the writer, with any reason in them. */
function readBrackets(text: string, reading: Reading): string {
  return text.replace(/\s?[([]([^()[\]]{2,160})[)\]]/gu, (whole, inner: string) => {
    const parts = inner.split(/[,;.]\s+|\s+[-–—]+\s+/u).map(bareOf);
    if (parts.some((part) => isSecret(part, reading))) return "";
    const isAboutMail = (part: string) => describesMail(part.replace(/^(?:so|but|and) /i, ""), reading.language);
    // "(he might be grumpy, so be nice)": what the reader is like explains the remark.
    const isMood = (part: string) => /^(?:he|she|they)\b(?!.*\d)/i.test(part) && reading.language === "en";
    if (!parts.some(isAboutMail) || !parts.every((part) => isAboutMail(part) || isMood(part))) return whole;
    reading.remarks.push(...parts);
    return "";
  });
}

/** A reason or a part that tells what must stay secret. */
function withoutSecrets(sentence: string, { secrets, words }: Reading): string {
  // "don't say who the conflict is with": the answer to a question is secret, not the matter that it names.
  const stems = secrets
    .filter((secret) => !words.openQuestion.test(secret))
    .flatMap((secret) => matterOf(secret, words));
  const meansReason = secrets.some(meansBefore);
  const tells = (part: string) => {
    const said = wordsOf(part);
    return stems.some((stem) => said.some((word) => word.startsWith(stem)));
  };
  const [cause] = [...sentence.matchAll(words.cause)].slice(-1);
  if (cause && (meansReason || tells(sentence.slice(cause.index)))) {
    const end = /[.!।]+$/u.exec(sentence)?.[0] ?? "";
    return `${sentence.slice(0, cause.index).replace(/[\s,]+$/u, "")}${end}`;
  }
  return sentence.replace(/\s?\([^()]{2,120}\)/gu, (bracket) => (tells(bracket) ? "" : bracket));
}

const sentencesOf = (text: string) =>
  text.split(
    /((?<=[^\d\s.]{3}[.!?…])(?<!(?:Sra|Dra|Mme|Prof|Ing|Lic|Mrs|bzw|Fam|Mlle)\.)\s+|(?<=(?<![\p{L}.])\p{Ll}{2}[.!?…])(?<!(?:no|nr|st|vs|ca|co|mr|ms|dr|sr|fr|hr|al|pl|op|jr|ed|eg|ie|cf|pp)\.)\s+(?=\p{L}{2})|(?<=[।?])\s+|(?<=\d%?[hk€$]?[.!])\s+(?=\p{Lu}\p{Ll}+\s)|\n+)/u,
  );

const fixMine =
  /\s*(?:[-–—]+>?|→|\(|,|;|(?<=[.!?"”]))\s*(?:please |pls |and )*(?:fix|correct|check|improve|polish) (?:my|the) (?:english|grammar|spelling|wording|typos?|language)[^.\n]{0,30}[.!)]*$/iu;
const inProper =
  /(?<=["”“»])\s*(?:in|into|en|auf|em) (?:(?:proper|good|correct|better|gutem|bon|buen|bom) )?\p{L}+(?: (?:please|bitte|svp|por favor))?[.!]*$/iu;

/** "Please rewrite this: "…" in proper English" is the text that it holds. */
function reworked(text: string, { words, remarks }: Reading): string {
  const bare = text.replace(fixMine, "").replace(words.rework, "").replace(inProper, "").trim();
  if (bare === text || bare === "") return text;
  remarks.push("rework");
  return bare.replace(/^["“”„«]\s?(.+?)\s?["“”»]?$/su, "$1");
}

/** "client ko polite mail likho": the manner before the word for the mail. */
const withoutMannerOfMail = (intent: string, language: RemarkLanguage) =>
  language === "hinglish" || language === "hi"
    ? intent.replace(
        /(?<=\s(?:ko|को|ek|एक)\s)(?:(?:thod[ai]|थोड़ा|bahut|sa|si)\s)*([\p{L}\p{M}]+)(?:\s(?:sa|si|सा|सी))?\s(?=(?:e-?mail|mail|message|msg|reply|note|मेल|संदेश|ईमेल)\s)/iu,
        (whole, word: string) => (vocabularies[language].manner.has(word.toLowerCase()) ? "" : whole),
      )
    : intent;

/**
 * Takes off what describes the mail instead of the matter (tone, length, words), and what the writer wants to keep secret. An intent
 * that would be empty stays as it is.
 */
export function withoutRemarks(intent: string, language: RemarkLanguage): Remarked {
  const reading: Reading = { language, words: remarkWords[language], remarks: [], secrets: [] };
  const text = readBrackets(reworked(withoutMannerOfMail(intent, language), reading), reading);
  const read = sentencesOf(text).map((part, i) => (i % 2 === 1 ? part : readSentence(part, reading)));
  const told =
    reading.secrets.length > 0 ? read.map((part, i) => (i % 2 === 1 ? part : withoutSecrets(part, reading))) : read;
  const content =
    language === "en"
      ? told.map((part, i) => (i % 2 === 1 ? part : withoutLearnedRemarks(part, reading.remarks)))
      : told;
  const kept = content
    .join("")
    .replace(/\n{2,}/g, "\n")
    .trim();
  return kept === ""
    ? { text: intent, remarks: [] }
    : { text: kept, remarks: [...reading.remarks, ...reading.secrets] };
}
