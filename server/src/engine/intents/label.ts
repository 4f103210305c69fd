import { addresseeAt } from "./addressee.ts";
import type { Addressee } from "./clause.ts";
import { readNounOpening } from "./noun-opening.ts";
import { verbRule } from "./verbs.ts";
import { isVerbal, lowerOf, textOf, wordsIn } from "./words.ts";

/** A heading in front of an intent: "quote acceptance to Mr Iqbal: …", "guard shift at the Nordhaus site: …". */
export type Label = { text: string; topic: string; isKind: boolean; addressee?: Addressee | undefined };

const kinds =
  /\b(?:answer|acceptance|warning|blurb|notice|report|quote|offer|estimate|reply|response|announcement|news|info|information|update|circular|memo|newsletter|rejection|refusal|approval|confirmation|decision|objection|query|request|invitation|reminder|complaint|note|message|mail|letter|statement|summary|feedback|apology|thanks|alert|notification|cancellation)s?$/i;

/** Reads a heading; undefined if the text before the colon is a sentence, an order or the reader alone. */
export function readLabel(text: string): Label | undefined {
  const [whole, label] = /^([^:.!?;\n"“(]{3,70}?):\s+(?=\S)/u.exec(text) ?? [];
  if (!whole || !label) return undefined;
  const tokens = wordsIn(label);
  const first = lowerOf(tokens[0]);
  if (tokens.length === 0 || tokens.length > 10 || /,/.test(label)) return undefined;
  if (
    /^(?:I|we|you|he|she|they|it|there|please|if|to|re|fyi|note|sorry|thanks|thank|whoever|e-?mail|mail|message|ping|text|write|reply|respond|draft|compose|send|for|dear|hi|hello)$/i.test(
      first,
    )
  )
    return undefined;
  if (
    verbRule(first)?.isSpeech ||
    tokens.some((token) => token.pos === "AUX" || (token.pos === "PRON" && !/^(?:our|my|your)$/.test(lowerOf(token))))
  )
    return undefined;
  if (
    tokens
      .slice(1)
      .some(
        (token) =>
          isVerbal(token) &&
          !/^(?:rules|plans|changes|updates|notes)$/.test(lowerOf(token)) &&
          !/(?:ing|ed)$/.test(token.text),
      )
  )
    return undefined;
  // "final warning to Mr Bose: …" is the order to write one.
  if (
    /^(?:\p{L}+ ){0,2}(?:letter|circular|memo|e-?mail|mail|note|message|notice|reply|answer|warning|newsletter) to /iu.test(
      label,
    )
  )
    return undefined;
  const at = tokens.findIndex((token, i) => i > 0 && /^(?:to|for)$/.test(lowerOf(token)));
  const found = at > 0 ? addresseeAt(label, tokens, at + 1) : undefined;
  const isReader = found !== undefined && found.next >= tokens.length && found.addressee.kind !== "pronoun";
  const topic = isReader ? textOf(label, tokens, 0, at) : label;
  const isKind = kinds.test(topic);
  if (!isKind && (tokens[0]?.pos === "VERB" || verbRule(first))) return undefined;
  if (!isKind && isReader && found.addressee.kind !== "group") return undefined;
  // A kind of mail that has sentences of its own is read with its text.
  const opening = readNounOpening(topic);
  if (
    opening &&
    /^(?:remind|complain|apologize|thank|follow-up|condole|congratulate|invite|resign|apply|request|wish)$/.test(
      opening.act,
    )
  )
    return undefined;
  return { text: text.slice(whole.length), topic, isKind, addressee: isReader ? found.addressee : undefined };
}
