import { reflect } from "./reflect.ts";

/**
 * The topic of a mail from the answerer's side: "order 5521", "the summer party". Only numbered things and what the reader is
 * invited to are certain enough to be named.
 */
export function mailTopic(text: string, subject = ""): string {
  const read = text.slice(0, 4_000);
  const invited = invitedTo.exec(read)?.[1];
  if (invited) return reflect(invited.replace(/^an?\s/i, "the ")) ?? "";
  const found = numbered.exec(`${subject}\n${read}`)?.[0];
  return found ? found.charAt(0).toLowerCase() + found.slice(1) : "";
}

const invitedTo =
  /\b(?:invit(?:ed?|ing)(?: you)?|join us|welcome you) (?:to|for|at) ((?:our|the|my|an?) [\p{L}' -]{3,40}?)(?=\s+(?:on|at|in|from|this|next|to)\b|[.,!?\n]|$)/iu;
const numbered =
  /\b(?:order|invoice|ticket|case|contract|booking|flight|request|project|delivery)\s+(?:no\.?\s*|number\s*|#)?[A-Z]{0,3}-?\d[\w-]*/i;
