// How well a line names the matter of a mail, so that its reader finds the mail again.
import { isStopWord } from "../text/words.ts";

const label =
  /^(?:Question|Request|Reminder|Invitation|Complaint|Follow-up|Confirmation|Update|Proposal|Change|Cancellation|Apologies(?: for)?|Thank you(?: for)?|Your question|Question about)\b:?\s*/i;
/** Nouns that name a kind of mail or nothing. */
const vague =
  /^(?:mail|email|message|thing|things|question|request|answer|reply|news|matter|way|bit|lot|one|ones|time|moment|ok|fine|yes|no|information|details|please|thanks?|sorry|help|following|reasons?|use|line|people|everyone|everybody)$/i;

const contentOf = (line: string) =>
  (line.replace(label, "").match(/[\p{L}\p{N}][\p{L}\p{N}'’/-]*/gu) ?? []).filter(
    (word) => !isStopWord(word) && !vague.test(word) && word.length > 1,
  );

/** About 0 for "Use", 1 for "Price increase", 2 and more for "Drydock 2 not free until 14 March". */
export function subjectQuality(line: string): number {
  const words = line.split(/\s+/);
  const content = contentOf(line);
  let quality = Math.min(content.length, 4) * 0.4;
  if (/\d{2}|\d \p{Lu}\p{Ll}/u.test(line)) quality += 0.4;
  if (/(?<=\S )\p{Lu}\p{Ll}/u.test(line.replace(label, ""))) quality += 0.2;
  if (content.length < 2) quality -= 0.6;
  if (words.length > 9) quality -= 0.4;
  if (/^(?:I|we|you|he|she|they|it|there|this|that)\b/i.test(line)) quality -= 0.2;
  if (
    /^(?:if|when|unless|because|as|since|after|before|who|which|whoever|anyone|without|also|and|but|so|no|yes)\b/i.test(
      line,
    )
  )
    quality -= 1.2;
  if (
    /^(?:last|next|this|every) (?:time|day|week|month|year)\b|^(?:then|today|yesterday|tomorrow|meanwhile)\b/i.test(
      line,
    )
  )
    quality -= 0.8;
  if (/\b(?:you know|he knows|she knows|if you|whether)\b/i.test(line)) quality -= 0.6;
  return quality;
}

/** Whether a line names one thing only: "Job", "Quote", "Your refund". */
export const isThin = (line: string) =>
  !/\d/.test(line) &&
  line.replace(label, "").split(/\s+/).length <= 3 &&
  contentOf(line).length < 2 &&
  !isSentence(line);

/** Whether a line names nothing: "Yes", "We are sorry", "If the crate is over 180 cm". */
export const isEmptyLine = (line: string) =>
  contentOf(line).length === 0 ||
  /^(?:if|when|unless|because|as|since|after|before|who|which|also|and|but|so|no|yes)\b/i.test(line) ||
  /^you are (?:\p{L}+ )?(?:angry|upset|sad|worried|happy|unhappy|furious|disappointed)$/iu.test(line);

const isSentence = (line: string) => /^(?:I|we|you|he|she|they|it|there)\b/i.test(line);
