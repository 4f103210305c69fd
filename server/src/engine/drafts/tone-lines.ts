import type { Tone } from "@intellibox/contract/rules/choices";
import { draftLines } from "../sentences/draft-sentences.ts";

/** The words before a single fragment: a reference, a place, or a plain note. */
export function leadFor(item: string, tone: Tone): string {
  if (
    /^(?:order|invoice|account|ticket|case|member|customer|contract|po|reference|ref|booking|policy|claim|file|serial|flight)\b.*\d/i.test(
      item,
    )
  )
    return "For reference:";
  if (
    /\b(?:room|hall|hotel|zoom|teams|google meet|skype|café|cafe|restaurant|street|floor|building|cent(?:er|re)|venue|online|headquarters)\b/i.test(
      item,
    ) &&
    item.split(/\s+/).length <= 6
  )
    return "Place:";
  return draftLines.noteLead[tone];
}

/** The opening of an occasion that has sentences of its own. */
export function specialOpening(kind: string, intent: string, tone: Tone): string | undefined {
  if (kind === "introduction" && /\b(?:intro|connect\w*|introduc\w*)\b.*\p{Lu}\p{L}+ (?:and|&) \p{Lu}/u.test(intent))
    return draftLines.mutualIntroduction[tone];
  if (kind === "congratulations" && /birthday/i.test(intent)) return draftLines.birthday[tone];
  return kind === "sympathy" && /\bget well|recover|sick|ill\b/i.test(intent) ? draftLines.recovery[tone] : undefined;
}

export const declineLine = (topic: string, tone: Tone) => draftLines.decline[tone].replace("{topic}", () => topic);

/** A question or request in the user's words, in the manner of the tone. */
export function requestLine(request: string, tone: Tone): string {
  const polite = /^Could you please (.+)\?$/s.exec(request)?.[1];
  return polite ? draftLines.request[tone].replace("{request}", () => polite) : request;
}

/** `purpose` begins with "to": "to review the budget". */
export const meetingLine = (purpose: string, tone: Tone) =>
  draftLines.meeting[tone].replace("{purpose}", () => purpose);

/** `intention` is a verb phrase: "negotiate the salary". */
export const intentionLine = (intention: string, tone: Tone) =>
  draftLines.intention[tone].replace("{intention}", () => intention);
