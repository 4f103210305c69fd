import { dangerWordsIn } from "../replies/danger-words.ts";
import { noAnswerOf } from "../replies/no-answer.ts";
import { forAllLetters } from "../text/words.ts";
import type { NoAnswer, ThreadMessage } from "../types.ts";

const promotion =
  /\bunsubscribe\b|\bview (?:this (?:e-?mail|message) )?(?:it )?in (?:your |a )?browser\b|\bmanage (?:your )?(?:e-?mail )?preferences\b/i;

/** A change of account with a payment, or a secret payment: its orders are no tasks until somebody has verified them. */
const newAccount = forAllLetters(
  /\b(?:moved|changed|switched)\b.{0,30}\bbank(?:s|ing)?\b|\baccount (?:with|at) (?:another|a different|a new) bank\b|\bbank (?:account )?has (?:been )?changed\b|\bto (?:the|our) new account\b|\b(?:former|old|previous) account\b.{0,30}\bclosed\b|\b(?:new|changed?|updated?|different|switch(?:ed)?|another)\b.{0,60}\b(?:bank|account|iban|payment|remittance)\b.{0,20}\b(?:details|account|information|number|below)|\bour (?:\w+ )?account\b.{0,60}\b(?:cannot|can't|no longer|closed|audit)\b|\bneue[nrms]?\b.{0,20}\b(?:bankverbindung|konto|iban)\b|\bnouve(?:au|lle|aux|lles)\b.{0,20}\b(?:rib|iban|coordonnées bancaires|compte)\b|\bnuev[oa]s?\b.{0,20}\b(?:cuenta|iban|datos bancarios)\b|\bnov[oa]s?\b.{0,20}\b(?:conta|iban|dados bancários)\b|\b(?:altera\p{L}+|mudan\p{L}+) (?:de|dos) dados bancários\b|\bna(?:y|i)[aei] (?:bank )?account\b|\bgift ?cards?\b/iu,
);
const payment = forAllLetters(
  /\b(?:pay|paid|salary|payment|transfer|wire|balance|invoice|überweis\p{L}*|rechnung|zahlung|virement|paiement|facture|transferencia|pago|factura|pagamento|boleto|pix|fatura)\b/iu,
);
const secretPayment = forAllLetters(
  /\b(?:transfer|wire|überweis\p{L}*|virement|transferencia|transferência)\b.{0,200}\b(?:confidential|discreet\p{L}*|secret|don't call|do not call|vertraulich|confidentiel\p{L}*|discret\p{L}*|confidencial|discreci[óo]n|no llames|sigilo)\b|\b(?:confidential|discreet|secret)\b.{0,200}\b(?:transfer|wire)\b|\b(?:can't talk|cannot talk|don't call|do not call)\b.{0,300}\b(?:transfer|wire|confidential)\b/isu,
);
const phishing =
  /\b(?:verify(?:ing)?|confirm(?:ing)?|validat(?:e|ing)|re-?activat(?:e|ing)) your (?:e-?mail |user ?name and |log-?in and |user )?(?:account|mailbox|identity|password|credentials)\b/i;

/** Cards whose codes somebody wants: "5 Apple cards … mail me the codes". */
const cardCodes =
  /(?<!\p{L})(?:cards?|vouchers?|karten?|gutschein(?:e|karten)?|cartes?|tarjetas?|cart(?:ão|ões))(?!\p{L}).{0,160}(?<!\p{L})(?:codes?|códigos?|pictures of the backs?)(?!\p{L})/isu;
const taskless: ReadonlySet<NoAnswer["reason"]> = new Set([
  "newsletter",
  "receipt",
  "out-of-office",
  "bounce",
  "fraud",
]);

/** An offer in the mail of a program, which its reader may leave: "Log in to see all updates". */
const programOffer =
  /^(?:(?:log|sign) (?:in|on|into)|visit|click|tap|follow|view|open|go to|see|track|download|rate|manage|subscribe|unsubscribe|choose|wählen sie|klicken sie|besuchen sie|loggen sie|cliquez|consultez|connectez-vous|haga clic|haz clic|inicie sesión|visite|clique|acesse|aceda)(?!\p{L})(?!.*(?<!\p{L})(?:by|before|until|bis|avant|antes|hasta|até)(?!\p{L}))/iu;
const byProgram: ReadonlySet<NoAnswer["reason"]> = new Set(["no-reply", "notification"]);

/** Whether a task of a mail is only the offer of the program that sent it. */
export function isProgramOffer(task: string, { body, from }: ThreadMessage): boolean {
  if (!programOffer.test(task)) return false;
  const automatic = noAnswerOf(body.slice(0, 20_000), { from })?.reason;
  return automatic !== undefined && byProgram.has(automatic);
}

/** Whether a mail asks for nothing that belongs in a list of tasks: advertisements, receipts, automatic replies and fraud. */
export function holdsNoTasks({ body, from }: ThreadMessage): boolean {
  const head = body.slice(0, 20_000);
  const automatic = noAnswerOf(head, { from })?.reason;
  if (automatic && taskless.has(automatic)) return true;
  if (promotion.test(body.slice(-3_000)) || phishing.test(head)) return true;
  if (dangerWordsIn(head).length > 0) return true;
  return (newAccount.test(head) && payment.test(head)) || secretPayment.test(head) || cardCodes.test(head);
}
