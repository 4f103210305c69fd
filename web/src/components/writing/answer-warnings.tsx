import { Alert } from "../ui/alert.tsx";

type AnswerWarning = { kind: string; text: string; inAnswer?: boolean | undefined };

const meanings: Record<string, string> = {
  "missing-facts": "Your request says this, but the text does not:",
  "unread-part": "The model could not read this part of the long text:",
  "other-language": "The text is in another language than expected:",
  "unknown-link": "A link that is in neither your request nor the mail:",
  "unknown-address": "An address that is in neither your request nor the mail:",
  "unknown-account": "An account number that is in neither your request nor the mail:",
  "unknown-phone": "A phone number that is in neither your request nor the mail:",
};

/** Whether a warning is about the text that a model wrote, not about the mail that it read. */
export const isAboutAnswer = (kind: string) => kind in meanings;

/** What the check of a model's answer found. */
export function AnswerWarnings({ warnings }: { warnings: AnswerWarning[] }) {
  const found = warnings.filter(({ kind }) => isAboutAnswer(kind));
  const planted = warnings.filter(({ inAnswer }) => inAnswer);
  if (found.length === 0 && planted.length === 0) return null;
  return (
    <Alert kind="warn">
      <p className="font-medium">Check this text before you use it.</p>
      <ul className="mt-1 list-disc pl-4 [overflow-wrap:anywhere]">
        {found.map(({ kind, text }) => (
          <li key={`${kind} ${text}`}>
            {meanings[kind]} “{text}”
          </li>
        ))}
        {planted.map(({ text }) => (
          <li key={text}>It contains words of the suspicious text in the mail: “{text}”</li>
        ))}
      </ul>
    </Alert>
  );
}
