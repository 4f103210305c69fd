import { wishedDeed } from "./french-verbs.ts";
import { type Grammar, replaceAll, starts, words } from "./grammar.ts";
import { frenchVerbs, phrases } from "./romance-verbs.ts";

const clitics = "(?:[- ](?:lui|leur)|-(?:les?|la|moi))(?=[\\s,:;.]|$)";
const mail = "mot|mail|e-?mail|courriel|message|lettre|note|circulaire|annonce|info|réponse";
export const french: Grammar = {
  lead: /^(?:(?:s['’]il te pla[iî]t|stp|svp|merci de|salut|bonjour),?\s+|(?:il faut|je veux|je voudrais|je dois|on doit|j['’]aimerais|peux-tu|tu peux|pourrais-tu|besoin de|aide-moi à)\s+(?=\p{L}+(?:er|ir|re)\s)|(?:écri[rst]e?|rédige[rz]?|prépare[rz]?|fai[rst]e?|envoie|envoyer)(?:-moi)?\s+une?\s+(?:petite?\s+|court\s+)?(?=(?:mot|mail|e-?mail|courriel|message|lettre|note|circulaire|réclamation|invitation|relance))|(?:lui|leur)\s+(?=\p{L}+(?:er|ir|re)\s))*/iu,
  verbs: [
    phrases(
      "apologize",
      "indirect",
      "excuse-(?:toi|moi|nous)|s['’]excuser|excusez-(?:vous|moi|nous)|présente[rz]?(?:[- ](?:lui|leur))? (?:mes|nos|des|tes) (?:plates )?excuses|demande[rz]? pardon",
    ),
    phrases(
      "condole",
      "indirect",
      "(?:présente[rz]?|adresse[rz]?|envo(?:ie|yer|yez)|transmet(?:s|tre))(?:[- ](?:lui|leur))? (?:mes|nos|des|tes|les) (?:sincères )?condoléances",
    ),
    phrases(
      "congratulate",
      "indirect",
      "(?:présente[rz]?|adresse[rz]?|envo(?:ie|yer|yez))(?:[- ](?:lui|leur))? (?:mes|nos|des|tes) félicitations",
    ),
    phrases(
      "complain",
      "indirect",
      "(?:plains-toi|se plaindre|plaignez-vous)(?= )|porte[rz]? réclamation|fai(?:s|re) une réclamation",
    ),
    phrases("decline", "indirect", "dire non|dis non"),
    phrases("dun", "direct", "met(?:s|tre|tez) en demeure"),
    phrases(
      "tell",
      "indirect",
      "fai(?:s|re|tes)(?:[- ](?:lui|leur))? (?:savoir|part)|tien(?:s|ir) au courant|met(?:s|tre|tez) au courant",
    ),
    ...frenchVerbs(
      [
        ["thank", "direct", "remercier"],
        ["remind", "direct", "relancer"],
        ["remind", "indirect", "rappeler rappelle"],
        ["invite", "direct", "inviter convier convoquer"],
        ["confirm", "indirect", "confirmer"],
        ["offer", "indirect", "offre offrir offrez"],
        ["propose", "indirect", "proposer suggérer suggère"],
        ["decline", "indirect", "refuser décliner"],
        ["cancel", "indirect", "annuler décommander"],
        ["postpone", "indirect", "reporter décaler repousser"],
        ["congratulate", "direct", "féliciter"],
        ["wish", "indirect", "souhaiter"],
        ["arrange", "indirect", "fixer convenir conviens"],
        ["book", "indirect", "réserver"],
        ["send", "indirect", "envoyer envoie adresser transmets transmettre"],
        ["accept", "indirect", "accepter"],
        ["order", "indirect", "commander"],
        ["terminate", "indirect", "résilier résilie"],
        ["ask", "direct", "interroger"],
        ["request", "direct", "prier solliciter"],
        ["request", "indirect", "réclamer exiger"],
        ["ask", "indirect", "demander"],
        ["tell", "direct", "informer préviens prévenir prévenez avertis avertir avertissez aviser alerter"],
        [
          "tell",
          "indirect",
          "dis dire dites écris écrit écrire écrivez annoncer réponds répondre répondez expliquer signaler communiquer indiquer préciser notifier raconter apprends apprendre assurer",
        ],
      ],
      clitics,
    ),
  ],
  nouns: [
    phrases("remind", "indirect", "(?:deuxième |seconde |dernière |2e )?(?:relance|rappel)(?: de paiement)?"),
    phrases("complain", "indirect", "(?:réclamation|plainte)(?: formelle)?"),
    phrases("invite", "indirect", "invitation"),
    phrases("thank", "indirect", "remerciements?"),
    phrases("decline", "indirect", "refus(?: de (?:la )?candidature)?"),
    phrases("condole", "indirect", "condoléances"),
    phrases("dun", "indirect", "mise en demeure"),
    phrases("tell", "indirect", `(?:petit )?(?:${mail})`),
  ],
  last: [],
  anyVerb:
    /^(?:ne pas\s+)?\p{L}{3,}(?:er|ir|re|e|ez|s)(?:-\p{L}+)?\s+(?:à l['’]|à|au|aux|auprès d[eu]s?|avec)?\s*(?:la\s+|les?\s+|l['’])?(?=(?:Mme|Mlle|M\.|Mr|Monsieur|Madame)\s|(?:tous|toutes|notre|nos|mon|ma|mes)\s)|^\p{L}{3,}(?:er|ir|re|e|ez|s)(?:-\p{L}+)?\s+(?:à|au|aux|avec)\s+(?:l['’]|la\s+|les?\s+)?(?=\p{Lu})/u,
  clitic: /(?:lui|leur)$/iu,
  adverbs:
    /^\s*(?:(?:poliment|gentiment|rapidement|également|aussi|svp|stp|s['’]il te pla[iî]t|fermement|officiellement|chaleureusement|encore|de nouveau|à nouveau|formellement|sincèrement|brièvement|bien|de ma part|de notre part|vite)(?![\p{L}])\s*)+/iu,
  preposition:
    /^\s*(?:à\s+l['’]|à\s+la\s+|à\s+|aux\s+|au\s+|pour\s+|auprès\s+(?:de\s+l['’]|de\s+la\s+|des\s+|du\s+|de\s+|d['’])|avec\s+|chez\s+)/iu,
  directPreposition: /^\s*(?:à\s+|aux\s+|au\s+)?/iu,
  joints: {
    that: /^\s*,?\s*(?:de ce\s+)?(?:que\s+|qu['’])(?=\S)/iu,
    whether: /^\s*,?\s*(?:si\s+|s['’](?=ils?\s))(?=\S)/iu,
    which:
      /^\s*,?\s*(?=(?:quand|pourquoi|comment|où|qui|ce qu|quel(?:le)?s?|combien|à quelle heure|jusqu['’]à quand|depuis quand|pour quand|dans quel)(?!\p{L}))/iu,
    deed: /^\s*(?:de\s+|d['’])(?=(?:ne pas\s+|bien\s+|nous\s+|me\s+|le\s+|la\s+|les\s+|se\s+|y\s+|en\s+|m['’]|l['’]|s['’]|n['’])*\p{L}+(?:er|ir|re|oir)(?![\p{L}]))/iu,
    about: /^\s*(?=(?:pour|de|du|des|d['’]|au sujet|concernant|à|au|aux|suite|sur)(?:\s|(?<=['’])))/iu,
  },
  title: String.raw`(?:M(?:\.|r)?\s+et\s+Mme|Monsieur\s+et\s+Madame|Mme\.?|Mlle\.?|M\.|Mr\.?|MM\.|Me|Dr\.?|Pr\.?|[Mm]onsieur|[Mm]adame|[Mm]aître|[Dd]octeur|[Pp]rofesseure?|la famille|famille|le Dr\.?|la Dr\.?)\s+`,
  article:
    "(?:tout|toute|tous|toutes)\\s+l['’]|l['’]|(?:(?:tout|toute|tous|toutes)\\s+)?(?:le|la|les|notre|nos|mon|ma|mes|une?|ses)(?=\\s)|(?:tous|toutes|chaque)(?=\\s)",
  wishedDeed,
  contracted: /(?:^|\s)(?:aux?|à\s+la|du|des|de\s+la)\s*$|l['’]\s*$/iu,
  finite: words(
    String.raw`est|sont|était|étaient|a|ont|sera|seront|peut|peuvent|doit|doivent|faut|manque|manquent|reste|restent|part|arrive|arrivent|commence|coûte|coûtent|va|vont|suis|ai|avons|sommes|pouvons|devons|aura|auront|vaut|ouvre|ferme|finit|débute|accepte|acceptons|fonctionne|expire|(?:nous|on) \p{L}+|\p{L}{2,}(?:erai|era|eront|irai|ira|iront)`,
  ),
  joins:
    /^(?:parce qu|car|si|qui|que|qu['’]|dont|mais|sinon|donc|afin|pour|vu|et|ou|avec|sans|où|lorsqu|quand|puisqu|comme|sauf|dès|jusqu|depuis)(?![\p{L}])/iu,
  notReader: starts(
    "que|qui|quand|même|l['’]heure|midi|partir|cause|nouveau|pourquoi|comment|et|sur|de|d['’]|du|des|si",
  ),
  infinitive:
    /^(?:ne pas\s+)?(?:se\s+|s['’])?(?!(?:hiver|dîner|mer|enfer|cher|hier|tiers?)\s)(?:\p{L}{2,}[^i\s]er|vérifier|copier|photocopier|trier|confier|mettre|remettre|prendre|rendre|répondre|attendre|suivre|lire|écrire|faire|venir|tenir|fournir|remplir|choisir|prévoir|être|avoir)\s/iu,
  attached: /^\p{L}+(?:ée?s?|ie?s|ue?s?)(?!\p{L})|^(?:de|du|des|d['’])\s?/iu,
  owner: {
    article: /^(?:le\s|la\s|les\s|l['’])/iu,
    of: /\s(?:de\s+la\s|du\s|de\s|d['’])(?=\p{Lu}|famille\s)/u,
    own: (article) => (/^les/i.test(article) ? "vos" : "votre"),
    along: /\savec\s+(?=(?:Mme|Mlle|M\.|Mr|Monsieur|Madame|Dr|Me)\s)/u,
    our: (article) => (/^les/i.test(article) ? "nos" : "notre"),
  },
  subject: {
    told: /^(?:doit|devrait)\s+(?:savoir|être (?:informée?|prévenue?|avertie?))\s+(?:que\s+|qu['’])/iu,
    verbs:
      /^(?:est|a (?=\p{L}+(?:é|i|u)(?!\p{L}))|veut|doit|peut|souhaite|demande|attend|n['’](?:a|est)|ne|nous|va|vient|voudrait)(?!\p{L})/iu,
    pronoun: (name) => (/^(?:Mme|Madame|Mlle)/iu.test(name) ? "elle" : "il"),
  },
  begins:
    /^(?:je|j['’]|nous|on|il (?:faut|manque|reste|y a)|merci de|vous|elle|il (?:doit|peut|a|sera|vient)|ceux)(?:\s|\p{L})/iu,
  style:
    /^(?:(?:sois|soyez|reste[rz]?|ton|assez|très|plutôt|pas trop|fais|un peu|en étant|être|restez|garder|garde[rz]?|un)\s+)*(?:bref|brève|court|concis|poli|polie|ferme|poli mais ferme|ferme mais poli|chaleureux|formel|cordial|amical|simple|empathique|courtois|courtoise|aimable|calme|factuel|respectueux|professionnel|diplomate|ferme et poli|en français|sans jargon)(?:\s+(?:mais|et)\s+\p{L}+)?$/iu,
  styleWords:
    /^(?=.*(?<!\p{L})(?:bref|brève|court|courte|concis|poli|polie|ferme|chaleureux|formel|cordial|amical|simple|empathique|direct|clair|professionnel|respectueux|diplomate|neutre|gentil|léger|sobre|courtois|courtoise|aimable|calme|factuel|posé|humain|rassurant|discret|enthousiaste|sympa)(?!\p{L}))(?:(?:bref|brève|court|courte|concis|poli|polie|ferme|chaleureux|formel|cordial|amical|simple|empathique|direct|clair|professionnel|respectueux|diplomate|neutre|gentil|léger|sobre|courtois|courtoise|aimable|calme|factuel|posé|humain|rassurant|discret|enthousiaste|sympa|et|mais|très|ton|un|en|avec|que|sois|soyez|rester|reste|être|pas|trop|assez|plutôt|svp|plus|bien|le|message|texte|faire|fais|peu|restez|garder|garde|gardez|soyons|restons)(?:[\s,]+|$))+$/iu,
  toReader: (text) =>
    replaceAll(text, [
      [/\bs['’]vous(?!\p{L})/giu, "si vous"],
      [/\bqu['’]vous(?!\p{L})/giu, "que vous"],
      [/\blorsqu['’]vous(?!\p{L})/giu, "lorsque vous"],
      [
        /(?<!\p{L})(?:son|sa|leur)(?=\s+\p{L})(?!\s+(?:sera|est|a|ont|sont|seront|avons|ai|avait|faudra|faut|conviendrait|convient|\p{L}+(?:ons|eront|erons|erai))(?!\p{L}))(?!\s+(?:côté|tour))/giu,
        "votre",
      ],
      [/(?<!\p{L})(?:ses|leurs)(?=\s+\p{L})/giu, "vos"],
      [/(?<=(?<!\p{L})(?:je|nous|on|ne)\s)(?:lui|leur)(?!\p{L})/giu, "vous"],
      [/(?<!\p{L})lui(?=\s+\p{L}+(?:er|ir|re)(?!\p{L}))/giu, "vous"],
      [/(?<!\p{L})(pour|avec|chez|à) (?:elle|lui|eux)(?!\p{L})/giu, "$1 vous"],
    ]),
  thirdPerson:
    /(?<!\p{L})(?:lui|elle (?:doit|peut|veut|a besoin)|il (?:doit|peut|veut) (?!être)|s['’](?:il|elle)s? (?:les?|la|l['’]|en|nous|me) ?\p{L}+)(?!\p{L})/iu,
  group: words(
    "tous|toutes|équipe|équipes|parents|bénévoles|collègues|clients|clientes|locataires|voisins|participants|salariés|personnel|familles|membres|fournisseurs|habitants|copropriétaires|élèves|étudiants|adhérents|abonnés|résidents|patients|enseignants|employés|collaborateurs|invités|donateurs|chauffeurs|usagers|commerciaux|exposants",
  ),
  name: (name) =>
    name
      .replace(/^(?:le|la)\s+(?=Dr)/iu, "")
      .replace(/^M(?:r\b|\.)?\s+et\s+Mme\b/iu, "Monsieur et Madame")
      .replace(/^Mme\b\.?/iu, "Madame")
      .replace(/^Mlle\b\.?/iu, "Mademoiselle")
      .replace(/^Me\s/u, "Maître ")
      .replace(/^la famille/iu, "famille")
      .replace(/^(?:M|Mr)\b\.?(?=\s)/iu, "Monsieur"),
};
