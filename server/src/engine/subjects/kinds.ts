// Kinds of mail that a subject names before its matter: "Complaint: …", "Minutes: …".
import { natureOf } from "../replies/nature.ts";
import { noAnswerOf } from "../replies/no-answer.ts";
import type { Language } from "../text/language.ts";
import { sentencesOf } from "../text/sentences.ts";
import { identifierIn } from "./acts.ts";

type Kind =
  | "claim"
  | "complaint"
  | "invitation"
  | "minutes"
  | "condolences"
  | "giftCards"
  | "prices"
  | "away"
  | "receipt"
  | "questions"
  | "unpaid";
type Labelled = "en" | "de" | "fr" | "es" | "pt" | "hi" | "hinglish";

const labels: Record<Kind, Record<Labelled, string>> = {
  claim: {
    en: "Claim",
    de: "Forderung",
    fr: "Réclamation",
    es: "Reclamación",
    pt: "Reclamação",
    hi: "दावा",
    hinglish: "Claim",
  },
  complaint: {
    en: "Complaint",
    de: "Beschwerde",
    fr: "Réclamation",
    es: "Queja",
    pt: "Reclamação",
    hi: "शिकायत",
    hinglish: "Complaint",
  },
  invitation: {
    en: "Invitation",
    de: "Einladung",
    fr: "Invitation",
    es: "Invitación",
    pt: "Convite",
    hi: "निमंत्रण",
    hinglish: "Invitation",
  },
  minutes: {
    en: "Minutes",
    de: "Protokoll",
    fr: "Compte rendu",
    es: "Acta",
    pt: "Ata",
    hi: "बैठक का विवरण",
    hinglish: "Meeting ke notes",
  },
  condolences: {
    en: "Condolences",
    de: "Beileid",
    fr: "Condoléances",
    es: "Pésame",
    pt: "Pêsames",
    hi: "शोक संवेदना",
    hinglish: "Shok sandesh",
  },
  giftCards: {
    en: "Request for gift cards",
    de: "Bitte um Geschenkkarten",
    fr: "Demande de cartes cadeaux",
    es: "Petición de tarjetas regalo",
    pt: "Pedido de cartões-presente",
    hi: "गिफ्ट कार्ड की मांग",
    hinglish: "Gift card ki request",
  },
  prices: {
    en: "New prices",
    de: "Neue Preise",
    fr: "Nouveaux tarifs",
    es: "Nuevos precios",
    pt: "Novos preços",
    hi: "नए दाम",
    hinglish: "Naye rates",
  },
  away: {
    en: "Away",
    de: "Abwesend",
    fr: "Absence",
    es: "Ausencia",
    pt: "Ausência",
    hi: "छुट्टी पर",
    hinglish: "Chutti",
  },
  receipt: {
    en: "Receipt",
    de: "Beleg",
    fr: "Reçu",
    es: "Recibo",
    pt: "Recibo",
    hi: "रसीद",
    hinglish: "Receipt",
  },
  unpaid: {
    en: "Payment reminder",
    de: "Zahlungserinnerung",
    fr: "Relance",
    es: "Recordatorio de pago",
    pt: "Aviso de pagamento",
    hi: "भुगतान की याद",
    hinglish: "Payment reminder",
  },
  questions: {
    en: "Questions",
    de: "Rückfragen",
    fr: "Questions",
    es: "Preguntas",
    pt: "Perguntas",
    hi: "सवाल",
    hinglish: "Sawal",
  },
};

const word = (words: string) => new RegExp(`(?<![\\p{L}\\p{M}])(?:${words})(?![\\p{L}\\p{M}])`, "iu");

/** Signs of a kind anywhere in the mail. They are strict, because a wrong label misleads. */
const signs: [Exclude<Kind, "away" | "receipt" | "questions">, RegExp][] = [
  [
    "giftCards",
    word(
      "gift ?cards?|(?:geschenk|gutschein)karten?|cartes? cadeaux?|tarjetas? (?:de )?regalo|cart(?:ão|ões)[- ](?:de )?presente|vales?[- ]presente|गिफ्ट कार्ड",
    ),
  ],
  [
    "condolences",
    word(
      "(?:my|our|deepest|sincere|heartfelt) (?:condolences|sympathy)|with (?:deepest|sincere|heartfelt) sympathy|sorry for your loss|my thoughts are with you|(?:aufrichtiges|herzliches|tiefes) beileid|aufrichtige anteilnahme|(?:sincères|vives) condoléances|(?:sentido|sincero) pésame|(?:acompaño|acompañamos) en el sentimiento|sentidos pêsames|(?:sinceras|sentidas) condolências|गहरी संवेदना|हार्दिक संवेदना",
    ),
  ],
  [
    "claim",
    word(
      "(?:we|i) (?:must |have to |therefore |hereby |now )*hold (?:you|your \\p{L}+)[^.]{0,30}(?:liable|responsible)|(?:we|i) (?:therefore |hereby |now |also )*claim (?:from you |for )?(?:damages|compensation|the|a|[$€£₹]|gbp|eur|usd|\\d)\\p{L}*|letter (?:of claim|before (?:action|claim))|reserve the right to claim|(?:confirm|admit|acknowledge)[^.]{0,40} caused the damage|(?:mach\\p{L}+|halte\\p{L}*) (?:ich |wir )?(?:sie|dich|euch)[^.]{0,60}(?:haftbar|verantwortlich)|schadene?rsatz|(?:ich|wir) (?:mahnen?|fordern?) sie[^.]{0,120} (?:ab|auf)|mahnen? (?:ich|wir) (?:sie|dich)[^.]{0,120} ab|mise en demeure|(?:mets|mettons) en demeure|dommages[- ]et[- ]intérêts|(?:l[eo]s?|te|os) (?:requerimos|requiero|reclamamos|reclamo)|daños y perjuicios|notificad[oa]s? para|perdas e danos|indemnização pel\\p{L}+|indenização pel\\p{L}+",
    ),
  ],
  [
    "unpaid",
    word(
      "(?:payment|invoice) reminder|invoice[^!?]{0,120}(?:(?:is|remains|was)(?<!\\b(?:until|till|unless|as long as)[^.!?]{2,80}) (?:still )?(?:unpaid|overdue|outstanding)|still (?:open|unpaid|outstanding)|has not (?:yet )?been (?:paid|settled))|mahngebühr\\p{L}*|zahlungserinnerung|(?:\\d\\. |erste |zweite |letzte )mahnung|rechnung[^!?]{0,160}(?:noch (?:offen|unbezahlt|nicht (?:bezahlt|beglichen))|überfällig)|facture[^!?]{0,160}(?:impayée|reste (?:à payer|due|ouverte)|(?:n['’]a|n['’]est) (?:toujours |encore )?pas (?:été )?(?:réglée|payée))|factura[^!?]{0,160}(?:pendiente de pago|sin pagar|impagada|no (?:ha sido|está) (?:pagada|abonada))|fatura[^!?]{0,160}(?:em aberto|por pagar|por liquidar|em atraso|não (?:foi )?paga)",
    ),
  ],
  [
    "complaint",
    word(
      "(?:i|we) (?:want|would like|wish|have|'d like|must) to complain|(?:my|our|a|this|formal|second|third) complaint|(?:is |it's |simply |totally )?(?:unacceptable|not acceptable)|(?:very|so|deeply|extremely|really|rather|quite|bitterly) (?:disappointed|unhappy|dissatisfied|upset|annoyed|cross|angry)|disappointing|appalled|furious|fed up|let (?:me|us) down|(?:my|our) money back|credit note[^.]{0,60} refunded|(?:want|expect|demand|require) [^.]{0,80}(?:refunded|a refund|credit note)|(?:full|partial) refund|(?:want|expect|demand|insist on|like)\\s[^.!?]{0,60}(?:surcharge|deposit|fees?|fare|price|amount|payment|difference)[^.!?]{0,20} back|(?:want|expect|demand|insist on)\\s[^.!?]{0,60}(?:refund|money back|replacement|apology|explanation)|not good enough|beschwer(?:e|en) (?:ich |wir )?(?:mich|uns)|(?:meine|unsere|diese|eine) (?:beschwerde|reklamation)|inakzeptabel|nicht (?:hinnehmbar|akzeptabel)|unverschämt\\p{L}*|(?:sehr|schwer|wirklich|bitter|ziemlich) (?:enttäuscht|verärgert)|geld zurück|inacceptable|inadmissible|(?:très|vraiment|profondément) (?:déçue?s?|mécontente?s?)|(?:me|nous) plain(?:dre|s|gnons)|(?:ma|notre|une) réclamation|inaceptable|una vergüenza|(?:muy|profundamente) (?:decepcionad|molest|enfadad)[oa]s?|(?:mi|nuestra|una|poner|presentar una) (?:queja|reclamación)|(?:que me|que nos) devuelvan|inaceitável|uma vergonha|(?:muito|profundamente) (?:desiludid|desapontad|dece[p]?cionad|insatisfeit)[oa]s?|(?:minha|uma|esta) reclamação|quero (?:o meu dinheiro|reclamar)|bahut (?:pareshan|naraaz|naraz)|complaint (?:kar|darj|hai)\\p{L}*",
    ),
  ],
  ["complaint", /(?:शिकायत (?:दर्ज|कर|है)|बहुत (?:नाराज़|नाराज|परेशान|निराश)|स्वीकार नहीं)/u],
  [
    "prices",
    word(
      "(?:our|the|new|your) (?:prices?|rates?|tariffs?|price list|fees?)[^.!?]{0,60} (?:go(?:es)? up|will (?:rise|increase|change|go up)|(?:is|are) (?:rising|increasing|going up|changing)|increases?|rises?)|(?:raise|increase|put up|adjust) (?:our|the|all|your) (?:prices?|rates?|fees?|tariffs?)|prices (?:will )?(?:rise|increase|go up) by|price (?:increase|rise|adjustment|change)s?|preis(?:erhöhung|anpassung|änderung)en?|(?:unsere|die) preise[^.!?]{0,60} (?:erhöhen|anpassen|steigen|anheben)|(?:erhöhen|passen|heben) (?:wir )?(?:unsere|die) preise|(?:augmentation|hausse|révision) (?:de nos |des |de )(?:prix|tarifs)|(?:nos|les) (?:prix|tarifs) (?:augment|chang|évolu)\\p{L}+|(?:subida|actualización|revisión|aumento) de (?:precios|tarifas)|(?:nuestros|los) precios (?:suben|subirán|cambian|aumentan)|(?:aumento|atualização|revisão|reajuste) (?:de|dos|nos) (?:preços|tarifas)|(?:os nossos|nossos|os) preços (?:sobem|vão subir|aumentam|mudam)",
    ),
  ],
];

/** A mail that announces minutes says so at its top. */
const minutes = word(
  "(?:here (?:are|is) |attached (?:are|is) |below (?:are|is) )?(?:the |my |our |short |brief |quick |a few )*(?<!\\d )(?:minutes|notes) (?:of|from) (?:the |our |my |today|yesterday|this|last|\\p{L}+day|\\d)[^?\\n]{0,60}|(?:short |brief |quick |my |the )?(?:minutes|notes)(?: (?:of|from) [^:\\n]{2,40})?\\s*:\\s|(?:hier|anbei|kurz)[^.?\\n]{0,30}(?:das |mein )?\\p{L}*protokoll\\p{L}*|(?:voici|ci-joint)[^.?\\n]{0,20}(?:le )?compte[- ]rendu|(?:aquí|adjunto|envío|os paso|paso)[^.?\\n]{0,20}(?:el |la )?(?:acta|resumen) de (?:la|nuestra)|(?:aqui|segue|envio)[^.?\\n]{0,20}(?:a |o )?(?:ata|resumo) d[ae]|meeting ke notes|बैठक (?:का|के) (?:विवरण|कार्यवृत्त)",
);

/** The label of a mail's kind, and its whole subject if the label with a name, a date or a sum says all. */
export type KindLabel = {
  label: string;
  whole?: string;
  isProblem?: boolean;
  /** The kind is certain, whatever else the mail looks like. */
  isCertain?: boolean;
  /** The text around the questions names their matter. */
  isAboutMatter?: boolean;
  isMinutes?: boolean;
};

export function kindLabelOf(body: string, language: Language): KindLabel | undefined {
  if (!isLabelled(language)) return undefined;
  const head = body.slice(0, longestRead).replace(/\s+/g, " ");
  const labelOf = (kind: Kind) => labels[kind][language];
  if (minutes.test(head.slice(0, 220))) return { label: labelOf("minutes"), isMinutes: true };
  const reason = noAnswerOf(body)?.reason;
  if (reason === "receipt") {
    const named = [identifierIn(head), (total.exec(head)?.[1] ?? sum.exec(head)?.[0])?.replace(/[.,]$/, "")].filter(
      Boolean,
    );
    const label = labelOf("receipt");
    const isNamed = named[0]?.toLowerCase().startsWith(label.toLowerCase());
    return named.length > 0 ? { label, whole: `${isNamed ? "" : `${label}: `}${named.join(", ")}` } : undefined;
  }
  // "Backup job: nightly", "Status: failed": a program's mail is a list of labels.
  const record = reason === "no-reply" || reason === "notification" ? recordOf(body) : undefined;
  if (record) return { label: "", whole: record };
  if (reason === "out-of-office") {
    const when = awayWhen.exec(head)?.[0].trim();
    return when ? { label: labelOf("away"), whole: `${labelOf("away")} ${when}` } : undefined;
  }
  const kind = signs.find(([, sign]) => sign.test(head))?.[0];
  if (!kind) {
    const isInvited = language === "en" && natureOf(body.slice(0, longestRead), []) === "invitation";
    if (
      /^(?:de|fr|es|pt)$/.test(language) &&
      (
        body
          .replace(/\btudo bem\s*\?|\b(?:cómo|como) est[aá]s?\s*\?|\bça va\s*\?|\bwie geht['’]?s\s*\?/giu, "")
          .match(/[^\s?？]{2}[?？]/g) ?? []
      ).length >= 3
    )
      return { label: labelOf("questions"), isAboutMatter: true };
    return isInvited || invited.test(head) ? { label: labelOf("invitation") } : undefined;
  }
  const label = labelOf(kind);
  if (kind === "giftCards") return { label, whole: label };
  if (kind === "condolences") {
    const dead =
      /(?<!\p{L})(\p{Lu}[\p{L}'-]+(?: \p{Lu}[\p{L}'-]+)?)(?:,[^,.]{3,60},)? (?:has |have )?(?:died|passed away)/u.exec(
        head,
      )?.[1];
    return { label, isCertain: true, whole: dead && language === "en" ? `${label} on the death of ${dead}` : label };
  }
  if (kind === "prices") {
    // The day stands in the sentence of the prices, not anywhere in the mail.
    const told = sentencesOf(head).find((sentence) =>
      signs.some(([each, sign]) => each === "prices" && sign.test(sentence)),
    );
    const when = (fromWhen.exec(told ?? head) ?? fromMonth.exec(told ?? ""))?.[0].trim();
    return when ? { label, whole: `${label} ${when.charAt(0).toLowerCase()}${when.slice(1)}` } : { label };
  }
  if (kind === "unpaid") {
    const number = identifierIn(head);
    return number ? { label, whole: `${label}: ${number}` } : { label };
  }
  if (kind === "claim") {
    const named = [identifierIn(head), sum.exec(head)?.[0].replace(/[.,]$/, "")].filter(Boolean);
    return named.length > 0
      ? { label, whole: `${label}: ${named.join(", ")}`, isProblem: true }
      : { label, isProblem: true };
  }
  return { label, isProblem: true };
}

const longestRead = 3_000;
const isLabelled = (language: Language): language is Labelled => language in labels.claim;

const month =
  "(?:jan|feb|mar|mär|apr|may|mai|jun|jul|aug|sep|oct|okt|out|nov|dec|dez|dic|ene|abr|fév|fev|avr|juin|juil|août|déc|ago|set)\\p{L}*";
const date = `(?:(?:\\p{L}+day|\\p{L}+tag|\\p{L}+di|lunes|martes|miércoles|jueves|viernes|\\p{L}+-feira),? (?:(?:the|den|dem|le|el|dia) )?)?(?:(?:the |den |dem |le |el |dia )?\\d{1,2}(?:st|nd|rd|th|\\.|er|º)?(?: (?:of |de )?${month}|\\d{1,2}\\.)?|${month} \\d{1,2})(?: (?:de )?\\d{4})?`;
const awayWhen = new RegExp(
  `(?<!\\p{L})(?:(?:from|vom|du|del|de|desde el|desde) ${date} (?:to|until|till|bis(?: zum)?|au|al|a|até|hasta el)\\s(?:einschließlich )?${date}|(?:until|till|bis(?: zum| einschließlich)?|jusqu['’]au|hasta el|até(?: ao?)?(?: dia)?) ${date}|${date} (?:se|ko) ${date} tak|${date} tak)`,
  "iu",
);
const fromWhen = new RegExp(
  `(?<!\\p{L})(?:from|as of|with effect from|ab(?: dem)?|zum|à (?:partir|compter) du|a partir del?|desde el|a partir de) ${date}`,
  "iu",
);
const fromMonth = /\bfrom (?:January|February|March|April|May|June|July|August|September|October|November|December)\b/i;
const sum =
  /(?:[$€£₹]\s?\d[\d.,]*\d|\b(?:USD|EUR|GBP|INR|CHF|Rs\.?)\s?\d[\d.,]*\d|\b\d[\d.,]*\d?\s?(?:USD|EUR|GBP|INR|€|£|euros?))/u;
const total = new RegExp(
  `(?:total|amount|paid|summe|betrag|gesamt|montant|importe|valor|राशि)[^.;\\n]{0,20}?(${sum.source})`,
  "iu",
);

const invited = word(
  "(?:sind|bist|seid) (?:\\p{L}+ ){0,2}eingeladen|(?:êtes|es) (?:\\p{L}+ )?(?:invité|convié|convoqué)\\p{L}*|(?:está[ns]?|estáis) (?:\\p{L}+ )?invitad[oa]s?|(?:está|estão|estás) (?:\\p{L}+ )?convidad[oa]s?",
);

/** The line with the label of its kind, unless it names the kind itself. */
export function withLabel(
  { label, whole, isAboutMatter }: KindLabel,
  line: string,
  body: string,
  language: Language,
): string {
  if (whole) return whole;
  // "Anfrage: Zimmer für 22 Personen" says more than "Questions".
  if (isAboutMatter && line.includes(": ")) return line;
  const [stem = label] = label.toLowerCase().split(" ");
  // "I want to complain about the blinds": the label says the first part.
  const [, about = ""] = complains.exec(line) ?? [];
  if (about) return `${label}${language === "fr" ? " :" : ":"} ${about}`;
  if (!line || line.toLowerCase().includes(stem.slice(0, 7))) return line || label;
  const [first = "", second = ""] = line.split(" ");
  const inside = first.toLowerCase();
  const isInside = (word: string) =>
    new RegExp(`(?<=[\\p{Ll},] )${word.replace(/[^\\p{L}\\p{M}\\d]/gu, ".")}(?![\\p{L}])`, "u").test(body);
  // A word that the mail writes small, and that begins no name, had its capital from the beginning of the line.
  const isName = !isInside(inside) || isInside(first) || /^\p{Lu}/u.test(second);
  return `${label}${language === "fr" ? " :" : ":"} ${isName ? line : inside + line.slice(first.length)}`;
}

const complains =
  /^(?:(?:i|we|ich|wir|je|nous|hiermit)\s)[^,.:]{0,30}?(?:complain\p{L}*|beschwer\p{L}*|reklamier\p{L}*|plains|plaignons|plaindre)(?:\s(?:mich|uns))?\s(?:about|of|über|wegen|du|des|de)\s+(?:the |our |my |die |den |das |la |le |les |l['’])?(.{3,})$/iu;

/** The subject of a program's mail of labelled lines: the line that names the matter, and its state. */
function recordOf(body: string): string | undefined {
  const lines = [...body.slice(0, longestRead).matchAll(/^([\p{L}][^:\n]{1,30}):[ \t]+(\S[^\n]{0,80})$/gmu)];
  if (lines.length < 3) return undefined;
  const [, , stated] = lines.find(([, name = ""]) => namesMatter.test(name)) ?? [];
  const [, first = "", value = ""] = lines[0] ?? [];
  const [, stateName = "", state] = lines.find(([, name = ""]) => namesState.test(name)) ?? [];
  const matter = stated ?? `${first} ${value}`;
  const isEnd = /^(?:expires?|expira|caduca|läuft ab)/iu.exec(stateName)?.[0];
  return state && state !== value ? `${matter}: ${isEnd ? `${isEnd.toLowerCase()} ` : ""}${state}` : matter;
}
const namesMatter = /^(?:subject|about|matter|betreff|objet|asunto|assunto|motivo|विषय)$/iu;
const namesState =
  /^(?:expires?(?: on)?|valid until|läuft ab|gültig bis|expire|caduca|expira|status|state|result|ergebnis|statut|état|estado|resultado|स्थिति)$/iu;
