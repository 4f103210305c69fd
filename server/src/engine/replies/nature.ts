import type { MailNature } from "../sentences/reply-sentences.ts";
import type { Ask } from "./asks.ts";

// The first match wins: a complaint that also asks for something is a complaint.
const loud: [MailNature, RegExp][] = [
  [
    "complaint",
    /\b(?:complain\w*|unacceptable|disappoint\w*|broken|damaged|faulty|defective|not working|doesn't work|still (?:not|haven't|hasn't)|terrible|frustrat\w+|wrong (?:item|order|product|size)|never (?:arrived|received)|poor service)\b/i,
  ],
  [
    "offer",
    /\b(?:(?:would like|are pleased|am pleased|are happy|'d like) to offer you|offer you the (?:position|role|job|post)|job offer|make you an offer)\b/i,
  ],
  [
    "invitation",
    /\b(?:(?:i'm|i am|we're|we are) inviting|invite you|invitation|rsvp|you(?:'re| are) invited|join us (?:for|at|on))\b/i,
  ],
  [
    "illness",
    /\b(?:passed away|funeral|in (?:the )?hospital|i(?:'m| am) (?:sick|ill|unwell)|(?:daughter|son|wife|husband|mother|father|kid|child|mom|mum|dad|baby|partner) is (?:very |quite )?(?:ill|sick|unwell|in hospital)|not feeling well|have the flu|tested positive|down with|surgery|called in sick)\b/i,
  ],
  [
    "invoice",
    /\binvoice\s+(?:no\.?\s*|number\s*|#)?[\w-]*\d|attached (?:is )?(?:the |our |an? )?invoice|\b(?:payment (?:is )?due|outstanding (?:amount|balance)|overdue)\b/i,
  ],
];
const quiet: [MailNature, RegExp][] = [
  ["congratulations", /\bcongratulat\w*\b|\bwell done\b/i],
  ["apology", /\b(?:sorry (?:for|about|that|i|to)|apologi[sz]e|apologies)\b/i],
  ["thanks", /^\W*(?:\S+\s+){0,6}(?:thank you|thanks|many thanks|grateful)\b/i],
];

/** The nature of a mail. A request or question outranks the quiet natures, but not the loud ones. */
export function natureOf(text: string, asks: Ask[]): MailNature {
  const head = text.slice(0, 4_000);
  const first = (kinds: [MailNature, RegExp][]) => kinds.find(([, sign]) => sign.test(head))?.[0];
  return first(loud) ?? (asks.length > 0 ? "asks" : (first(quiet) ?? "news"));
}
