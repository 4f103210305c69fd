// Mails whose kind says what they are about: an invitation, a new bank account, a sick note.
import type { Language } from "../text/language.ts";

type Act = { sign: RegExp; name: (found: string) => string };

const until = "(?=\\s+(?:where|which|that|so|because|and (?:we|i)|if|to (?:discuss|celebrate|talk))\\b|[,.;:!?(\\n]|$)";

const english: Act[] = [
  {
    sign: new RegExp(
      `\\b(?:invite(?: all of)? you(?: all)?|inviting you|you are(?: cordially| warmly)? invited|please join us)\\s+(?:to|for|at)\\s+(?!(?!a\\b|an\\b)(?:${"admit|confirm|submit|apply|send|give|provide|make|take|join|attend|come|pay|register|tender|quote|comment|respond"})\\b)(?:attend\\s+)?(?:an?|the|our|my|this year's)?\\s*([^.;:!?(\\n]{4,70}?)${until}`,
      "iu",
    ),
    name: (what) => `Invitation: ${what}`,
  },
  {
    sign: /\b(?:celebrate|celebrating)\b[^.!?]{0,80}?\b((?:(?:mon|tues|wednes|thurs|fri|satur|sun)day,? )?\d{1,2} (?:January|February|March|April|May|June|July|August|September|October|November|December))\b/iu,
    name: (when) => `Invitation: celebration on ${when}`,
  },
  {
    sign: /^(?:.{0,40}?\b)?((?:minutes|notes|recap|report) (?:of|from) (?:the |our |today's |yesterday's |last \p{L}+'s )?[^.,;:!?(\n]{0,40}?\b(?:meeting|call|session|workshop|conference|visit|board)(?: with (?:the |our )?\p{L}+)?(?: (?:of|on) \d{1,2} \p{Lu}\p{L}+)?)\b/iu,
    name: (what) => what,
  },
  {
    sign: /\b(?:you|i) (?:take|do|cover|have) (?:my|your) ([^,.;:!?]{3,40}? and (?:i|you) (?:take|do|cover|have) (?:my|your) [^,.;:!?]{3,40})/iu,
    name: (what) => `Swap: ${what.replace(/ and (?:i|you) \p{L}+ (?:my|your) /iu, " for ")}`,
  },
  {
    sign: /\b(\p{Lu}[\p{L}'-]+ \p{Lu}[\p{L}'-]+)(?:, [^,.;]{3,80},)? (?:has |have )?(?:died|passed away)\b/u,
    name: (who) => `Death of ${who}`,
  },
  {
    sign: /\b(?:signed me off(?: work)?|(?:on|am off) sick(?: leave)?|sick leave|sick note)\s+((?:until|till|from)\s[^.,;!?\n]{3,40}?)(?=\s+(?:with|and|so|because)\b|[.,;!?\n]|$)/iu,
    name: (when) => `Sick leave ${when}`,
  },
  {
    sign: /\b(?:(?:would|'d) like|want|wish|hope) to (?:book|reserve)\s+(?:an?|the)?\s*([^.;:!?(\n]{4,60}?)(?=\s+(?:if|for my|because|and)\b|[,.;:!?(\n]|$)/iu,
    name: (what) => `Booking request: ${what}`,
  },
  {
    sign: /\b((?:two|three|four|five|six|some|a few|\d) (?:more |further |quick |short )?questions (?:about|on|regarding|concerning|for) [^.;:!?(\n]{2,50}?)(?=\s+(?:before|so|and|that|which)\b|[,.;:!?(\n]|$)/iu,
    name: (what) => what,
  },
  {
    sign: /\b[Ww]e (?:act|are instructed|have been instructed|are acting) (?:for|by|on behalf of) ((?:(?:our client|the \p{Ll}+ of|Mr|Mrs|Ms|Dr|Miss)\.?\s+)?(?:(?:\p{Lu}\.|[\p{Lu}\d][\p{L}\d'-]*)\s?){1,5})/u,
    name: (who) => `Claim of ${who.trim()}`,
  },
  {
    sign: /\b(?:i (?:hereby |am writing to |would like to |am )?(?:resign(?:ing)?|hand(?:ing)? in my notice|giv(?:e|ing) (?:my )?notice)|my resignation)\b.{0,80}?\b((?:from(?= \d)|with effect from|as of|effective|on|last day (?:will be|is|at work (?:will be|is)))\s[^.,;\n]{0,20}\d[^.,;\n]{0,20})/iu,
    name: (when) => `Resignation ${when.replace(/^on\b/i, "as of").replace(/^last day .*?(?:be|is)\s+/i, "as of ")}`,
  },
  {
    sign: /(?<![\p{L}])((?:[Oo]ur|[Mm]y) (?:dear |beloved )?[\p{L}' -]{3,50}? (?:has |have )?(?:passed away|died)(?: (?:yesterday|(?:on|last|this) (?:the )?[\p{L}\d]+(?: \p{Lu}\p{L}+)?))?)(?![\p{L}\d])/u,
    name: (what) => what,
  },
  {
    sign: /\b(?:(?:i|we)\b[^.;!?]{0,40}?\b(?:apply|applying)|my application) for (?:the|your|a) (?:(?:position|post|role|job|vacancy) (?:of|as)(?: an?)?\s+)?([^.,;:!?(\n]{4,60}?)(?=\s+(?:that|which|you|advertised|as advertised|at|with|in your|on your)\b|[.,;:!?(\n]|$)/iu,
    name: (what) => `Application: ${what}`,
  },
  {
    sign: /^.{0,200}?\b(?:has|have|had|we|i|they|council|board|committee|management|company|\p{L}+) (?:decided|voted|resolved)(?: \p{L}+day| yesterday| today| last \p{L}+)? to ((?!be\b)\p{Ll}+ (?:your|our|the|my|all) [^,.;:!?\n]{3,60}?)(?=\s+(?:from|because|so|and|as|since|but)\b|[,.;:!?\n]|$)/u,
    name: (what) => `Decision to ${what}`,
  },
  {
    sign: /\b(?:writing|mail|e-?mailing) (?:to you )?(?:about|regarding|concerning) (?:the|your) (?:post|position|job|vacancy|role)(?: of| as| for)?(?: an?)? ([^.,;:!?(\n]{4,50}?)(?=\s+(?:that|which|you|advertised|at|with|in your|on your)\b|[.,;:!?(\n]|$)/iu,
    name: (what) => `Application: ${what}`,
  },
  // A mail of thanks is short and wants nothing.
  {
    sign: /^(?=[^?]{0,400}$)(?!.{0,400}\b(?:please|attached|invoice|receipt|payment|unfortunately|regret|decided|cannot)\b)[^.]{0,40}\b((?:thank you|thanks)(?: so much| very much| a lot| again)? for (?:the|your|all|this|such|a)\s(?!(?:message|e-?mail|mail|offer|quote|quotation|application|enquiry|inquiry|order|booking|call|reply|response|approval|instruction|interest|letter|note|update|report|information|demo|purchase)\b)[^.,;:!?]{4,50}?)(?=\s+(?:which|that|and (?:for|we|i))\b|[.,;:!])/iu,
    name: (what) => what,
  },
  {
    sign: /^(?=.{0,500}\b(?:another|other|different) (?:supplier|candidate|applicant|offer|bidder|provider|vendor|company|contractor|firm|agency|option)s?\b|.{0,500}\b(?:not (?:be able to |going to |been )?(?:proceed|pursue|select(?:ed)?|success(?:ful)?|shortlisted|award|accept(?:ed)?|invite|consider)|decided against|regret to inform|have to decline|must decline|unsuccessful))(?!.{0,500}\?).{0,200}?\byour ((?:offer|application|proposal|quote|quotation|bid|tender|request|claim|appeal|submission|abstract|manuscript|candidacy)(?: (?:of|dated|from) \d{1,2} \p{Lu}\p{L}+|(?: (?:for|as) [^.,;:!?]{3,40}?)(?=\.|,| and | but | dated |$))?)/iu,
    name: (what) => `${what.charAt(0).toUpperCase()}${what.slice(1)} declined`,
  },
  {
    sign: /\b(?:could not|cannot|couldn't|can't|was not|unable to) be delivered to\b.{0,200}?<?([\w.+-]{1,64}@[\w.-]{1,120}\w)/iu,
    name: (who) => `Undelivered mail to ${who}`,
  },
];

const foreign: Partial<Record<Language, Act[]>> = {
  hinglish: [{ sign: /(\d[\d,.]*\d)\s*(?:ka |rupaye |rs\.? |inr )?transfer kar/iu, name: (sum) => `Transfer ${sum}` }],
  de: [
    {
      sign: /\b(?:suche|möchte|würde|bewerbe)[^.?!\n]{0,80}?\b((?:\p{L}+)?(?:praktikum|praktikumsplatz|ausbildungsplatz)(?: (?:von|im|in|als) [^.,;?!\n]{3,30})?)/iu,
      name: (what) => `Bewerbung: ${what}`,
    },
    {
      sign: /\b(?:sind|bist|seid) (?:\p{L}+ ){0,3}(?:zu|zum|zur)\s+(?:einem |einer |unserem |unserer |der )?([^.;:!?(\n]{4,60}?) eingeladen\b/iu,
      name: (what) => `Einladung: ${what}`,
    },
    {
      sign: /\b(?:lade|laden) (?:wir |ich )?(?:sie|dich|euch|alle)(?: alle)?(?: herzlich| hiermit)? (?:zu|zum|zur)\s+(?:einem |einer |unserem |unserer |der )?((?:[^.;:!?(\n]|(?<=\d)\.){4,70}?)(?=\s+ein\b|(?<!\d)[,.;:!?(\n]|$)/iu,
      name: (what) => `Einladung: ${what}`,
    },
    {
      sign: /\b(?:krankgeschrieben|arbeitsunfähig)\b[^.;\n]{0,20}?\s(bis [^.,;!?\n]{3,30})|\b(bis [^.,;!?\n]{3,30}?) krankgeschrieben/iu,
      name: (when) => `Krankmeldung ${when}`,
    },
    {
      sign: /\bbewerben? (?:ich |wir )?(?:mich|uns)(?: hiermit| bei ihnen)* (?:um die stelle als|auf die stelle als|um|als|auf|für)\s+(?:die |den |das |eine? )?([^.,;:!?(\n]{4,60})/iu,
      name: (what) => `Bewerbung: ${what}`,
    },
    {
      sign: /^(?=.*\b(?:abmelden|abbestellen))(?:.{0,60}?\b)?(?:diese woche|diesen monat|unsere themen)\s*:\s*([^.;!?\n]{3,70})/iu,
      name: (what) => `Newsletter: ${what}`,
    },
    { sign: /\bin dieser ausgabe\s*:\s*([^.!?\n]{3,70})/iu, name: (what) => `Newsletter: ${what}` },
    {
      sign: /\b(?:abwesend|nicht im (?:büro|haus)|im urlaub|außer haus|in elternzeit)\b[^.;\n]{0,30}?\s(bis (?:zum |einschließlich |einschl\. |inkl\. |inklusive )?(?:\p{L}+, (?:den |dem )?)?(?:\d{1,2}\.\s?(?:\p{L}+|\d{1,2}\.?)(?: \d{4})?|\p{L}+))|\b(bis (?:zum |einschließlich |einschl\. |inkl\. |inklusive )?(?:\p{L}+, (?:den |dem )?)?(?:\d{1,2}\.\s?(?:\p{L}+|\d{1,2}\.?)(?: \d{4})?|\p{L}+)) (?:\p{L}+ ){0,3}(?:abwesend|nicht im (?:büro|haus)|im urlaub|außer haus)\b/iu,
      name: (when) => `Abwesend ${when}`,
    },
  ],
  fr: [
    {
      sign: /\b(?:cherche|recherche|souhaite|souhaiterais|voudrais|aimerais)[^.?!\n]{0,60}?\b(stage(?: (?:de|d['’]|en|dans|chez) ?[^.,;?!\n]{3,30})?)/iu,
      name: (what) => `Candidature : ${what}`,
    },
    {
      sign: /(?<!\p{L})(?:êtes|es)(?: \p{L}+)? (?:invité|convié|convoqué)e?s? (?:à|au|aux)\s+(?:la |l['’]|notre |une? )?([^.;:!?(\n]{4,70}?)(?=[,.;:!?(\n]|\sà \d|$)/iu,
      name: (what) => `Invitation : ${what}`,
    },
    {
      sign: /\b(?:convi(?:ons|e|er)|invit(?:ons|e|er))(?: cordialement)? (?:à|au|aux)\s+(?:la |l['’]|notre |une? )?([^.;:!?(\n]{4,70}?)(?=[,.;:!?(\n]|\sà \d|$)/iu,
      name: (what) => `Invitation : ${what}`,
    },
    {
      sign: /\barrêt(?:ée?)?(?: de travail| maladie)? (jusqu['’]au? [^.,;!?\n]{3,30})/iu,
      name: (when) => `Arrêt maladie ${when}`,
    },
    {
      sign: /\b(?:ma candidature|postuler|je postule)(?: à| au| pour)(?: le| l['’])?\s*(?:poste d[e'’])?\s*([^.,;:!?(\n]{4,60})/iu,
      name: (what) => `Candidature : ${what}`,
    },
    {
      sign: /^(?=.*\b(?:désabonner|désinscrire))(?:.{0,60}?\b)?(?:ce mois-ci|cette semaine|au (?:programme|sommaire))\s*:\s*([^.;!?\n]{3,70})/iu,
      name: (what) => `Newsletter : ${what}`,
    },
    { sign: /\bdans ce numéro\s*:\s*([^.!?\n]{3,70})/iu, name: (what) => `Newsletter : ${what}` },
    {
      sign: /\b(?:absente?|en congés?|en vacances)\b[^.;\n]{0,20}?\s(jusqu['’]au? [^.,;!?\n]{3,30})/iu,
      name: (when) => `Absence ${when}`,
    },
  ],
  es: [
    {
      sign: /\b(?:busco|quiero|quisiera|gustaría|me interesa)[^.?!\n]{0,60}?\b(prácticas(?: (?:de|en|del?) [^.,;?!\n]{3,30})?)/iu,
      name: (what) => `Candidatura: ${what}`,
    },
    {
      sign: /\b(?:está[ns]?|estáis)(?: \p{L}+)? (?:invitad|convocad)[oa]s? (?:a|al)\s+(?:la |el |nuestr[oa] |una? )?([^.;:!?(\n]{4,70}?)(?=[,.;:!?(\n]|\sa las? \d|$)/iu,
      name: (what) => `Invitación: ${what}`,
    },
    {
      sign: /\b(?:invit(?:o|amos|ar(?:les?|os|te)?))(?: cordialmente)? (?:a|al)\s+(?:la |el |nuestr[oa] |una? )?([^.;:!?(\n]{4,70}?)(?=[,.;:!?(\n]|\sa las? \d|$)/iu,
      name: (what) => `Invitación: ${what}`,
    },
    {
      sign: /\b(?:mi candidatura|me postulo|postularme|solicitar el puesto|optar al puesto)(?: (?:para|a|al|de))*(?: (?:el|la))?(?: (?:puesto|vacante|plaza))?(?: de)? ([^.,;:!?(\n]{4,60})/iu,
      name: (what) => `Candidatura: ${what}`,
    },
    { sign: /\bde baja\b[^.;\n]{0,30}?\s(hasta [^.,;!?\n]{3,30})/iu, name: (when) => `Baja ${when}` },
    { sign: /\ben (?:este número|esta edición)\s*:\s*([^.!?\n]{3,70})/iu, name: (what) => `Boletín: ${what}` },
    {
      sign: /\b(?:de vacaciones|fuera de la oficina|ausente)\b[^.;\n]{0,20}?\s(hasta [^.,;!?\n]{3,30})/iu,
      name: (when) => `Ausencia ${when}`,
    },
  ],
  pt: [
    {
      sign: /\b(?:procuro|quero|queria|gostava|gostaria)[^.?!\n]{0,60}?\b(estágio(?: (?:de|em|na|no) [^.,;?!\n]{3,30})?)/iu,
      name: (what) => `Candidatura: ${what}`,
    },
    {
      sign: /\b(?:está|estão|estás)(?: \p{L}+)? (?:convidad|convocad)[oa]s? (?:para|a|ao|à)\s+(?:o |a |noss[oa] |uma? )?([^.;:!?(\n]{4,70}?)(?=[,.;:!?(\n]|\sàs? \d|$)/iu,
      name: (what) => `Convite: ${what}`,
    },
    {
      sign: /\b(?:convid(?:o|amos|á-l[oa]s?|ar)(?:-(?:te|vos|os?|as?|l[oa]s?))?)(?: v\.? ?ex\.?ª?| vocês?| todos)? (?:para|a|ao|à)\s+(?:o |a |noss[oa] |uma? )?([^.;:!?(\n]{4,70}?)(?=[,.;:!?(\n]|\sàs? \d|$)/iu,
      name: (what) => `Convite: ${what}`,
    },
    {
      sign: /\b(?:me candidatar|candidato-me|candidatura)(?: (?:para|à|a|ao))? (?:vaga|posição|lugar|cargo) d[eoa]s? ([^.,;:!?(\n]{4,60})/iu,
      name: (what) => `Candidatura: ${what}`,
    },
    { sign: /\bde baixa\b[^.;\n]{0,30}?\s(até [^.,;!?\n]{3,30})/iu, name: (when) => `Baixa ${when}` },
    { sign: /\bnesta edição\s*:\s*([^.!?\n]{3,70})/iu, name: (what) => `Boletim: ${what}` },
    {
      sign: /\b(?:de férias|fora do escritório|ausente)\b[^.;\n]{0,20}?\s(até [^.,;!?\n]{3,30})/iu,
      name: (when) => `Ausência ${when}`,
    },
  ],
};

/** A payee who wants money on another account. The reader has to see that before anything else. */
const bankChanges: Partial<Record<Language, [RegExp, string]>> = {
  en: [
    /\b(?:(?:new|chang\w+|updat\w+|revised) (?:\w+ ){0,4}(?:bank(?:ing)? (?:details|account)|account details)|(?:bank(?:ing)?|account|payment) details (?:have|has|were) changed|(?:update|change|amend) our (?:\w+ )?details to the new account|changed (?:our )?banks?|(?:use|pay (?:in)?to|transfer (?:\w+ ){0,3}to) the (?:following|new|below) (?:bank )?account|account (?:\w+ ){0,4}(?:is|has been) (?:under|frozen|closed|blocked)|our (?:subsidiary|sister company|parent company|partner|other)(?:['’]s)? account|(?:paid|pay|transfer(?:red)?|remit(?:ted)?) (?:\w+ ){0,3}to (?:our|the|this) new (?:bank )?account|(?:made|go(?:es)?|sent|payments?|wired?|credited) (?:\w+ ){0,4}(?:in)?to (?:our|the|this|an?) new (?:bank )?account)\b/iu,
    "Change of bank details",
  ],
  de: [
    /\b(?:neue[ns]? (?:konto|bankverbindung|iban)|bank gewechselt|bankverbindung (?:\p{L}+ ){0,4}geändert|geänderte bankverbindung)(?!\p{L})/iu,
    "Neue Bankverbindung",
  ],
  fr: [
    /(?:nouveau (?:compte|rib)|rib ci-dessous|rib ci-joint|nouvelles? coordonnées bancaires|changé de banque|coordonnées bancaires (?:\p{L}+ ){0,4}changé)(?!\p{L})/iu,
    "Changement de coordonnées bancaires",
  ],
  es: [
    /(?:nueva cuenta|nuevos datos bancarios|cambi(?:ado|o|amos) de (?:banco|cuenta)|datos bancarios han cambiado)(?!\p{L})/iu,
    "Cambio de datos bancarios",
  ],
  pt: [
    /(?:nova conta|novos dados bancários|alteração d[ao]s? (?:noss[ao] )?(?:conta|dados bancários)|mud(?:ámos|amos|ança) de (?:banco|conta))(?!\p{L})/iu,
    "Alteração de dados bancários",
  ],
};

// Bounds the time on hostile text; a mail says its kind at the top.
const longestRead = 2_000;

/** The subject of a mail whose kind is certain; undefined for any other. */
export function subjectOfKind(text: string, language: Language): string | undefined {
  const head = text.slice(0, longestRead).replace(/\s+/g, " ");
  const [bank, title] = bankChanges[language] ?? [];
  if (bank?.test(head)) {
    const number = identifierIn(head);
    return number ? `${title}, ${number}` : title;
  }
  // A receipt is filed by its number.
  const paid = receipt.exec(head.slice(0, 400));
  if (paid && !head.includes("?")) {
    const number = identifierIn(head);
    if (number) return number;
    const day = /\b\d{1,2} \p{Lu}\p{L}{2,8}(?: \d{4})?/u.exec(head)?.[0];
    if (paid[1] && language === "en") return `${paid[1]}${day ? `, ${day}` : ""}`;
  }
  for (const { sign, name } of language === "en" ? english : (foreign[language] ?? [])) {
    const found = sign.exec(head);
    const what = found?.slice(1).find(Boolean);
    if (what) return withDay(name(shortened(what.trim())), head.slice(found?.index ?? 0, (found?.index ?? 0) + 250));
  }
  return undefined;
}

/** An invitation is filed by its day. */
const withDay = (line: string, text: string) => {
  const day = isInvitation.test(line) && !/\d/.test(line) ? dayIn.exec(text)?.[0] : undefined;
  return day ? `${line}, ${day}` : line;
};
const isInvitation = /^(?:Invitation|Einladung|Invitación|Convite)/;
const dayIn =
  /(?<![\d.:])\d{1,2}(?:\.|er|º|st|nd|rd|th)? (?:of |de )?(?:jan|feb|mar|mär|apr|may|mai|jun|jul|aug|sep|oct|okt|out|nov|dec|dez|dic|ene|abr|fév|avr|juin|juil|août|déc|ago|set)\p{L}*/iu;

const receipt =
  /^[^.!?]{0,40}(?:thank you|thanks|gracias|merci|obrigad[oa]|danke|vielen dank)\s(?:for|por|pour|pel[oa]|für)\s(?:(?:your|su|tu|votre|a sua|o seu|sua|seu|ihre|deine)\s)?((?:booking|order|purchase|payment|registration|reservation|subscription|pago|pedido|compra|reserva|paiement|commande|achat|réservation|zahlung|bestellung|buchung|pagamento|encomenda|inscripción|inscription|anmeldung)(?:\s(?:with|at|from)\s\p{Lu}[\p{L}&' -]{1,30}?)?)(?=[\s.,!])(?=[.,!]|\s(?:de|of|von|em|le|am|on|über|no)\s)/iu;
const mostWords = 10;
const joints =
  /^(?:on|at|in|for|with|from|by|to|of|the|an?|and|or|am|um|im|mit|und|für|von|le|la|à|au|de|du|des|et|el|los|del|en|y|o|da|do|das|dos|e|em|no|na|para|con|com)$/iu;

/** At most ten words, which do not end inside a word group. */
function shortened(text: string): string {
  const words = text.split(" ");
  if (words.length <= mostWords) return text;
  let end = mostWords;
  while (end > 3 && !joints.test(words[end] ?? "")) end--;
  while (end > 2 && joints.test(words[end - 1] ?? "")) end--;
  return words
    .slice(0, end)
    .join(" ")
    .replace(/[,;:]+$/, "");
}

const numberedThing =
  /(?<![\p{L}\d])(?:order|booking|reservation|invoice|consignment|parcel|project|permit|licence|certificate|membership|subscription|work order|docket|claim|ticket|case|contract|policy|delivery|shipment|application|file|PO|reference|receipt|quote|quotation|pipeline|batch|lot|job|rechnung|bestellung|auftrag|buchung|vertrag|lieferung|angebot|anfrage|sendung|vorgang|quittung|lieferschein|police|schadensfall|ticket|facture|commande|dossier|réservation|contrat|devis|reçu|sinistre|colis|bon de commande|factura|pedido|expediente|reserva|contrato|presupuesto|oferta|recibo|siniestro|albarán|envío|processo|fatura|encomenda|orçamento|apólice|sinistro|proposta|nota fiscal|ऑर्डर|बिल|इनवॉइस):?\s+(?:(?:no|nr|number|nummer|n[º°o])[.:]?\s*|#|\()?(?!\d{1,2}\s)[A-Z]{0,4}-?\d[\w/-]{1,20}(?![\p{L}\d])/iu;

/** The numbered thing that a text names first: "booking 88123". */
export function identifierIn(text: string): string | undefined {
  return numberedThing.exec(text.slice(0, longestRead))?.[0].replace(/:?[\s(]+/g, " ");
}
