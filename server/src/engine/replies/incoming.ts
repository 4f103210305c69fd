import { readMail } from "../mail/clean-mail.ts";
import { splitHeader } from "../mail/header-block.ts";
import { type Language, languageOf } from "../text/language.ts";
import { withoutMachineOrders } from "./machine-orders.ts";
import { type SenderName, senderNameOf, withoutTrailingName } from "./sender-name.ts";

/** Hindi in Latin letters has its own replies. */
export type ReplyLanguage = Language;

/** A mail that is to be answered. */
export type Incoming = {
  /** Its new text, without header, quotes, greeting, signature and orders to machines. */
  text: string;
  subject: string;
  language: ReplyLanguage;
  sender: SenderName;
  /** The first names that the greeting addresses: the reader, if the mail says so. */
  readers: string[];
  /** Whether the mail is for many people. */
  isGroup: boolean;
};

export function readIncoming(emailBody: string): Incoming {
  const { from, subject, body } = splitHeader(emailBody);
  const mail = readMail(body, from);
  const begun = askInGreeting.exec(mail.greeting)?.[1];
  const whole = mail.text && begun ? `${begun}\n${mail.text}` : mail.text || mail.greeting;
  const sender = senderNameOf(from, mail.signature, whole);
  const text = withoutMachineOrders(withoutTrailingName(whole, sender, from));
  const language = languageOf(text);
  return {
    isGroup: manyReaders.test(mail.greeting),
    text,
    subject,
    language,
    sender,
    readers: (mail.greeting.match(/\p{Lu}[\p{L}'’-]+/gu) ?? []).filter((word) => !salutation.test(word)).slice(0, 6),
  };
}

/** "Dear Alex, please bring" above a list. */
const askInGreeting = /,\s+((?:please|could you|can you|would you|(?:we|i)(?: still| also)? need)\b.*)$/i;
const manyReaders =
  /\b(?:all|everyone|everybody|team|colleagues|folks|parents|families|residents|members|staff|tenants|volunteers|students|managers|leaders|neighbou?rs|guys)\b/i;
const salutation =
  /^(?:Hi|Hey|Hello|Dear|Good|Morning|Afternoon|Evening|Greetings|All|Team|Everyone|Both|Mr|Mrs|Ms|Dr|Sir|Sirs|Madam|Colleagues|Folks|To|The)$/;
