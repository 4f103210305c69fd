import { afterColon, formsOf, type Grammar, rest, to } from "./grammar.ts";

const someone = String.raw`(?:-(?:lui|leur))?(?:\s+(?:à\s+l['’]|à\s+|au\s+|aux\s+|pour\s+)?${to})?`;
const that = String.raw`\s*,?\s+(?:que\s+|qu['’])${rest}`;
const whether = String.raw`\s*,?\s+(?:si\s+|s['’](?=ils?\b))${rest}`;
const which = String.raw`\s*,?\s+(?<rest>(?:quand|pourquoi|comment|où|qui|ce que|ce qui|quel(?:le)?s?|combien|à quelle heure|jusqu['’]à quand)\s[\s\S]*)`;
const deed = String.raw`\s+(?:de\s+|d['’])(?<rest>\p{L}+(?:er|ir|re|oir)\b[\s\S]*)`;

export const french: Grammar = {
  orders: [
    ...formsOf("ask", String.raw`demande[rz]?|interroge[rz]?`, someone, {
      whether,
      which,
    }),
    ...formsOf("request", String.raw`demande[rz]?|prie[rz]?`, someone, { deed }),
    ...formsOf("request", String.raw`demande[rz]?`, "", {
      thing: String.raw`\s+(?<thing>(?:un|une|des|le|la|les)\s[^:,]{2,60}?)\s+(?:à|au|aux)\s+${to}${afterColon}`,
    }),
    ...formsOf("remind", String.raw`rappelle[rz]?|rappeler|relance[rz]?|rappel`, someone, { that, deed }),
    ...formsOf("thank", String.raw`remercie[rz]?`, someone, { deed, thing: String.raw`\s+pour\s+${rest}` }),
    ...formsOf("thank", String.raw`remercie[rz]?`, String.raw`\s+${to}\s+(?=(?:de|pour)\s)`, {
      thing: String.raw`(?:de|pour)\s+${rest}`,
    }),
    ...formsOf(
      "apologize",
      String.raw`(?:excuse-toi|s['’]excuser|excusez-vous|présente[rz]? (?:mes|nos|des) excuses)(?:\s+auprès)?`,
      String.raw`(?:\s+(?:de|à|du|des|auprès de)\s+${to})?`,
      {
        thing: String.raw`\s+(?:pour|de)\s+${rest}`,
        alone: afterColon,
      },
    ),
    ...formsOf("invite", String.raw`invite[rz]?`, String.raw`(?:-(?:le|la|les))?(?:\s+${to})?`, {
      thing: String.raw`\s+(?<rest>(?:à|au|aux)\s[\s\S]*)`,
    }),
    ...formsOf("confirm", String.raw`confirme[rz]?`, someone, { that }),
    ...formsOf("offer", String.raw`propose[rz]?(?:-lui|-leur)?`, "", { deed, thing: String.raw`\s+${rest}` }),
    ...formsOf("decline", String.raw`(?:refuse[rz]?|décline[rz]?)`, "", { thing: String.raw`\s+${rest}` }),
    ...formsOf("congratulate", String.raw`félicite[rz]?`, String.raw`\s+${to}`, {
      thing: String.raw`\s+pour\s+${rest}`,
    }),
    ...formsOf("complain", String.raw`(?:réclamation|plainte)`, someone, { alone: afterColon }),
    ...formsOf(
      "tell",
      String.raw`(?:écri[st]?(?:re|vez)?|dis|dire|dites|annonce[rz]?|informe[rz]?|préviens|prévenir|prévenez|avertis|avertir|réponds|répondre|répondez|explique[rz]?|signale[rz]?|fais savoir|communique[rz]?|indique[rz]?|(?:mot|mail|e-mail|courriel|message|lettre|note)(?:\s+(?:à|au|aux|pour))?)`,
      someone,
      { that, alone: afterColon },
    ),
    ...formsOf("thank", String.raw`remercie[rz]?`, String.raw`\s+${to}`, { alone: afterColon }),
  ],
  begins:
    /^(?:je|j['’]|nous|on|il (?:faut|manque|reste|y a)|merci de|vous|elle (?:doit|peut)|il (?:doit|peut))(?:\s|\p{L})/iu,
  style:
    /^(?:(?:sois|soyez|reste[rz]?|ton|assez|très|plutôt|pas trop|fais)\s+)*(?:bref|brève|court|concis|poli|polie|ferme|poli mais ferme|chaleureux|formel|cordial|amical|simple|en français)(?:\s+(?:mais|et)\s+\p{L}+)?$/iu,
  address: [
    [/\b(?:son|sa|leur)\b(?=\s+\p{L})/giu, "votre"],
    [/\b(?:ses|leurs)\b(?=\s+\p{L})/giu, "vos"],
    [/\b(?:elle|il) peut\b/giu, "vous pouvez"],
    [/\b(?:elle|il) doit\b/giu, "vous devez"],
    [/\b(?:elle|il) a\b/giu, "vous avez"],
    [/(?<=\b(?:je|nous|on)\s)(?:lui|leur)\b/giu, "vous"],
  ],
  determiner: /^(?:(?:le|la|les|l['’]|notre|nos|mon|ma|mes|un|une|au|aux|du|des)\s|l['’])/iu,
  group:
    /\b(?:tous|toutes|équipe|équipes|parents|bénévoles|collègues|clients|locataires|voisins|participants|salariés|personnel|familles|membres|fournisseurs)\b/iu,
};
