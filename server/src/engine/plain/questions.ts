import { finiteVerb, lowerOf, wordsIn } from "../intents/words.ts";
import { capitalize } from "../text/words.ts";
import { isOrdered } from "./requests.ts";

/** Whether a note without a question mark asks something. */
export const isAsked = (text: string) =>
  /^(?:(?:can|could|would|will|do|does|did|is|are|shall|may) (?:you|we|I|it|there|they|he|she|this|that|the|my|our|your)\b|(?:when|what|where|how (?:much|many|long|far|soon|often)|which|who|why) (?:is|are|can|could|do|does|did|will|would|time|day|one|date)\b)/i.test(
    text,
  );

/** "which one", "same price as last year ok", "can fit Thursday": a whole question from what the notes ask. */
export function asQuestion(text: string, me: string): string {
  const asked = text.replace(/\?+$/, "").trim();
  if (/^which(?: one| day| time| date| slot)?(?: (?:suits|works|is best))?$/i.test(asked))
    return `${capitalize(asked.replace(/^which$/i, "which one").replace(/ (?:suits|works|is best)$/i, ""))} suits you?`;
  const [, thing, tail = ""] = /^(.+?),? (?:ok|okay|fine|alright|possible)(?: (for|with) you)?$/i.exec(asked) ?? [];
  if (thing && finiteVerb(wordsIn(thing)) < 0) {
    if (isOrdered(thing, true)) return `Would it be OK to ${thing.charAt(0).toLowerCase()}${thing.slice(1)}?`;
    const subject = /^(?:the|our|my|your|this|that|it|\p{Lu}|\d)/u.test(thing)
      ? thing
      : /^(?:same|usual|first|last|next|new|old)\b/i.test(thing)
        ? `the ${thing}`
        : thing;
    return `Is ${subject}${/possible$/i.test(asked) ? " possible" : ` OK ${tail || "for"} you`}?`;
  }
  const [first] = wordsIn(asked);
  // "refund or credit?", "deposit back when?"
  const [, matter, word] = /^(.{3,60}?),? (when|where|why|how|who)$/i.exec(asked) ?? [];
  if (matter && word && finiteVerb(wordsIn(matter)) < 0)
    return `Could you please tell ${me} ${word.toLowerCase()} (${matter})?`;
  if (lowerOf(first) === "ok" || lowerOf(first) === "okay")
    return `Is it OK ${asked.replace(/^\S+ (?:if|to)?/i, (whole) => (/if$/i.test(whole) ? "if" : "to"))}?`;
  return `${capitalize(asked)}?`;
}
