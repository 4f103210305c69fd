import { t } from "@intellibox/contract/text/t";
import { Alert } from "../ui/alert.tsx";

type AnswerWarning = { kind: string; text: string; inAnswer?: boolean | undefined };

const meanings: Record<string, string> = {
  "missing-facts": t("Your request says this, but the text does not:"),
  "lost-facts": t("Your text says this, but the new one does not:"),
  "borrowed-facts": t("A detail that is only in other mails of yours:"),
  "unread-part": t("The model could not read this part of the long text:"),
  "other-language": t("The text is in another language than expected:"),
  "unknown-link": t("A link that is in neither your request nor the mail:"),
  "unknown-address": t("An address that is in neither your request nor the mail:"),
  "unknown-account": t("An account number that is in neither your request nor the mail:"),
  "unknown-phone": t("A phone number that is in neither your request nor the mail:"),
};

/** Whether a warning is about the text that a model wrote, not about the mail that it read. */
export const isAboutAnswer = (kind: string) => kind in meanings;

/** The findings of the check of a model's answer. */
export function AnswerWarnings({ warnings }: { warnings: AnswerWarning[] }) {
  const found = warnings.filter(({ kind }) => isAboutAnswer(kind));
  const planted = warnings.filter(({ inAnswer }) => inAnswer);
  if (found.length === 0 && planted.length === 0) return null;
  return (
    <Alert kind="warn">
      <p className="font-medium">{t("Check this text before you use it.")}</p>
      <ul className="mt-1 list-disc ps-4 [overflow-wrap:anywhere]">
        {found.map(({ kind, text }) => (
          <li key={`${kind} ${text}`}>
            {meanings[kind]} “{text}”
          </li>
        ))}
        {planted.map(({ text }) => (
          <li key={text}>{t("It contains words of the suspicious text in the mail: “{text}”", { text })}</li>
        ))}
      </ul>
    </Alert>
  );
}
