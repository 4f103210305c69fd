import { afterColon, formsOf, type Grammar, rest, to, words } from "./grammar.ts";

const someone = String.raw`(?:-(?:lui|leur))?(?:\s+(?<by>à\s+l['’]|à\s+|au\s+|aux\s+|pour\s+)?${to})?`;
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
    ...formsOf("thank", String.raw`remercie[rz]?`, someone, { thing: String.raw`\s+pour\s+${rest}`, deed }),
    ...formsOf(
      "apologize",
      String.raw`(?:excuse-toi|s['’]excuser|excusez-vous|présente[rz]? (?:mes|nos|des) excuses)`,
      String.raw`(?:\s+(?<by>auprès\s+(?:de\s+l['’]|de\s+la\s+|des?\s+|du\s+|d['’])|à\s+l['’]|à\s+|au\s+|aux\s+)${to})?`,
      {
        thing: String.raw`\s+pour\s+${rest}`,
        deed,
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
    ...formsOf("request", String.raw`(?:dis|dire|dites|écri[st]?|écrire)`, someone, { deed }),
    ...formsOf(
      "tell",
      String.raw`(?:écri[st]?(?:re|vez)?|dis|dire|dites|annonce[rz]?|informe[rz]?|préviens|prévenir|prévenez|avertis|avertir|réponds|répondre|répondez|explique[rz]?|signale[rz]?|fais savoir|communique[rz]?|indique[rz]?|(?:mot|mail|e-mail|courriel|message|lettre|note)(?:\s+(?:à|au|aux|pour))?)`,
      someone,
      { that, alone: afterColon },
    ),
    ...formsOf("thank", String.raw`remercie[rz]?`, String.raw`\s+${to}`, { alone: afterColon }),
  ],
  finite: words(
    String.raw`est|sont|était|étaient|a|ont|sera|seront|peut|peuvent|doit|doivent|faut|manque|manquent|reste|part|arrive|arrivent|commence|coûte|va|vont|suis|ai|avons|sommes|pouvons|devons|aura|auront|nous \p{L}+ons|\p{L}{2,}(?:erai|era|eront|irai|ira|iront)`,
  ),
  joins:
    /^(?:parce qu|car|si|qui|que|qu['’]|dont|mais|sinon|donc|afin|pour|vu|et|ou|avec|sans|où|lorsqu|quand|puisqu|comme|sauf)(?![\p{L}])/iu,
  notReader: words("que|qui|quand|pour|si|pourquoi|comment|et|avec|sur"),
  article: /^(?:au|aux|auprès\s+(?:du|des))\s/iu,
  begins:
    /^(?:je|j['’]|nous|on|il (?:faut|manque|reste|y a)|merci de|vous|elle (?:doit|peut)|il (?:doit|peut))(?:\s|\p{L})/iu,
  style:
    /^(?:(?:sois|soyez|reste[rz]?|ton|assez|très|plutôt|pas trop|fais)\s+)*(?:bref|brève|court|concis|poli|polie|ferme|poli mais ferme|chaleureux|formel|cordial|amical|simple|en français)(?:\s+(?:mais|et)\s+\p{L}+)?$/iu,
  address: [
    [/\bqu['’](?:il|elle) doit\b/giu, "que vous devez"],
    [/\bqu['’](?:il|elle) peut\b/giu, "que vous pouvez"],
    [/\bs['’]il peut\b/giu, "si vous pouvez"],
    [/\b(?:son|sa|leur)\b(?=\s+\p{L})/giu, "votre"],
    [/\b(?:ses|leurs)\b(?=\s+\p{L})/giu, "vos"],
    [/\b(?:elle|il) peut\b/giu, "vous pouvez"],
    [/\b(?:elle|il) doit\b/giu, "vous devez"],
    [/\b(?:elle|il) a\b/giu, "vous avez"],
    [/(?<=\b(?:je|nous|on)\s)(?:lui|leur)\b/giu, "vous"],
  ],
  determiner: /^(?:(?:tout|toute|le|la|les|l['’]|notre|nos|mon|ma|mes|un|une|au|aux|du|des)\s|l['’])/iu,
  group: words(
    "tous|toutes|équipe|équipes|parents|bénévoles|collègues|clients|locataires|voisins|participants|salariés|personnel|familles|membres|fournisseurs|habitants|copropriétaires|élèves|étudiants|adhérents|abonnés|résidents|patients",
  ),
  name: (name) => name.replace(/^Mme\b\.?/iu, "Madame").replace(/^(?:M|Mr)\b\.?(?=\s)/iu, "Monsieur"),
};
