// Prepares rules for many mails: the texts of their conditions are folded once. A text never becomes a pattern.
import type { RuleCondition } from "@intellibox/contract/endpoints/mail-rule-fields";
import type { AttachmentType, TextTest } from "@intellibox/contract/rules/mail-rules";
import { foldText } from "#lib/fold-text.ts";
import { wordFinder } from "#lib/word-finder.ts";
import type { StoredAttachment } from "#db/tables/messages.ts";
import { languageOf } from "#engine/text/language.ts";
import { kindsOf } from "#features/mail-facts/mail-kinds.ts";
import type { FoldedAddress, FoldedMail, MatchedRuleContent } from "#features/mail-facts/rule-mail.ts";

/** `undefined` if the assistant has to be asked first. `value` is the text or the kind that hit. */
export type TestResult = { isTrue: boolean | undefined; value?: string; reason?: string };
type Test = (mail: FoldedMail, now: Date) => TestResult;
export type CompiledCondition = { condition: RuleCondition; test: Test };
export type CompiledRule<Rule extends MatchedRuleContent = MatchedRuleContent> = {
  rule: Rule;
  when: CompiledCondition[];
  unless: CompiledCondition[];
};

export function compileRules<Rule extends MatchedRuleContent>(rules: Rule[]): CompiledRule<Rule>[] {
  const words = bodyWords();
  // Cheap tests first cost less, but their order is kept: the reasons are told in the order of the rule.
  const compile = (condition: RuleCondition): CompiledCondition => ({ condition, test: testOf(condition, words.add) });
  const compiled = rules.map((rule) => ({ rule, when: rule.when.map(compile), unless: rule.unless.map(compile) }));
  words.finish();
  return compiled;
}

/** Adds a folded word that bodies are searched for. Returns whether the body of a mail contains it. */
type AddWord = (folded: string) => (mail: FoldedMail) => boolean;

/** The words of all rules: the body of a mail is searched for all of them in one pass. */
function bodyWords() {
  const places = new Map<string, number>();
  let finder = wordFinder([]);
  const add: AddWord = (folded) => {
    const place = places.get(folded) ?? places.size;
    places.set(folded, place);
    return (mail) => mail.remember(finder, () => finder.find(mail.bodyCodes()))[place] === 1;
  };
  const finish = () => {
    finder = wordFinder([...places.keys()]);
  };
  return { add, finish };
}

const is = (isTrue: boolean): TestResult => ({ isTrue });
const hit = (value: string | undefined): TestResult => (value === undefined ? is(false) : { isTrue: true, value });

function testOf(condition: RuleCondition, addWord: AddWord): Test {
  switch (condition.field) {
    case "attachment":
      return ({ mail }) => hit(mail.attachments.find((one) => isOfType(one, condition.type))?.fileName);
    case "size": {
      const bytes = condition.kilobytes * 1024;
      return ({ mail }) => is(condition.test === "over" ? mail.size > bytes : mail.size < bytes);
    }
    case "unreadDays":
      return ({ mail }, now) =>
        is(mail.unread && now.getTime() - mail.receivedAt.getTime() >= condition.days * 86_400_000);
    case "kind":
      return (mail) => {
        const kinds = mail.remember("kinds", () => kindsOf(mail));
        return hit(condition.kinds.find((kind) => kinds.has(kind)));
      };
    case "language":
      return (mail) => {
        const language = mail.remember("language", () => languageIn(mail.mail));
        return hit(condition.languages.find((one) => one === language));
      };
    case "importance":
      return ({ mail }) => is(isImportant(mail) === condition.important);
    case "knownSender":
      return ({ mail }) => is(mail.isKnownSender === condition.known);
    case "assistant":
      return ({ mail }) => {
        const answer = mail.answers.get(condition.question);
        return answer ? { isTrue: answer.isYes, reason: answer.reason } : { isTrue: undefined };
      };
    default:
      return condition.field === "body" && condition.test === "contains"
        ? bodyTest(condition.values, addWord)
        : textTest(condition);
  }
}

function bodyTest(values: string[], addWord: AddWord): Test {
  const wanted = values.flatMap((value) => {
    const folded = foldText(value);
    return folded ? { value, isIn: addWord(folded) } : [];
  });
  return (mail) => hit(wanted.find(({ isIn }) => isIn(mail))?.value);
}

function textTest({ field, test, values }: Extract<RuleCondition, { values: string[] }>): Test {
  const foldValue = (value: string) => {
    if (field === "list") return foldText(value).replaceAll("@", ".");
    return test === "domain" ? domainIn(value) : foldText(value);
  };
  const wanted = values.map((value) => ({ value, folded: foldValue(value) }));
  const find = (isHit: (folded: string) => boolean) => hit(wanted.find(({ folded }) => folded && isHit(folded))?.value);
  if (field === "subject" || field === "body")
    return (mail) => {
      const text = mail[field]();
      return find((folded) => fits(test, text, folded));
    };
  const addresses = (mail: FoldedMail) => (field === "recipient" ? [...mail.to(), ...mail.cc()] : mail[field]());
  return (mail) => {
    const given = addresses(mail);
    return find((folded) => given.some((one) => addressFits(test, one, folded)));
  };
}

/** "@acme.test", "acme.test" and "ana@acme.test" name the same domain. */
const domainIn = (value: string) => foldText(value).split("@").at(-1) ?? "";

function fits(test: TextTest, text: string, wanted: string): boolean {
  switch (test) {
    case "is":
      return text === wanted;
    case "begins":
      return text.startsWith(wanted);
    case "ends":
      return text.endsWith(wanted);
    default:
      return text.includes(wanted);
  }
}

/** Anybody can write an address as a name, so a text with an at sign is looked for in the address only. */
const addressFits = (test: TextTest, { address, name, domain }: FoldedAddress, wanted: string) =>
  test === "domain"
    ? domain === wanted || domain.endsWith(`.${wanted}`)
    : fits(test, address, wanted) || (name !== "" && !wanted.includes("@") && fits(test, name, wanted));

const isImportant = ({ important, headers }: FoldedMail["mail"]) =>
  important || /^\s*high/i.test(headers.importance ?? "") || /^\s*[12]\b/.test(headers.priority ?? "");

/** Enough to tell the language. */
const languageLength = 1_200;

function languageIn({ subject, text, htmlText }: FoldedMail["mail"]): string {
  const language = languageOf(`${subject}\n${(text || htmlText).slice(0, languageLength)}`);
  // Hindi in Latin letters.
  return language === "hinglish" ? "hi" : language;
}

const endings: Record<Exclude<AttachmentType, "any">, RegExp> = {
  pdf: /\.pdf$/i,
  document: /\.(?:docx?|odt|rtf|pages|txt|md)$/i,
  spreadsheet: /\.(?:xlsx?|xlsm|ods|csv|tsv|numbers)$/i,
  presentation: /\.(?:pptx?|odp|key)$/i,
  picture: /\.(?:jpe?g|png|gif|webp|heic|heif|avif|bmp|tiff?|svg)$/i,
  archive: /\.(?:zip|rar|7z|tar|t?gz|bz2|xz)$/i,
  calendar: /\.(?:ics|ical|ifb)$/i,
};
const mimeTypes: Record<Exclude<AttachmentType, "any">, RegExp> = {
  pdf: /^application\/pdf$/i,
  document:
    /^application\/(?:msword|rtf|vnd\.openxmlformats-officedocument\.wordprocessingml|vnd\.oasis\.opendocument\.text)/i,
  spreadsheet:
    /^(?:text\/csv|application\/(?:vnd\.ms-excel|vnd\.openxmlformats-officedocument\.spreadsheetml|vnd\.oasis\.opendocument\.spreadsheet))/i,
  presentation:
    /^application\/(?:vnd\.ms-powerpoint|vnd\.openxmlformats-officedocument\.presentationml|vnd\.oasis\.opendocument\.presentation)/i,
  picture: /^image\//i,
  archive: /^application\/(?:zip|x-zip-compressed|x-7z-compressed|x-rar-compressed|vnd\.rar|gzip|x-tar)/i,
  calendar: /^(?:text\/calendar|application\/ics)/i,
};

/** Pictures within the text are no attachments. */
const isOfType = ({ fileName, mimeType, inline }: StoredAttachment, type: AttachmentType) =>
  !inline && (type === "any" || endings[type].test(fileName) || mimeTypes[type].test(mimeType));
