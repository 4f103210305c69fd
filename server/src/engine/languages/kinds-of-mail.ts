// Intents in other languages that name the mail by a noun: "schreib eine Dankesmail an Frau Roth für …", "rédige un mail d'excuses à …".
import type { OrderLanguage } from "../sentences/orders.ts";

type Form = { kind: string; after: string; order: (who: string, rest: string) => string };
type Kinds = {
  /** The order to write, up to the noun. */
  write: string;
  /** A word for any mail, which may stand before the noun or hold it. */
  to: string;
  /** Words that end the reader. */
  ends: string;
  forms: Form[];
};

const reader = (ends: string) => `((?:(?!(?:${ends})(?![\\p{L}\\p{M}]))[^\\s,.:;]+\\.?(?:\\s+|(?=[,:;]|$))){1,6}?)`;

const german: Kinds = {
  write:
    "(?:(?:bitte|kannst du|könntest du|können sie|ich (?:möchte|will|muss|brauche)|wir (?:möchten|müssen|brauchen)),? )*(?:(?:schreib(?:en sie|e)?|verfass(?:en sie|e)?|erstell(?:en sie|e)?|formulier(?:en sie|e)?|entwirf|mach(?:en sie|e)?|send(?:en sie|e)?|schick(?:en sie|e)?)(?: mir| bitte| mal)* )?ein(?:e[nm]?)? (?:(?:kurze|nette|freundliche|formelle|förmliche|höfliche|knappe|herzliche|letzte|erste|zweite|schöne|lockere|offizielle)[nrs]?,? (?:und )?)*",
  to: "an|bei|beim|für",
  ends: "für|wegen|dass|über|zu|zum|zur|mit|und|ob|dafür|weil|um|als|aufgrund|bezüglich",
  forms: [
    {
      kind: "dank(?:es|e)?-?(?:mail|e-mail|brief|schreiben|nachricht|karte)|dank(?:sagung)?",
      after: "für",
      order: (who, rest) => `danke ${who} ${rest}`,
    },
    {
      kind: "entschuldigung(?:s-?(?:mail|e-mail|brief|schreiben|nachricht))?",
      after: "für|wegen|aufgrund",
      order: (who, rest) => `entschuldige dich bei ${who} ${rest}`,
    },
    {
      kind: "(?:zahlungs)?erinnerung(?:s-?(?:mail|e-mail|brief|schreiben|nachricht))?",
      after: "dass",
      order: (who, rest) => `erinnere ${who} daran, ${rest}`,
    },
    {
      kind: "(?:beschwerde|reklamation)(?:s?-?(?:mail|e-mail|brief|schreiben|nachricht))?",
      after: "über|wegen|aufgrund",
      order: (who, rest) =>
        `${/^\p{Lu}/u.test(who) ? `schreib an ${who}: ` : ""}ich möchte mich ${untilPause(rest, " beschweren")}`,
    },
    {
      kind: "einladung(?:s-?(?:mail|e-mail|brief|schreiben|karte))?",
      after: "zu|zum|zur",
      order: (who, rest) => `lade ${who} ${untilPause(rest, " ein")}`,
    },
    {
      kind: "glückw[uü]nsch(?:e|-?mail|karte|schreiben)?|gratulation(?:s-?mail)?",
      after: "zu|zum|zur",
      order: (who, rest) => `gratuliere ${who} ${rest}`,
    },
    { kind: "bestätigung(?:s-?(?:mail|schreiben))?", after: "dass", order: (who, rest) => `bestätige ${who}, ${rest}` },
    {
      kind: "ankündigung|info(?:mail|rmation)?|mitteilung|e-?mail|mail|nachricht|brief|schreiben",
      after: "dass",
      order: (who, rest) => `informiere ${who}, ${rest}`,
    },
    {
      kind: "e-?mail|mail|nachricht|brief|schreiben",
      after: "mit der bitte um",
      order: (who, rest) => `bitte ${who} ${rest.replace(/^mit der bitte /i, "")}`,
    },
    {
      kind: "e-?mail|mail|nachricht|brief|schreiben",
      after:
        "und (?:bitt|frag|sag|teil|erinner|dank|informier|lad|biet|schlag|erklär|entschuldig|gratulier|bestätig)\\p{L}*",
      order: (who, rest) => `schreib an ${who}: ${rest.replace(/^und /i, "")}`,
    },
  ],
};

const french: Kinds = {
  write:
    "(?:(?:s['’]il (?:te|vous) pla[iî]t|peux-tu|pouvez-vous|je (?:voudrais|veux|dois)|nous (?:devons|voulons)|merci de),? )*(?:écri(?:vez|re|s)|rédige[zr]?|prépare[zr]?|compose[zr]?|envoie[zr]?|envoyer|fais|faites|faire)(?:-moi| moi)? (?:un|une|le|la|l['’]) ?(?:(?:petite?|courte?|bref|brève|gentille?|polie?|formel(?:le)?|chaleureux|chaleureuse|derni(?:er|ère)|premi(?:er|ère)|simple) )*(?:(?:e-?mail|mail|courriel|lettre|message|mot|courrier|carte) (?:de |d['’]))?",
  to: "à|au|aux",
  ends: "pour|que|qu|à propos|au sujet|concernant|suite|de|d|parce|car|et|sur",
  forms: [
    { kind: "remerciements?", after: "pour|de|d['’]", order: (who, rest) => `remercie ${object(who)} ${rest}` },
    { kind: "(?:demande d['’])?excuses?", after: "pour", order: (who, rest) => `présente des excuses ${who} ${rest}` },
    { kind: "rappel|relance", after: "que|qu['’]|de|d['’]", order: (who, rest) => `rappelle ${who} ${rest}` },
    {
      kind: "réclamation|plainte",
      after: "à propos|au sujet|concernant|pour|suite",
      order: (who, rest) => `écris ${who} : je souhaite faire une réclamation ${rest}`,
    },
    { kind: "félicitations?", after: "pour", order: (who, rest) => `félicite ${object(who)} ${rest}` },
    { kind: "confirmation", after: "que|qu['’]", order: (who, rest) => `confirme ${who} ${rest}` },
    { kind: "annonce|information", after: "que|qu['’]", order: (who, rest) => `informe ${object(who)} ${rest}` },
  ],
};

const spanish: Kinds = {
  write:
    "(?:(?:por favor|puedes|podrías|quiero|necesito|tengo que),? )*(?:escrib(?:e|a|ir)|redact(?:a|e|ar)|prepar(?:a|e|ar)|haz|hacer|env[ií](?:a|e|ar)|componer?)(?:me)? (?:un|una|el|la) (?:(?:breve|cort[oa]|amable|formal|cordial|pequeñ[oa]|últim[oa]|primer|primera) )*(?:(?:correo(?: electrónico)?|e-?mail|mensaje|carta|nota|mail) (?:(?:breve|cort[oa]|amable|formal|cordial) )?de )?",
  to: "a|al|para",
  ends: "por|para|porque|que|de|sobre|y|debido|con motivo",
  forms: [
    { kind: "agradecimiento", after: "por", order: (who, rest) => `agradece ${who} ${rest}` },
    { kind: "disculpas?", after: "por|porque", order: (who, rest) => `pide disculpas ${who} ${rest}` },
    { kind: "queja|reclamación", after: "por|sobre|debido", order: (who, rest) => `quéjate ${who} ${rest}` },
    {
      kind: "recordatorio",
      after: "de que|que",
      order: (who, rest) => `recuerda ${who} ${rest.replace(/^de /i, "")}`,
    },
    {
      kind: "invitación",
      after: "para|a",
      order: (who, rest) => `invita ${who} ${rest.replace(/^para el /i, "al ").replace(/^para /i, "a ")}`,
    },
    { kind: "felicitación", after: "por", order: (who, rest) => `felicita ${who} ${rest}` },
    { kind: "confirmación", after: "de que", order: (who, rest) => `confirma ${who} ${rest.replace(/^de /i, "")}` },
  ],
};

const portuguese: Kinds = {
  write:
    "(?:(?:por favor|podes|pode|podia|quero|preciso de|tenho que),? )*(?:escrev(?:a|e|er)|redij(?:a)|redig(?:e|ir)|prepar(?:a|e|ar)|faz|faça|fazer|envi(?:a|e|ar)|mand(?:a|e|ar))(?:-me)? (?:um|uma|o|a) (?:(?:breve|curt[oa]|formal|cordial|simpátic[oa]|pequen[oa]|últim[oa]|primeir[oa]) )*(?:(?:e-?mail|mensagem|carta|nota|mail) (?:(?:breve|curt[oa]|formal|cordial|simpátic[oa]) )?de )?",
  to: "a|à|ao|às|aos|para(?: o| a| os| as)?",
  ends: "por|pelo|pela|pelos|pelas|para|porque|que|de|sobre|e|devido",
  forms: [
    { kind: "agradecimento", after: "por|pel[oa]s?", order: (who, rest) => `agradeça ${who} ${rest}` },
    {
      kind: "(?:pedido de )?desculpas?",
      after: "por|pel[oa]s?",
      order: (who, rest) => `peça desculpas ${who} ${rest}`,
    },
    {
      kind: "reclamação|queixa",
      after: "por|pel[oa]s?|sobre|devido",
      order: (who, rest) => `escreva uma reclamação ${who} ${rest}`,
    },
    { kind: "lembrete", after: "de que|que", order: (who, rest) => `lembre ${who} ${rest}` },
    {
      kind: "convite",
      after: "para",
      order: (who, rest) =>
        `convide ${who
          .replace(/^(?:a|para) /i, "")
          .replace(/^ao /i, "o ")
          .replace(/^aos /i, "os ")
          .replace(/^à /i, "a ")} ${rest}`,
    },
    {
      kind: "felicitações|felicitação|parabéns",
      after: "por|pel[oa]s?",
      order: (who, rest) => `parabenize ${who.replace(/^à /i, "a ").replace(/^ao /i, "o ")} ${rest}`,
    },
    { kind: "confirmação", after: "de que|que", order: (who, rest) => `confirme ${who} ${rest.replace(/^de /i, "")}` },
  ],
};

const kindsOf: Partial<Record<OrderLanguage, Kinds>> = { de: german, fr: french, es: spanish, pt: portuguese };

const compiledForms = new Map<OrderLanguage, { pattern: RegExp; order: Form["order"] }[]>();

function formsOf(language: OrderLanguage, { write, to, ends, forms }: Kinds) {
  const known = compiledForms.get(language);
  if (known) return known;
  const isRomance = language !== "de";
  const compiled = forms.map(({ kind, after, order }) => ({
    pattern: new RegExp(
      `^${write}(?:${kind})(?: (?:polie?|brève|courte?|formel(?:le)?|formal|cordial|breve|cort[oa]))? ${isRomance ? "" : `(?:${to}) `}${isRomance ? `((?:${to})\\s+${reader(ends).slice(1)}` : reader(ends)}\\s*,?\\s*((?:${after})(?![\\p{L}\\p{M}]).*)$`,
      "isu",
    ),
    order,
  }));
  compiledForms.set(language, compiled);
  return compiled;
}

/** Rewrites a noun that names the mail into the order that the grammar of the language reads. */
export function withKindOfMail(intent: string, language: OrderLanguage): string {
  const kinds = kindsOf[language];
  if (language === "hi") return withHindiKind(intent);
  for (const { pattern, order } of kinds ? formsOf(language, kinds) : []) {
    const [, who, rest] = pattern.exec(intent) ?? [];
    if (who && rest) return order(who.trim(), rest);
  }
  return language === "de" ? intent.replace(wroteAnd, "schreib an $1: $2") : intent;
}

/** "schreib Ben und bitte ihn um Rückruf" */
const wroteAnd =
  /^(?:bitte )?schreib(?:en sie|e)? (?:an )?((?:(?:Herrn?|Frau) )?\p{Lu}[\p{L}-]+(?: \p{Lu}[\p{L}-]+)?) und ((?:bitt|frag|sag|teil|erinner|dank|informier|lad|biet|schlag|erklär|entschuldig|gratulier|bestätig)\p{L}* )/iu;

/** "श्रीमती रॉथ को फूलों के लिए धन्यवाद का ईमेल लिखो" → "… धन्यवाद दो" */
const withHindiKind = (intent: string) =>
  intent.replace(
    /(?<=\s)(धन्यवाद|बधाई) (?:का|की|भरा|पत्र का) (?:(?:छोटा|छोटी|एक) )?(?:ई-?मेल|मेल|पत्र|संदेश|चिट्ठी|नोट) (?:लिख|भेज)[\p{L}\p{M}]*/gu,
    "$1 दो",
  );

/** The end of the clause takes the rest of the verb: "über den Lärm, …" → "über den Lärm beschweren, …". */
const untilPause = (text: string, verb: string) =>
  text.replace(/^((?:[^,.;:]|(?<=\d)[.,:](?=\d)|(?<=\d)\.(?= \p{L}))+?)(?=[,;:]|(?<!\d)\.(?:\s|$)|$)/u, `$1${verb}`);

/** "à Mme Roth" → "Mme Roth", "aux parents" → "les parents". */
const object = (who: string) =>
  who
    .replace(/^à\s+/i, "")
    .replace(/^aux\s+/i, "les ")
    .replace(/^au\s+/i, "le ");
