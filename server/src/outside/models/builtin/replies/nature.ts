import type { Ask } from "./asks.ts";
import type { Nature } from "./phrases.ts";

/** What kind of mail is answered. A mail that asks is answered for what it asks, whatever else it is. */
export function natureOf(text: string, asks: Ask[]): Nature {
  const head = text.slice(0, 4_000);
  if (
    /\b(?:complain\w*|unacceptable|disappoint\w*|broken|damaged|faulty|defective|not working|doesn't work|still (?:not|haven't|hasn't)|terrible|frustrat\w+|wrong (?:item|order|product|size)|never (?:arrived|received)|poor service)\b/i.test(
      head,
    )
  )
    return "complaint";
  if (
    /\b(?:i(?:'m| am| was)|we(?:'re| are)) (?:invit\w+)|\b(?:invite you|invitation|rsvp|you(?:'re| are) invited|join us (?:for|at|on))\b/i.test(
      head,
    )
  )
    return "invitation";
  if (
    /\b(?:passed away|funeral|in (?:the )?hospital|i(?:'m| am) (?:sick|ill|unwell)|not feeling well|have the flu|tested positive|down with|surgery|called in sick)\b/i.test(
      head,
    )
  )
    return "illness";
  if (/\b(?:invoice|payment (?:is )?due|outstanding (?:amount|balance)|overdue)\b/i.test(head)) return "invoice";
  if (asks.length > 0) return "asks";
  if (/\bcongratulat\w*\b|\bwell done\b/i.test(head)) return "congratulations";
  if (/\b(?:sorry (?:for|about|that|i|to)|apologi[sz]e|apologies)\b/i.test(head)) return "apology";
  if (/^\W*(?:\S+\s+){0,6}(?:thank you|thanks|many thanks|grateful)\b/i.test(head)) return "thanks";
  return "news";
}
