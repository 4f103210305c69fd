// Divides a sentence into its clauses, and a task with several orders into tasks.
import { withoutStatement } from "../text/second-clause.ts";
import { splitOrders } from "./orders.ts";
import type { Task } from "./task.ts";

/** "Ring him and tell us by the 15th": the report belongs to the task before it. */
const isReport =
  /^let you know\b|^(?:tell|let|inform) (?:me|us)(?: know)?(?:\s+(?:by|before|until|on|today|tomorrow|asap)\b.*)?[.?!]*$/i;

/** "redo the invitations, the old ones still say 23 May": what follows the comma is a reason, not the task. */
export const withoutComment = (text: string) =>
  withoutStatement(text)
    .replace(
      /,\s+(?:the|it|they|this|that|these|those|he|she|there|we|i|otherwise)\b[^,]*\b(?:is|are|was|were|has|have|will|still|says?|can|needs?|lapses?|expires?)\b.*$/iu,
      "",
    )
    .replace(/,?\s+and (?:it|that|we|i|you)['’](?:s|re|ll|m)\b.*$/iu, "")
    .replace(/,?\s+and (?:the|our|my) \p{L}+ (?:wants?|needs?) (?:it|them|those)\b.*$/iu, "")
    // "Can you change the booking, and is it still big enough?"
    .replace(
      /,?\s+and (?:is|are|was|were|do|does|did|has|how|what|when|where|which|who)\s(?:it|this|that|they|there|the|your|you|he|she|we|many|much|long|often|big)\b.*$/iu,
      "",
    )
    .replace(
      /,\s+and (?:they|he|she|it|we|i|the \p{L}+)\s(?:only |also |still )?(?:wants?|needs?|has|have|had|is|are|was|will|can|would|takes?|asks?)\b.*$/iu,
      "",
    )
    .replace(/(?<=\S\s\S+\s.*)\s+so (?:that )?(?:i|we) (?:can|could|know|may|have)\b.*$/iu, "")
    .replace(/,?\s+(?:at the latest\s+)?because\b.*$|,\s+(?:otherwise|or else)\b.*$/iu, "");

export const split = (task: Task): Task[] => {
  if (task.isDeadline && task.who !== "sender") return [task];
  const parts = splitOrders(
    task.text.replace(/,?\s+and (?:i )?(?:will|'ll|shall)\s+(?:also\s+|then\s+)?/g, " and "),
  ).filter((text, i) => i === 0 || !isReport.test(text));
  if (parts.length === 1) return [{ ...task, text: parts[0] ?? task.text }];
  // "Review it and send your comments by Friday": a date at the end is that of every part.
  const isPart = !/\b(?:by|before|until|no later than)\s[^.?!]{2,30}[.?!]*$/i.test(parts.at(-1) ?? "");
  return parts.map((text) => ({ ...task, text, isPart }));
};

// A second subject begins a second task: "I'll draft them today and you can take a look on Wednesday."
const clauseBreak =
  /(?:;\s+|,?\s+(?:and|but|so|then|while)\s+(?:then\s+)?(?=(?:I|i|we|you|please|can you|could you|would you)(?:'ll|'d|\s+\w+)\b|(?:(?:Dr|Prof|Mr|Mrs|Ms|Mx)\.?\s)?\p{Lu}\p{Ll}+(?:'ll| will| can| could| should| must| needs? to| has to| to| please)\b)|,\s+(?:just\s+)?(?=(?:please|can you|could you|would you|(?<=just )(?:tell|send|let|give|call|text|mail|show|bring))\b|you (?:do|can|will|should|take|handle|write|send|prepare|check)\b))/u;

export function clausesOf(text: string): string[] {
  const parts = text.split(clauseBreak).filter(Boolean);
  const clauses: string[] = [];
  for (const part of parts) {
    const opensTask = clauses.length === 0 || /^(?:i|we|you|please|can|could|would|\p{Lu})/iu.test(part);
    // "if you agree, please sign": the condition is not a task and belongs to the next clause.
    const previous = clauses.at(-1);
    if (previous !== undefined && (!opensTask || isCondition.test(previous) || isNameAlone.test(previous)))
      // "Marek and Judit will write it" is one task of two people.
      clauses[clauses.length - 1] =
        `${previous}${isNameAlone.test(previous) && isNamed.test(part) ? " and" : ","} ${part}`;
    else clauses.push(part);
  }
  return clauses;
}

const isNameAlone = /^@?\p{Lu}[\p{L}'’-]+(?:\s(?:and\s)?\p{Lu}[\p{L}'’-]+)?$/u;
const isNamed = /^\p{Lu}\p{Ll}+(?:'ll| will| can| could| should| must| needs? to| to)\b/u;
const isCondition = /^(?:if|when|once|after|before|as|since|because|in case|unless|while)\b[^,]*$/i;
