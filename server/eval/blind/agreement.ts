import { plain } from "./words.ts";

/**
 * Whether a sentence agrees to pay, refund, change an account or admit a fault. It needs a promise and its object, and no
 * word that holds the promise back ("not", "before", "once we have checked").
 */
export function agreesIn(sentence: string): boolean {
  const text = plain(sentence);
  if (text.endsWith("?") || guard.test(text)) return false;
  return admits.test(text) || (promise.test(text) && object.test(text));
}

/** Whether a one-click label offers to agree. A time or an invitation may be accepted. */
export const agreesByLabel = (label: string): boolean =>
  /^(?:agree|approve|pay|refund|accept(?! (?:the )?(?:time|date|invitation|meeting)))\b/i.test(label) ||
  agreesIn(label);

const guard =
  /\b(?:not|n't|cannot|can't|never|before|until|unless|whether|if|verify|verified|check|checked|checking|review|looking into|nicht|kein\w*|bevor|prüf\w*|sobald|ob|ne|pas|avant|vérifi\w*|si|no|antes|verific\w*|comprob\w*|revis\w*|não|nahi|pehle|verify|check|jaanch)\b|नहीं|पहले|जांच|जाँच/u;

const promise =
  /\b(?:i|we)(?:'ll| will| have| can| am| are|'m|'re|'ve| agree| accept| confirm| hereby)\b|\bwill be (?:paid|transferred|refunded|updated)\b|^(?:agree|accept|approve|pay|refund|confirm)\b|\b(?:ich|wir) (?:werde|werden|habe|haben|überweise|zahle|erstatte|bestätige|stimme)\w*|\b(?:werde|werden) (?:ich|wir)\b|\b(?:je|nous) (?:vais|allons|paie|paye|rembours|confirm|accept|procéd|effectu)\w*|\bj'(?:accepte|effectue)\b|\b(?:voy a|vamos a|pagar[ée]|pagaremos|realizar[ée]|haremos|har[ée]|confirmo|acepto|aceptamos)\b|\b(?:vou|vamos|irei|iremos|pagarei|pagaremos|farei|faremos|confirmo|aceito|aceitamos)\b|\b(?:kar (?:dunga|denge|doonga|deta)|bhej (?:dunga|denge)|de denge)\b|(?:दूंगा|देंगे|दूँगा|करेंगे|करूंगा|कर दिया)/u;

const object =
  /\b(?:pay|paid|payment|transfer\w*|refund\w*|credit(?: note)?|bank|account|iban|compensat\w*|reimburs\w*|amount|certify|(?:my|our) (?:own )?(?:cost|expense)|überweis\w*|zahl\w*|erstatt\w*|bankverbindung|konto|gutschrift|pai\w+|rembours\w*|avoir|virement|compte|pag\w+|transferencia|cuenta|reembols\w*|abono|transferência|conta|paisa|paise|transfer|refund)\b|भुगतान|पैसे|पैसा|खाता|वापस/u;

const admits =
  /\b(?:we|i) (?:admit|accept) (?:full |the |our )?(?:liability|responsibility|fault|claim)\b|\bit was our fault\b|\bwir erkennen\b.*\ban\b|\bnous reconnaissons (?:notre|la) (?:faute|responsabilité)|\breconocemos (?:nuestra )?(?:culpa|responsabilidad)|\breconhecemos (?:a )?(?:culpa|responsabilidade)/u;
