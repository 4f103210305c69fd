import type { OrderLanguage } from "../sentences/orders.ts";

// "Sé amable, se preocupa enseguida": a manner, and what the reader is like.
const kindness: Partial<Record<OrderLanguage, RegExp>> = {
  de: /(?<=[.;!?]) *(?:bitte )?(?:sei|bleib|bleibe)(?: bitte)? (?:\p{L}+ )?(?:nett|freundlich|höflich|lieb|vorsichtig|behutsam|kurz|sachlich|geduldig|verständnisvoll)(?:, (?:er|sie) [^.;?]{3,60})?[.!]*$/iu,
  fr: /(?<=[.;!?]) *(?:sois|soyez|reste|restez) (?:\p{L}+ )?(?:gentille?|aimable|poli|polie|doux|douce|bref|brève|patient|patiente|rassurante?|diplomate)(?:, (?:il|elle) [^.;?]{3,60})?[.!]*$/iu,
  es: /(?<=[.;!?]) *(?:sé|se|sea) (?:\p{L}+ )?(?:amable|breve|cordial|paciente|educad[oa]|suave|cariños[oa]|claro|comprensiv[oa]|delicad[oa])(?:, (?:él |ella |ellos |ellas )?(?:se|es|está|están|le|lo|siempre|quedó|estaba|fue|tuvo|anda|no) [^.;?]{3,60})?[.!]*$/iu,
  pt: /(?<=[.;!?]) *(?:sê|seja) (?:\p{L}+ )?(?:gentil|breve|cordial|paciente|educad[oa]|delicad[oa]|amável|simpátic[oa]|clar[oa])(?:, (?:ele |ela |eles |elas )?(?:se|é|está|fica|ficou|sempre|preocupa-se|está|anda|foi|teve|não) [^.;?]{3,60})?[.!]*$/iu,
};

/** The intent without a last order how to treat its reader, and the reason of that order. */
export function withoutKindness(intent: string, language: string): string {
  const pattern = intent.length > 2_000 ? undefined : kindness[language as OrderLanguage];
  return pattern ? intent.replace(pattern, "").trim() : intent;
}
