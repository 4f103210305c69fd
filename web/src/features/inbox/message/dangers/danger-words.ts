import type { Danger } from "@intellibox/contract/endpoints/mail-dangers";
import { t } from "@intellibox/contract/text/t";

/** A danger as the reader of the mail reads it. */
export function wordsOf({ kind, words, other }: Danger): string {
  switch (kind) {
    case "bank-details":
      return t("It names new bank details: “{words}” Fraud often begins so.", { words });
    case "payment-pressure":
      return t("It presses for a payment: “{words}”", { words });
    case "asks-secret":
      return t("It wants you to sign in or to enter a secret: “{words}”", { words });
    case "similar-domain":
      return t("{words} looks like an address of {other}, but is not one.", { words, other });
    case "colleague-name":
      return t("It has the name of your colleague {other}, but comes from {words}.", { words, other });
    case "contact-name":
      return t("It has the name of {other}, but comes from {words}.", { words, other });
    case "other-account":
      return t("The account {words} is not the one that this sender named before: {other}.", { words, other });
    case "reply-elsewhere":
      return t("Answers would go to {words}, not to {other}.", { words, other });
    case "link-elsewhere":
      return t("The link “{words}” leads to {other}.", { words, other });
    case "not-authenticated":
      return t("Your mail server could not prove that it comes from {words}.", { words });
    case "first-attachment":
      return t("This is the first mail from {words}, and it has a file: {other}. Open it only if you expect it.", {
        words,
        other,
      });
  }
}
