import type { RuleContent } from "@intellibox/contract/endpoints/mail-rule-fields";
import type { RuleState } from "@intellibox/contract/rules/mail-rules";
import { foldCodes, foldText } from "#lib/fold-text.ts";
import type { StoredAddress, StoredAttachment } from "#db/tables/messages.ts";
import type { MailHeaders } from "#outside/mime/parsed-mail.ts";

/** A rule as far as matching needs it. */
export type MatchedRuleContent = Omit<RuleContent, "name"> & { id: string; state: RuleState };

export type AssistantAnswer = { isYes: boolean; reason: string };

/** The facts of a mail that rules ask about. */
export type RuleMail = {
  mailboxId: string;
  from: StoredAddress;
  to: StoredAddress[];
  cc: StoredAddress[];
  subject: string;
  /** The body, and the lines that only its HTML has. */
  text: string;
  htmlText: string;
  headers: MailHeaders;
  attachments: StoredAttachment[];
  calendar: string | null;
  size: number;
  unread: boolean;
  receivedAt: Date;
  /** A rule marked it. */
  important: boolean;
  /** In People, or a colleague. */
  isKnownSender: boolean;
  /** The assistant's answers by question, as far as it was asked. */
  answers: ReadonlyMap<string, AssistantAnswer>;
};

/** A longer body is judged by its beginning. */
export const maxBody = 100_000;

const listText = (text: string) => foldText(text).replaceAll("@", ".");

const excerptStart = 8_000;
const excerptEnd = 4_000;
const excerptOf = (body: string) =>
  body.length <= excerptStart + excerptEnd
    ? body
    : `${body.slice(0, excerptStart)}\n…\n${body.trimEnd().slice(-excerptEnd)}`;

const foldAddresses = (addresses: StoredAddress[]): FoldedAddress[] =>
  addresses.map(({ name, address }) => {
    const folded = foldText(address);
    return { address: folded, name: foldText(name), domain: folded.slice(folded.lastIndexOf("@") + 1) };
  });

export type FoldedAddress = { address: string; name: string; domain: string };

/** A mail whose texts are folded when a condition first needs them, and once for all rules. */
export function foldMail(mail: RuleMail) {
  const once = <Value>(make: () => Value) => {
    let made: { value: Value } | undefined;
    return () => {
      made ??= { value: make() };
      return made.value;
    };
  };
  const { headers } = mail;
  const found = new Map<unknown, unknown>();
  const fullBody = once(() =>
    `${mail.text.slice(0, maxBody)}
${mail.htmlText.slice(0, maxBody)}`.slice(0, maxBody),
  );
  return {
    mail,
    from: once(() => foldAddresses([mail.from])),
    to: once(() => foldAddresses(mail.to)),
    cc: once(() => foldAddresses(mail.cc)),
    subject: once(() => foldText(mail.subject)),
    bodyCodes: once(() => foldCodes(fullBody())),
    /** The beginning and the end of the body, which decide its kind. The whole body if it is not longer than both. */
    body: once(() => foldText(excerptOf(fullBody()))),
    /** RFC 2919: the name of the list, and its id between angle brackets. People write the address of a list for its id. */
    list: once(() => {
      const value = headers.listId ?? "";
      const id = /<([^<>]*)>/.exec(value)?.[1] ?? value;
      return value ? [{ address: listText(id), name: listText(value), domain: listText(id) }] : [];
    }),
    /** Finds a fact once for all rules. */
    remember<Value>(key: unknown, find: () => Value): Value {
      if (!found.has(key)) found.set(key, find());
      return found.get(key) as Value;
    },
  };
}
export type FoldedMail = ReturnType<typeof foldMail>;
