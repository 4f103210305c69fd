import type { Finding, Fix } from "@intellibox/contract/rules/mail-check/types";
import type { PrivateKind } from "@intellibox/contract/rules/private-values";
import { t } from "@intellibox/contract/text/t";

const privateWords: Record<PrivateKind, (words: string) => string> = {
  secret: (words) => t("A password or key is in the mail: {words}", { words }),
  card: (words) => t("A card number is in the mail: {words}", { words }),
  iban: (words) => t("An account number (IBAN) is in the mail: {words}", { words }),
  aadhaar: (words) => t("An Aadhaar number is in the mail: {words}", { words }),
  pan: (words) => t("A tax number (PAN) is in the mail: {words}", { words }),
};

/** A finding as its writer reads it. */
export function wordsOf({ kind, words, other = "", count = 0, privateKind = "secret" }: Finding): string {
  switch (kind) {
    case "missing-attachment":
      return t("No file is attached, but the mail says: “{words}”", { words });
    case "wrong-weekday":
      return other
        ? t("“{words}” is a {other}.", { words, other })
        : t("The weekday and the date do not match: “{words}”", { words });
    case "impossible-date":
      return t("No calendar has this day: “{words}”", { words });
    case "other-date":
      return t("“{words}” here, “{other}” in the mail that you answer.", { words, other });
    case "other-amount":
    case "other-number":
      return t("{words} here, {other} in the mail that you answer.", { words, other });
    case "other-name":
      return t("You greet {words}, but write to {other}.", { words, other });
    case "new-recipient":
      return t("{words} is new to this conversation.", { words: other ? `${other} <${words}>` : words });
    case "outside-recipient":
      return t("{words} is outside of your company. Everyone else here is inside.", { words });
    case "similar-recipient":
      return t("{words} looks like {other}, but is another address.", { words, other });
    case "many-recipients":
      return t("{count} people get this reply.", { count });
    case "unfilled":
      return t("{count, plural, one {A placeholder is left: {words}} other {# placeholders are left: {words}}}", {
        count,
        words,
      });
    case "private":
      return privateWords[privateKind](words);
    case "tone":
      return other === "formal"
        ? t("You chose a professional tone. This sounds casual: {words}", { words })
        : t("You chose a friendly tone. This sounds stiff: {words}", { words });
    case "open-question":
      return t("Not answered yet: “{words}”", { words });
  }
}

/** The label of the button that corrects a finding. */
export function fixWords(fix: Fix, { kind, other = "" }: Finding): string {
  switch (fix.type) {
    case "attach":
      return t("Attach a file");
    case "fill":
      return t("Fill in");
    case "replace":
      return kind === "private" ? t("Hide it") : t("Change to {to}", { to: kind === "wrong-weekday" ? other : fix.to });
    case "remove-recipient":
      return t("Remove");
    case "replace-recipient":
      return t("Use {address}", { address: fix.by });
    case "answer-sender":
      return t("Answer only {name}", { name: other });
    case "add-answer":
      return t("Add an answer");
    case "rewrite":
      return fix.as === "formal" ? t("Make it more formal") : t("Make it friendlier");
  }
}
