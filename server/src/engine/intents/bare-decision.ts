/** A yes or a no that does not name its matter, such as "say no politely", "just tell them yes" and "not interested". */
export type Decision = "accept" | "decline";

const manner = "(?:politely|nicely|kindly|gently|firmly|briefly|clearly|please|simply|just)";
const said =
  "(?:say|answer|reply|respond|tell (?:him|her|them)|let (?:him|her|them) know|give (?:him|her|them) an?)(?: (?:with|that))?(?: (?:an?|it's an?))?";
const lead = new RegExp(`^(?:(?:and|then|${manner})[, ]+)*(?:${said} )?(?:${manner} )*`, "i");
const trail = new RegExp(`(?:[, ]+(?:${manner}|thanks?(?: you)?|though|for now))*[\\s.!]*$`, "i");

const yes =
  /^(?:yes|accept|agree|agreed|ok|okay|sure|confirm|confirmed|sounds good|that works|works for me|(?:i|we) (?:accept|agree|confirm|can)|sí|si|sim|oui|ja|haan|हाँ|हां)$/iu;
const no =
  /^(?:no|decline|refuse|reject|turn it down|(?:i'?m |we'?re |i am |we are )?not interested|(?:i |we )?(?:can'?t|can’t|cannot)|(?:i|we) (?:decline|refuse)|non|nein|não|nahi|नहीं)$/iu;

/** Undefined if the words say more than yes or no. */
export function bareDecision(words: string): Decision | undefined {
  if (words.length > 80) return undefined;
  const bare = withoutMedium(words.trim()).replace(lead, "").replace(trail, "");
  if (yes.test(bare)) return "accept";
  return no.test(bare) ? "decline" : undefined;
}

const medium =
  /^((?:please |kindly )?(?:confirm|explain|ask|request|state|inform|answer|reply|apologi[sz]e|thank|decline|refuse|accept|tell (?:him|her|them|\p{Lu}\p{Ll}+)|ask (?:him|her|them|\p{Lu}\p{Ll}+)))(?: (?:in writing|in detail|in short|in brief|(?:by|via|per) (?:an? )?e-?mail))+(?=\s+(?:that|why|how|what|when|where|which|whether|if|for|to|the|our|my|your|an?)\b|[.!]*$)/iu;

/** "confirm in writing that the order is cancelled": the mail itself is the writing. */
export const withoutMedium = (text: string): string => text.replace(medium, "$1");
