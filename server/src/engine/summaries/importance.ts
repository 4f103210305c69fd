import { requestScore } from "../actions/requests.ts";
import { forAllLetters } from "../text/words.ts";

// Words that make a sentence important for a summary: decisions, changes, deadlines, amounts, requests and problems.
const decision = forAllLetters(
  /\b(?:where we (?:end up|ended up|landed|are now|stand)|(?:outcome|result|conclusion) is|in the end|settled|approv\w+|agreed|decid\w+|decision|accept(?:ed|s)|reject(?:ed|s)|refus(?:ed|es)|confirm(?:ed|s)|declin(?:ed|es)|sign(?:ed|s)|chosen|suggest(?:ion|s|ed)?|propos\w+|recommend\w*|award(?:ed)?|grant(?:ed)?|genehmigt|beschlossen|entschieden|bestätigt|angenommen|abgelehnt|approuvé\w*|décidé\w*|accepté\w*|refusé\w*|confirmé\w*|aprobad\w+|aprobó|decidi\w+|aceptad\w+|rechazad\w+|confirmad\w+|aprovad\w+|aceit\w+|recusad\w+)\b/iu,
);
const change = forAllLetters(
  /\b(?:moved?|moves|postpone[ds]?|reschedul\w+|cancel\w*|chang(?:e[ds]?|ing)|instead(?: of)?|no longer|off the table|delay\w*|slipp?(?:ed|s)|extend\w*|brought forward|replac\w+|increas\w+|decreas\w+|reduc\w+|cut|rais(?:ed|es)|drop(?:ped|s)|clos(?:ed|es|ing)|(?:re)?open(?:s|ed)?|start(?:s|ed|ing)?|end(?:s|ed)?|launch\w*|expire[sd]?|runs? out|new|now|verschoben|abgesagt|geändert|verlegt|statt|gestrichen|aufgehoben|ab sofort|report\w+|repouss\w+|annul\w+|modifi\w+|avanc\w+|fermé\w*|aplaz\w+|cancelad\w+|cambi\w+|modificad\w+|pospuest\w+|cerrad\w+|adiad\w+|alterad\w+|mudou|passou|fechad\w+|encerrad\w+)\b/iu,
);
const problem = forAllLetters(
  /\b(?:fail\w*|broke\w*|error\w*|problem\w*|issue\w*|damag\w+|missing|lost|late|overdue|wrong|stuck|block(?:ed|s)|leak\w*|fault\w*|complain\w*|urgent\w*|risk\w*|wet|damp|mould\w*|cold|noisy|dirty|dead|rude|turned out to be|sick|ill|injur\w+|theft|stolen|rot|mould\w*|insist\w*|out of (?:stock|order)|unable|cannot|can't|couldn't|not (?:yet|been)|ran out|short|refus\w+|claim\w*|defekt|fehl\w+|kaputt|schaden|verspät\w+|panne|manqu\w+|retard\w*|défaut|endommag\w+|falta\w*|avería|dañad\w+|retraso|atras\w+|avaria|danificad\w+|problème\w*)\b/iu,
);
const deadline = forAllLetters(
  /\b(?:by|before|until|till|no later than|due|deadline|within|at the latest|bis|spätestens|frist|avant|d['’]ici|au plus tard|dès|antes|hasta|plazo|até|prazo)\b[^.]{0,30}(?:\d|day\b|morrow|week|month|noon|eod|tonight|(?:mon|diens|mitt|donners|frei|sams|sonn)tag|woche|lundi|mardi|mercredi|jeudi|vendredi|lunes|martes|miércoles|jueves|viernes|feira|sexta|quinta|hoy|mañana|hoje|amanhã|heute|morgen|demain|aujourd)/iu,
);
const amount =
  /(?:[$€£₹¥]|\b(?:USD|EUR|GBP|INR|CHF|Rs\.?|euros?|dollars?|pounds?|quid)\b|%|\b\d{1,3}(?:[.,]\d{3})+\b)/iu;
const date =
  /\b(?:the \d{1,2}(?:st|nd|rd|th)|\d{1,2}(?:st|nd|rd|th)?\.?\s?(?:of\s|de\s)?(?:jan|feb|mar|mär|apr|may|mai|jun|jul|aug|ago|sep|oct|okt|out|nov|dec|dez|dic|ene|abr|févr|avr|juin|juil|août|déc|janv|mars)\p{L}*|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s\d{1,2}|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|weds|thurs?|tues|tmrw|tomorrow|tonight|today|next week|\d{1,2}[./]\d{1,2}(?:[./]\d{2,4})?|\d{1,2}[:.]\d{2}|\d{1,2}\s?[ap]\.?m\b)/iu;
const request = forAllLetters(
  /\b(?:please|pls|kindly|could you|can you|would you|need you to|bitte|könn(?:en|test|ten)|merci de|pourriez|pouvez|veuillez|por favor|puedes|podrías|necesit\w+|rogamos|preciso|pode[sm]?|precisamos|must|has to|have to|need(?:s|ed)? (?:to|the|your|both|a|an|all)|(?:don['’]t|do not) forget|remember to|make sure|be sure|if you (?:and \p{L}+ )?(?:could|would|did)|let['’]s|should|kripya|karna|bhej\w*|dena)\b|कृपया/iu,
);
/** A number in words: "three months' notice". */
const quantity = forAllLetters(
  /\b(?:two|three|four|five|six|seven|eight|nine|ten|twelve|half|zwei|drei|vier|fünf|sechs|acht|zehn|deux|trois|quatre|cinq|six|huit|dix|dos|tres|cuatro|cinco|seis|ocho|diez|duas|três|quatro|oito|dez)\s(?:\p{L}+\s)?(?:days?|weeks?|months?|years?|hours?|people|persons?|pieces?|pallets?|boxes|rooms|places|tickets|tagen?|wochen?|monaten?|jahren?|stunden?|jours?|semaines?|mois|ans|heures?|días?|semanas?|mes(?:es)?|años?|horas?|dias?)\b/iu,
);
/** A sum that a later message changes: "the price goes up to 5,150 euros". */
export const setsPrice = (text: string) => amount.test(text) && newPrice.test(text);
export const hasAmount = (text: string) => amount.test(text);
const newPrice = forAllLetters(
  /\b(?:price|cost|costs|rate|rent|fee|total|preis|kosten|miete|prix|coût|tarif|precio|coste|preço|custo|valor|rate)\b.{0,30}\b(?:now|goes|went|rises?|increases?|falls?|drops?|changes?|instead|will be|becomes?|erhöht|steigt|sinkt|beträgt (?:nun|jetzt)|passe|augmente|baisse|sera|sube|baja|queda|será|passa|aumenta|sobe|desce|fica|ab)\b/iu,
);
const canWait =
  /\b(?:can wait|not (?:so )?urgent|no (?:rush|hurry))\b|\b(?:until|till|not before) (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i;
/** The terms of a bargain. */
const terms = forAllLetters(
  /\b(?:net|vat|incl(?:uded|udes?|usive)?|extra|surcharge|free of charge|no charge|discount|deposit|warranty|guarantee|notice period|valid|budget|in stock|mwst|netto|inklusive|kostenlos|garantie|budget|gratuit\w*|compris\w*|incluid\w+|gratis|garant[ií]a|presupuesto|incluíd\w+|grátis|orçamento)\b/iu,
);
const promise = forAllLetters(
  /\b(?:i|we)(?:'ll| will|'m going to| am going to)\b|\bich (?:kläre|kümmere|werde)|\bje m['’]occupe|\bme encargo|\btrato d/iu,
);

const pleasantry = forAllLetters(
  /^\W*(?:(?:many |kind )?thanks?\b|thank you|thx|cheers|hope (?:you|this|your|all|everyone)|i hope|trust you|happy (?:new|monday|friday|birthday)|good (?:morning|afternoon|evening|news|day)\W*$|morning\W*$|hello\W|hi\W|hey\W|dear\W|welcome|great (?:to|catching|seeing)|it was (?:lovely|great|nice|good)|nice to|lovely to|sorry (?:for|about|to)|apologies|looking forward|have a (?:great|good|nice|lovely)|see you|talk soon|take care|all the best|best wishes|love to|congrat\w*|well done|spring is here|vielen dank|danke|ich hoffe|merci (?:pour|beaucoup|d['’]avance)|j['’]espère|gracias|espero que|obrigad[oa]|shout if|let me know if|any questions|if you have any|feel free|don['’]t hesitate|please (?:do not|don['’]t) hesitate|no (?:need to|reply|answer)\b.{0,30}(?:reply|answer|respond|needed|necessary|required)|(?:do you )?need help|visit our (?:help|support)|this is the mail system|sent from my|show us on|follow us|shout if|bei fragen|n['’]hésitez|no dude|não hesite|(?:kind|best|warm) regards)/iu,
);
const rhetorical =
  /\b(?:need help|any questions|who knows|isn't it|right|did you know|what are you (?:planning|waiting)|ready to|looking for|want to)\b[^?]{0,40}\?\s*$/i;
const announcement = forAllLetters(
  /^\W*(?:(?:please )?(?:find|see) (?:attached|enclosed|below)|see below|as (?:discussed|agreed|mentioned|promised)[.,]?$|(?:here|below|attached|enclosed) (?:is|are)\b|fyi\W*$|(?:a |the )?(?:quick|short) (?:update|note|recap|question|one|version|summary|minutes)\b.{0,30}$|(?:just )?(?:two|three|a few|some|couple of|several) (?:things|points|items|updates|questions)\b|present\s*:|in the room\s*:|who was there\s*:|excused\s*:|apologies\s*:|anwesend\s*:|présents?\s*:|asistentes\s*:|presentes\s*:|attendees\s*:|participants\s*:|agenda\s*:|status of\b.{0,30}:?$|in order to process|we refer to|i refer to|with reference to|further to|what's new|shop now|follow us|unsubscribe|view in browser|don['’]t miss)/iu,
);
/** The reader has to choose. */
const choice = forAllLetters(
  /\b(?:two|three|2|3) (?:ways|options|choices|possibilities|alternatives)\b|\beither\b.{3,120}\bor\b|\b(?:zwei|drei) (?:möglichkeiten|optionen|varianten)\b|\bentweder\b.{3,120}\boder\b|\b(?:deux|trois) (?:possibilités|options|solutions)\b|\bsoit\b.{3,120}\bsoit\b|\b(?:dos|tres) (?:opciones|posibilidades|alternativas)\b|\b(?:duas|três) (?:opções|possibilidades|alternativas|hipóteses)\b|\b(?:do|teen) (?:option|tareeke)/iu,
);
const dependent =
  /^\W*(?:(?:and|but|so|also|then)\s+)?(?:it|they|he|she|this|that|these|those|there|such|both|one(?= (?:of (?:them|these|those)|is|was|has|will)\b)|the (?:same|former|latter|other))\b(?!\s+(?:week|month|year|morning|afternoon|evening|friday|monday|tuesday|wednesday|thursday|saturday|sunday|time)\b)/iu;

const pointing =
  /^\W*(?:and |but |so )?(?:we|i|you|he|she|they)\s+(?:\p{L}+\s+){1,2}(?:it|them|this|that|these|those)\b/iu;

/** Whether a sentence needs the one before it to be understood: "It should arrive by Saturday." */
export const isDependent = (text: string) =>
  pointing.test(text) || (dependent.test(text) && !/^\W*(?:it is|it's|there (?:is|are|will)|that said)\b/i.test(text));

export const isPleasantry = (text: string) =>
  pleasantry.test(text) && !(deadline.test(text) || amount.test(text) || saysMore.test(text));
/** "Sorry to mess you about: we'd have to leave at 7.45 instead of 8.15" goes on with the news. */
const saysMore = /^[^:;,.]{3,60}[:;,–]\s(?=(?:\S+\s){6}).*(?:\d|\binstead\b|\bno longer\b)/i;

/** How much a reader would miss without the sentence: 0 for a pleasantry, about 3 for a decision with its date. */
export function importanceOf(text: string): number {
  if (isPleasantry(text)) return -3;
  let sum = 0;
  if (announcement.test(text) && !/:\s.*;/.test(text)) sum -= 2;
  if (decision.test(text) || decidesAgainst(text)) sum += 1.2;
  if (choice.test(text)) sum += 1;
  if (change.test(text)) sum += 0.8;
  if (problem.test(text)) sum += 0.8;
  if (deadline.test(text)) sum += 1;
  else if (date.test(text)) sum += 0.7;
  if (amount.test(text)) sum += 0.8;
  else if (/\d/.test(text) || quantity.test(text)) sum += 0.4;
  if (terms.test(text)) sum += 0.4;
  if (canWait.test(text)) sum += 0.7;
  if (request.test(text) || requestScore(text) > 0.5) sum += 0.9;
  else if (promise.test(text)) sum += 0.5;
  const words = text.split(/\s+/).length;
  // The reader has to answer it.
  if (/[?？]\s*$/.test(text) && words > 3 && !rhetorical.test(text)) sum += 0.7;
  if (words < 4 && !/^[^:]{3,30}:\s\S/.test(text)) sum -= 1.2;
  if (isDependent(text)) sum -= 0.5;
  return sum;
}

/** Whether a sentence says that something went wrong. */
export const statesProblem = (text: string) => problem.test(text);
/** Whether a later sentence replaces an earlier one on the same matter: a moved date, a new price. */
export const isChange = (text: string) => change.test(text) || decision.test(text);
/** Whether a sentence takes back what was proposed before, without naming another figure. */
export const revokes = (text: string) =>
  /\b(?:off the table|no longer (?:happening|needed|planned|an option)|is (?:cancelled|off)|has been (?:cancelled|dropped|scrapped)|won't happen|will not happen)\b/i.test(
    text,
  );
/** Says that the whole plan of an earlier mail is changed: "Sorry all, scrap that". */
export const overturns = (text: string) => overturning.test(text);
const overturning = forAllLetters(
  /\b(?:scrap|forget|ignore|disregard|never mind) (?:that|this|it|all (?:that|this)|my (?:last|previous|earlier) (?:mail|e-?mail|message|note)|what i (?:said|wrote))\b|\bchanges? of plans?\b|\bplans? (?:has|have) changed\b|\b(?:noch (?:ein)?mal|nochmals|wieder|doch) (?:alles |etwas |was )?(?:ändern|umplanen|umwerfen)\b|\bplan(?:änderung|ung geändert)\b|\b(?:changement|contrordre)\b[^.]{0,10}\b(?:de programme|de plan)\b|\bcontrordre\b|\bcambio de planes?\b|\bolvid(?:a|ad|en|e) lo (?:anterior|de)\b|\bmudança de planos?\b|\besque(?:ce|çam?) o que\b|\bplan (?:\p{L}+ ){0,2}(?:badal|change)/iu,
);
/** A sentence that says what was decided against: "Forget the photograph, we go with the linocut", "no se compra el tractor". */
export const decidesAgainst = (text: string) => /[^?]\s*$/.test(text) && against.test(text);
const against = forAllLetters(
  /^\W*(?:forget|scrap|drop|never mind) (?:about )?(?:the|my|our|that|what)\b|(?<!\b(?:if|unless|otherwise|or)\b[^.]{0,40})\bwe (?:go|are going|went|'re going|will go) (?:with|for|back to)\b|\bafter all\b|\bstays? at\b|\b(?:decided|voted|agreed) (?:not to|against)\b|\b(?:we|i) (?:do not|don['’]t|will not|won['’]t) (?:buy|take|order|move|sell|book|go|hire|build)\b|\b(?:wird|werden) (?:nun |jetzt |also )?(?:doch )?(?:nicht|kein\p{L}*)\b|\bnun doch\b|\bon n['’]achète (?:pas|plus)\b|\b(?:finalement|en fin de compte)\b|\bno se (?:compra|vende|hace|alquila|contrata)\b|\b(?:al final|finalmente)\b|\bnão (?:se compra|compramos|vamos comprar|vendemos)\b|\bafinal\b/iu,
);
/** The figures that a sentence denies: "stays at 4,000, not 6,000". */
export const deniedFigures = (text: string): string[] =>
  [...text.matchAll(denied)].map(([, figure = ""]) => figure.replace(/[.,]+$/, ""));
const denied =
  /(?<!\p{L})(?:not|no longer|instead of|rather than|nicht|statt|anstatt|pas|plus|au lieu de|no|en vez de|em vez de|não)\s+(?:(?:at|on|for|the|die|de|a|à)\s+)?([$€£₹]?\d[\d.,]*)(?!\s?(?:days?|hours?|minutes?|%))/giu;
export const hasFigure = (text: string) => date.test(text) || amount.test(text);
