import type { OrderLanguage } from "../sentences/orders.ts";

// "Sé amable, se preocupa enseguida": a manner, and what the reader is like.
const kindness: Partial<Record<OrderLanguage, RegExp>> = {
  de: /(?<=[.;!?]) *(?:bitte )?(?:sei|bleib|bleibe)(?: bitte)? (?:\p{L}+ )?(?:nett|freundlich|höflich|lieb|vorsichtig|behutsam|kurz|sachlich|geduldig|verständnisvoll)(?:, (?:er|sie) [^.;?]{3,60})?[.!]*$/iu,
  fr: /(?<=[.;!?]) *(?:sois|soyez|reste|restez) (?:\p{L}+ )?(?:gentille?|aimable|poli|polie|doux|douce|bref|brève|patient|patiente|rassurante?|diplomate)(?:, (?:il|elle) [^.;?]{3,60})?[.!]*$/iu,
  es: /(?<=[.;!?]) *(?:sé|se|sea) (?:\p{L}+ )?(?:amable|breve|cordial|paciente|educad[oa]|suave|cariños[oa]|claro|comprensiv[oa]|delicad[oa])(?:, (?:él |ella |ellos |ellas )?(?:se|es|está|están|le|lo|siempre|quedó|estaba|fue|tuvo|anda|no) [^.;?]{3,60})?[.!]*$/iu,
  pt: /(?<=[.;!?]) *(?:sê|seja) (?:\p{L}+ )?(?:gentil|breve|cordial|paciente|educad[oa]|delicad[oa]|amável|simpátic[oa]|clar[oa])(?:, (?:ele |ela |eles |elas )?(?:se|é|está|fica|ficou|sempre|preocupa-se|está|anda|foi|teve|não) [^.;?]{3,60})?[.!]*$/iu,
};

// "Er war ziemlich sauer": what the reader feels is told to the writer of the mail, not to the reader.
const moods: Record<OrderLanguage, RegExp> = {
  de: /(?<=[.;!?])\s+(?:er|sie) (?:ist|war|klang|wirkte) (?:\p{L}+ ){0,2}(?:sauer|verärgert|wütend|empfindlich|enttäuscht|aufgebracht|traurig|genervt|schwierig|ungeduldig|misstrauisch|beleidigt|nervös|unzufrieden)[.!]*$/iu,
  fr: /(?<=[.;!?])\s+(?:ils?|elles?) (?:est|était|sont|étaient|a l['’]air) (?:\p{L}+ ){0,2}(?:fâchée?s?|énervée?s?|déçue?s?|susceptibles?|furieux|furieuse|stressée?s?|contrariée?s?|en colère|difficiles?|méfiante?s?)[.!]*$/iu,
  es: /(?<=[.;!?])\s+(?:él |ella |ellos )?(?:está|estaba|están|es|quedó) (?:\p{L}+ ){0,2}(?:enfadad[oa]s?|molest[oa]s?|disgustad[oa]s?|nervios[oa]s?|decepcionad[oa]s?|susceptible|delicad[oa]|furios[oa])[.!]*$/iu,
  pt: /(?<=[.;!?])\s+(?:ele |ela |eles )?(?:está|estava|ficou|anda|é) (?:\p{L}+ ){0,2}(?:chatead[oa]s?|zangad[oa]s?|irritad[oa]s?|nervos[oa]s?|desiludid[oa]s?|furios[oa]s?|sensível|magoad[oa]s?|brav[oa]s?)[.!]*$/iu,
  hi: /(?<=[।.!?])\s*(?:वह|वे|वो) (?:[\p{L}\p{M}]+ ){0,2}(?:नाराज़|नाराज|गुस्से में|ग़ुस्से में|परेशान|दुखी) (?:है|हैं|था|थी|थे)[।.!]*$/u,
  hinglish:
    /(?<=[.!?])\s+(?:wo|woh|vo) (?:\p{L}+ ){0,2}(?:naraz|naraaz|gusse? me(?:in)?|gussa|upset|pareshan|dukhi) (?:hai|hain|tha|thi|the)[.!]*$/iu,
};

/** The intent without a last order how to treat its reader, and the reason of that order. */
export function withoutKindness(intent: string, language: string): string {
  const pattern = intent.length > 2_000 ? undefined : kindness[language as OrderLanguage];
  const mood = intent.length > 2_000 ? undefined : moods[language as OrderLanguage];
  const calm = mood ? intent.replace(mood, "").trim() : intent;
  return pattern ? calm.replace(pattern, "").trim() : calm;
}
