import type { Formality } from "@intellibox/contract/rules/voice";
import type { GreetingShape } from "./greeting-shape.ts";
import type { OwnText } from "./own-text.ts";

const formalOpening =
  /^(?:dear|sehr geehrte|guten tag|estimad|prezad|gentil|geachte|уважаем|здравствуйте|bonjour (?:madame|monsieur)|प्रिय|尊敬的|您好)/iu;
const casualOpening =
  /^(?:hi|hey|hallo|moin|servus|salut|coucou|hola|ciao|oi|olá|hoi|привет|你好|lieber?|querid)(?!\p{L})/iu;
const formalClosing =
  /regards|sincerely|faithfully|respectfully|yours truly|freundlichen gr|mfg|cordialement|salutations|bien à vous|atentamente|saludos cordiales|atenciosamente|distinti saluti|cordiali saluti|met vriendelijke|с уважением|सादर|敬具|此致/iu;
const casualClosing =
  /^(?:cheers|thx|ta|love|hugs|ciao|take care|talk soon|see you|lg|vg|liebe grüße|viele grüße|bises|amicalement|un abrazo|abraços|abrazos|groetjes|kr|br)(?!\p{L})/iu;
const contraction =
  /\b(?:i'm|i'll|i've|i'd|don't|can't|won't|it's|that's|let's|you're|we're|we'll|isn't|doesn't|didn't)\b/giu;
const slang =
  /\b(?:thx|pls|plz|lol|btw|gonna|wanna|yeah|yep|nope|ok cool|asap|fyi|u|ur|cya|nah|haha|mal eben)\b|[!?]{2,}|[:;]-?[)D(]/giu;
/** Words that address the reader politely or closely, in languages that tell. */
const polite = /(?<![.!?]\s|^)\b(?:Sie|Ihnen|Ihre[nmrs]?)\b|\b(?:vous|votre|vos|usted|ustedes)\b|आप|您/gu;
const close = /\b(?:du|dir|dich|dein(?:e[nmrs]?)?|euch|toi|tes|ton|tú|contigo|tuyo)\b|तुम|तू/giu;

/** From -4 (casual) to 4 (formal). */
export function formalityScore({ greeting, text, closing }: OwnText, shape: GreetingShape): number {
  let score = 0;
  if (shape === "titled") score += 2;
  if (formalOpening.test(greeting)) score += 1;
  else if (casualOpening.test(greeting)) score -= 1;
  else if (!greeting) score -= 0.5;
  if (casualClosing.test(closing)) score -= 1;
  else if (formalClosing.test(closing)) score += 1;
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  if (count(contraction) > 0) score -= 0.5;
  score -= Math.min(2, count(slang));
  if (count(polite) > count(close)) score += 1;
  if (count(close) > count(polite)) score -= 1;
  // A hurried writer begins sentences with small letters.
  if (/^\p{Ll}/u.test(text) && !greeting.endsWith(",")) score -= 1;
  return Math.max(-4, Math.min(4, score));
}

export const formalityFrom = (median: number): Formality =>
  median >= 1 ? "formal" : median <= -1 ? "casual" : "neutral";
