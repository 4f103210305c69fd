// The words in which a list of tasks shows a task.
import { capitalize, contentStems } from "../text/words.ts";
import type { DateMention } from "./office-dates.ts";

/** "Do not pay it before 20 March" without its date would be another order. */
const isDenied =
  /(?<!\p{L})(?:from|since|than|of|not|nicht|pas|no|não)(?:\s(?:before|until|vor|avant|antes))?(?:\s(?:the|dem|le|del?|do|de))?$/iu;

/** The task as a list item: a capital first, no full stop, and without the date, which has its own column. */
export function phrase(text: string, due: DateMention | undefined): string {
  let line = text
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[\s.!?,;:…]+$/, "")
    .replace(/,?\s+(?:and|or)$/i, "")
    // The bracket in which the whole task stood: "(Alex, please find out who signed)".
    .replace(/^([^()]*)\)$/, "$1")
    .replace(/,?\s*(?:please|pls|though|by the way|no date (?:set|yet|fixed)|no deadline)$/i, "");
  if (due) {
    const escaped = due.text.trim().replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    const shorter = line.replace(
      new RegExp(
        `(?:[\\s,(–—-]+)(?:(?:first thing|by|before|on|until|till|at|the|no later than|not later than|due|this|for|at the latest|starting|beginning|as of|within|bitte|bis|bis zum|bis spätestens|spätestens|und zwar|möglichst|zum|am|au|avant|avant le|d'ici|dès|le|pour le|antes del?|hasta el|hasta|el|para el|até|até ao|ainda|para|no dia|dia)\\s+){0,3}${escaped}(?:\\s+(?:at the latest|ko|tak))?\\)?$`,
        "i",
      ),
      "",
    );
    const isOpen = shorter.lastIndexOf("(") > shorter.lastIndexOf(")");
    if (contentStems(shorter).length >= 2 && !isDenied.test(shorter))
      line = isOpen ? shorter.slice(0, shorter.lastIndexOf("(")).trimEnd() : shorter;
  }
  line = line.replace(/,?\s*(?:please|pls|thanks|thank you|if (?:that's|that is) ok(?:ay)?|if possible)$/i, "");
  return capitalize(line.length > 200 ? `${line.slice(0, 197).replace(/\s+\S*$/, "")}…` : line);
}

/** A task with the items of the list that it announces. */
export const withItems = (text: string, items: string[]) =>
  `${text.replace(/\s+the following (\p{L}+)|\s+the following/iu, (_, what: string | undefined) => (what ? ` ${what}` : ""))}: ${items
    .map((item) => item.replace(/[;,.]+$/, ""))
    .join("; ")}`.slice(0, 220);
