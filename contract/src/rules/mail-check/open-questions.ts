import { splitThread } from "../split-thread.ts";
import { folded } from "../thread-words.ts";
import { sentencesOf } from "./agreement.ts";
import type { CheckedMail, Finding } from "./types.ts";

const maxQuestions = 3;
/** An answer this short has not been begun yet. */
const minAnswerWords = 8;

const small = new Set(
  (
    "the and for are you your our can could would will shall should have has had how what when where which who whom whose why that this these those with from into about there their them they him her his its any some not but also please let know does did was were been being think want need like just still more most very much many than then time new would're we'll i'm get got give make see send sent mail email message thanks thank may might able possible it is in on at to of or if do be by me my we us so as an a i " +
    "der die das den dem ein eine einen und oder aber ist sind war wird haben hat hatte sie ihr ihre ihnen wir uns ich mir mich dich dir wie was wann wer wem wen wie viel viele hoch welche welcher welches konnen bitte mit fur von bei auf aus noch nicht auch mail danke " +
    "les des une est sont pour avec sur dans vous nous votre vos notre que qui quoi quel quelle quels quelles quand combien comment pas plus merci pouvez pourriez pouvons " +
    "los las una por para con del que cual cuales cuando cuanto cuanta cuantos como donde quien puede pueden podemos podria esta son hay nos gracias " +
    "kya kab kaun kahan kitna kitne kitni hai hain hoga hogi honge aap aapka aapki aapke hum mera meri main mein kar karna raha rahe par liye nahi haan"
  ).split(" "),
);
const pleasantry =
  /\bhow (?:are|is) (?:you|things|everything|it going)|hope|what'?s up|did you have an? (?:good|nice|great|lovely|relaxing)|wie geht|alles (?:gut|klar)|comment (?:allez|vas|ça va)|ça va|cómo est|qu[ée] tal|kaise (?:ho|hain)|noch fragen|isn'?t it\?|right\?$|don'?t you think|shall we\?$|any (?:questions|concerns)\?|questions or concerns|need anything else|can i help|may i help|interested\?$|unsubscribe|yahoo!|trouble viewing|can'?t (?:see|read) this/i;

/** Asked of nobody in particular, or of the writer himself. */
const toNobody =
  /\b(?:any ?one|any ?body|every ?one|some ?one|who knows|should (?:she|he|they)|why should|i wonder|don'?t you (?:like|love))\b/i;
/** Questions of other languages that a number or a time answers. */
const asksElsewhere =
  /^(?:(?:bis )?wann|wie (?:viele?|hoch|schwer|lange?|groß|teuer)|quand|combien|quel(?:le)? est (?:le |la |l['’]|votre |le (?:num[ée]ro|prix) d[eu] )?(?:poids|prix|tarif|montant|total|num[ée]ro|adresse|date)|cuándo|cuánt[oa]s?|cuál es (?:el|la|su) (?:precio|peso|importe|total|número|fecha))(?!\p{L})|(?<!\p{L})(?:kab|kitn[aei]|number kya)(?!\p{L})/iu;
const timeElsewhere =
  /\d|(?<!\p{L})(?:(?:mon|diens|donners|frei|sams|sonn)tags?|mittwochs?|heute|morgen|übermorgen|woche|monat|bald|sofort|jederzeit|nie|nächste[nrs]?|januar|februar|märz|dezember|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|demain|aujourd['’]hui|semaine|mois|bientôt|jamais|lunes|martes|miércoles|jueves|viernes|sábado|domingo|hoy|mañana|semana|mes|pronto|nunca|ya|ahora|kal|aaj|parso|abhi|jaldi|hafte|mahine|som|soma?vaa?r|mangalvaa?r|budhvaa?r|guruvaa?r|shukravaa?r|shanivaa?r|ravivaa?r|today|tomorrow|week|month|soon|(?:mon|tues|wednes|thurs|fri|satur|sun)day|janvier|février|mars|avril|juin|juillet|août|enero|febrero|abril|mayo|junio|julio|agosto|\p{L}+(?:embe?re?|iembre|ember|tobre|tubre|tober))(?!\p{L})/iu;
const figureElsewhere =
  /\d|(?<!\p{L})(?:keine?n?|nichts|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|zwölf|dutzend|alle|kostenlos|gratis|(?<!sans )aucune?|rien|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|douzaine|tous|toutes|gratuite?|ningun[oa]?|nada|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|docena|tod[oa]s|teen|char|chaar|paanch|chhe|saat|aath|nau|free|one|two|three|four|five|ten|all|none)(?!\p{L})/iu;
/** The writer does not know, does not want to say, or says so later. */
const declines =
  /(?<!\p{L})(?:leider|weiß (?:ich|es) nicht|melde (?:ich )?mich|melden (?:wir )?uns|rückmeldung|malheureusement|sais pas|savons pas|reviens vers|recontacte|lamentablemente|desgraciadamente|no (?:lo )?(?:sé|sabemos)|le (?:aviso|confirmo)|te (?:aviso|confirmo)|pata nahi|bata(?:ta|ti|te|unga|ungi|enge|ata|ati)|confirm kar)(?!\p{L})/iu;
/** Only these are answered by a day; a weight or a price needs a figure. */
const asksDay = /^(?:(?:bis )?wann|quand|cuándo)(?!\p{L})|(?<!\p{L})kab(?!\p{L})/iu;

/** Asked of the reader, about what is to be done or known. */
const toReader =
  /\b(?:you|your|yours|we|us|our|i|me|my|there)\b|^(?:what|when|where|which|who|how|is|are|does|do|will|has|have|can|may|any)\b/i;

/** Answers that settle any question that one can answer with yes or no. */
const settles =
  /(?:^|[.!\n]\s*|,\s*)(?:yes|no|sure|of course|certainly|absolutely|agreed|correct|confirmed|done|not yet|unfortunately|will do|sounds good|works for|that works|ja|nein|oui|non|si|sí|haan|nahi|हाँ|नहीं)\b/i;
/** Settles the question if it is the only one. */
const says = /\b(?:happy to|glad to|(?:we|i) (?:can|can't|cannot|will|won't|do|don't|have|haven't))\b/i;
/** The answer says that a full one follows, or asks somebody else. */
const postpones =
  /\b(?:get back to you|more time|(?:do|of) what you ask|come back to you|reply (?:in full|properly|later)|look into|check (?:with|and|on)|forward(?:ed|ing)? (?:this|your)|let you know|looped in|adding|out of (?:the )?office|call you|discuss (?:this|it|these)|talk (?:about|on|tomorrow|later)|speak (?:on|tomorrow|later))\b/i;

const asked = /^(?:what|when|where|which|who|whom|whose|why|how)\b/i;

const contentWords = (text: string) =>
  (folded(text).match(/[\p{L}\p{M}\p{N}]{3,}/gu) ?? []).filter((word) => !small.has(word)).map(stemOf);

/** Enough to let "deliver", "delivery" and "delivered" meet. */
const stemOf = (word: string) => word.replace(/s$/, "").slice(0, 5);

/** Pairs of a question word and a pattern that its answers match. */
const shapes: [RegExp, RegExp][] = [
  [
    /^(?:when|by when|what (?:time|day|date)|which day|how (?:soon|long))\b/i,
    /\b(?:\d{1,2}(?::\d\d)?\s?(?:am|pm)?|mon|tues|wednes|thurs|fri|satur|sun)(?:day)?\b|\b(?:today|tomorrow|tonight|(?:minute|hour|day|week|month|year)s?|soon|january|february|march|april|may|june|july|august|september|october|november|december|morning|afternoon|noon)\b/i,
  ],
  [
    /^(?:how (?:much|many)|what (?:price|amount|number|quantity|is the (?:price|cost|total)))\b/i,
    /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|dozen|none|all)\b/i,
  ],
  [/^(?:who|whom|whose)\b/i, /\b\p{Lu}\p{Ll}+/u],
  [/^(?:why)\b/i, /\b(?:because|since|due to|reason|as )/i],
  [/^(?:where)\b/i, /\b(?:at|in|on|here|there|https?)\b/i],
];

/** Questions of the answered mail that the answer does not speak of. */
export function checkQuestions({ text, thread, to }: CheckedMail): Finding[] {
  const sender = thread?.sender?.address.toLowerCase();
  // In mail to a list others may answer.
  if (!thread || !to.some((address) => address.toLowerCase() === sender)) return [];
  if ((text.match(/\S+/g)?.length ?? 0) < minAnswerWords || postpones.test(text)) return [];
  const [latest] = splitThread(thread.text);
  const questions = questionsIn(latest?.body ?? thread.text);
  // A mail with more is a survey or a newsletter.
  if (questions.length > 8) return [];
  const said = new Set(contentWords(text));
  const open = questions.filter((question) => !isAnswered(question, text, said, questions.length));
  return open.slice(0, maxQuestions).map((question) => ({
    kind: "open-question",
    key: `question ${question}`,
    words: question,
    isGrave: false,
    fix: { type: "add-answer", question },
  }));
}

function questionsIn(body: string): string[] {
  return sentencesOf(body.slice(0, 20_000))
    .map((sentence) => sentence.replaceAll(/\s+/g, " ").trim())
    .filter((sentence) => /[?？]$/.test(sentence) && !/^[>|]/.test(sentence) && !/https?:/.test(sentence))
    .filter((sentence) => sentence.length >= 12 && sentence.length <= 300 && !pleasantry.test(sentence))
    .filter((sentence) => !toNobody.test(sentence) && !/^[-*(]/.test(sentence))
    .filter((sentence) => toReader.test(bareOf(sentence)) || asksElsewhere.test(bareOf(sentence)));
}

/** Without the words that lead to the question. */
const bareOf = (question: string) =>
  question.replace(/^¿?(?:(?:and|also|so|but|then|or|oh|well|by the way|btw|und|et|y|aur)[,\s]+)?¿?/i, "");

function isAnswered(question: string, answer: string, said: ReadonlySet<string>, asks: number): boolean {
  const words = contentWords(question);
  // It speaks of one of the things asked about.
  if (words.length === 0 || words.some((word) => said.has(word))) return true;
  const bare = bareOf(question);
  if (asksElsewhere.test(bare))
    return declines.test(answer) || (asksDay.test(bare) ? timeElsewhere : figureElsewhere).test(answer);
  if (!asked.test(bare)) return settles.test(answer) || (asks === 1 && says.test(answer));
  return shapes.some(([about, answers]) => about.test(bare) && answers.test(answer));
}
