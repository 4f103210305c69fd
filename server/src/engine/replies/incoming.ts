import { readMail } from "../mail/clean-mail.ts";
import { splitHeader } from "../mail/header-block.ts";
import { type Language, languageOf } from "../text/language.ts";
import { withoutMachineOrders } from "./machine-orders.ts";
import { type SenderName, senderNameOf, withoutTrailingName } from "./sender-name.ts";

/** Hindi in Latin letters has its own replies. */
export type ReplyLanguage = Language | "hinglish";

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
  const whole = mail.text || mail.greeting;
  const sender = senderNameOf(from, mail.signature, whole);
  const text = withoutMachineOrders(withoutTrailingName(whole, sender, from));
  const language = languageOf(text);
  return {
    isGroup: manyReaders.test(mail.greeting),
    text,
    subject,
    language: isHinglish(text, language) ? "hinglish" : language,
    sender,
    readers: (mail.greeting.match(/\p{Lu}[\p{L}'’-]+/gu) ?? []).filter((word) => !salutation.test(word)).slice(0, 6),
  };
}

const manyReaders =
  /\b(?:all|everyone|everybody|team|colleagues|folks|parents|families|residents|members|staff|tenants|volunteers|students|managers|leaders|neighbou?rs|guys)\b/i;
const salutation =
  /^(?:Hi|Hey|Hello|Dear|Good|Morning|Afternoon|Evening|Greetings|All|Team|Everyone|Both|Mr|Mrs|Ms|Dr|Sir|Sirs|Madam|Colleagues|Folks|To|The)$/;

const hindiWords = new Set(
  `hai hain ho hoon hun tha thi the kar karo karna karke karenge kijiye kijiyega raha rahe rahi gaya gaye gayi nahi nahin mat kya kab kahan
  kaise kitna kitne kyun kaun aap aapka aapki aapke tum tumhara mera meri mere hum humara humein mujhe aaj kal abhi tak se ko ki ka ke
  bhi aur ya lekin agar warna toh jab bhej bhejo bhejna dena dijiye batao bataiye bata chahiye sakte sakta sakti payenge baje wala wali
  woh yeh ye iska uska sab baaki jaldi thoda bahut accha theek shukriya dhanyavaad namaste ji`.split(/\s+/),
);

function isHinglish(text: string, language: Language): boolean {
  if (!/^(?:en|it|nl|pt|es|other)$/.test(language)) return false;
  const words =
    text
      .slice(0, 4_000)
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [];
  const hindi = words.filter((word) => hindiWords.has(word) && !sharedWords.has(word)).length;
  return hindi >= 3 && hindi >= words.length * 0.12;
}

// Words of English, Italian or Spanish too.
const sharedWords = new Set("the ho hum mere se ka ke ya mat kal tum".split(" "));
