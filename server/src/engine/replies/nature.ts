import type { MailNature } from "../sentences/reply-sentences.ts";
import type { Ask } from "./ask.ts";

// The first match wins: a complaint that also asks for something is a complaint.
const loud: [MailNature, RegExp][] = [
  [
    "complaint",
    /\b(?:complain\w*|unacceptable|disappoint\w*|broken|damaged|faulty|defective|not working|doesn't work|still (?:not|haven't|hasn't|has not|have not)|terrible|frustrat\w+|wrong (?:item|order|product|size)|did not work|didn't work|not acceptable|nobody (?:came|answered|called)|complaints?|late again|leaking|never (?:arrived|received)|poor service)\b/i,
  ],
  [
    "offer",
    /\b(?:(?:would like|are pleased|am pleased|are happy|'d like) to offer you|offer you the (?:position|role|job|post)|job offer|make you an offer)\b/i,
  ],
  [
    "invitation",
    /\b(?:(?:i'm|i am|we're|we are) inviting|invite you|(?:honou?red|delighted|pleased|happy|love|glad) to (?:have|welcome|host) you|invitation|rsvp|you(?:'re| are) invited|join us (?:for|at|on))\b/i,
  ],
  [
    "loss",
    /\b(?:passed away|(?:has|have|had) died|died (?:on|last|this|yesterday|suddenly|peacefully)|the death of|funeral|lost (?:my|our|her|his) (?:father|mother|husband|wife|son|daughter|brother|sister|partner|dad|mum|mom)|condolences|bereave\w+)\b/i,
  ],
  [
    "illness",
    /\b(?:in (?:the )?hospital|i(?:'m| am) (?:sick|ill|unwell)|(?:daughter|son|wife|husband|mother|father|kid|child|mom|mum|dad|baby|partner) is (?:very |quite )?(?:ill|sick|unwell|in hospital)|not feeling well|have (?:the flu|bronchitis|pneumonia|covid|a fever|migraine)|tested positive|down with|surgery|called in sick|sick leave|signed me off|broke my|bronchitis)\b/i,
  ],
  [
    "invoice",
    /\binvoice\s+(?:no\.?\s*|number\s*|#)?[\w-]*\d|attached (?:is )?(?:the |our |an? )?invoice|\b(?:payment (?:is )?due|outstanding (?:amount|balance)|overdue)\b/i,
  ],
];
const quiet: [MailNature, RegExp][] = [
  [
    "introduction",
    /(?:^|[.!?,\n]\s*)(?:please )?(?:meet|let me introduce|i(?:'d| would) like to introduce)\b (?:you to )?\p{Lu}/iu,
  ],
  [
    "joy",
    /\b(?:(?:was|is|were) born|little \p{Lu}\p{Ll}+ (?:has )?arrived|got (?:engaged|married)|getting married|passed (?:my|the) (?:exams?|bar|driving test)|(?:been|got|was) promoted|got the (?:job|place|grant))\b/iu,
  ],
  ["congratulations", /\bcongratulat\w*\b|\bwell done\b/i],
  ["apology", /\b(?:sorry (?:for|about|that|i|to)|apologi[sz]e|apologies)\b/i],
  [
    "thanks",
    /^\W{0,20}(?:\S+\s+){0,6}(?:thank you|thanks|many thanks|grateful)\b(?! to\b)|(?:^|[.!?\n]\s*)(?:thank you|many thanks|thanks)(?: so much| very much| a lot| again)? for\b|\b(?:was|were|is|are) (?:just |really |absolutely )?(?:wonderful|fantastic|amazing|brilliant|lovely|superb)\b/i,
  ],
];

/** The nature of a mail. A request or question outranks the quiet natures, but not the loud ones. */
export function natureOf(text: string, asks: Ask[]): MailNature {
  const head = text.slice(0, 4_000);
  const first = (kinds: [MailNature, RegExp][]) => kinds.find(([, sign]) => sign.test(head))?.[0];
  return first(loud) ?? (asks.length > 0 ? "asks" : (first(quiet) ?? "news"));
}
