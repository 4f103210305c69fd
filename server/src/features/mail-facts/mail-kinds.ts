// Which kinds of mail a mail is: its headers decide, then its words.
import type { MailKind } from "@intellibox/contract/rules/mail-rules";
import { isAutomatic } from "#outside/mime/automatic.ts";
import type { FoldedMail } from "./rule-mail.ts";

/** Folded words, in the languages that rules know. */
const receiptSubject =
  /\b(?:receipts?|invoices?|order (?:confirmation|confirmed|received|number|#)|your order|payment (?:received|confirmation)|paid|billing statement|rechnung|quittung|bestellbestatigung|zahlungsbestatigung|facture|recu|commande|factura|recibo|pedido|fattura|ricevuta|ordine|fatura|factuur|bestelling|ontvangstbewijs|चालान|रसीद|बिल)(?![\p{L}])/u;
const receiptBody =
  /\b(?:total|amount|subtotal|vat|tax|paid|summe|betrag|mwst|montant|tva|importe|iva|importo|totaal|btw|कुल)(?![\p{L}])/u;
const price =
  /(?:[$€£¥₹]\s?\d|\b(?:eur|usd|gbp|inr|chf|jpy|cny|aud|cad|sgd|aed|brl|rs\.?)\s?\d|\d[\d.,]*\s?(?:€|eur|usd|gbp|inr|chf|rs\.?|₹|\$|£))/;
const receiptSender =
  /^(?:[^@]*[-_.+])?(?:billing|invoices?|receipts?|orders?|payments?|rechnung|rechnungen|facturation|facturas?)(?:[-_.+][^@]*)?@/;

const salesWords =
  /\b(?:quick (?:question|call|chat)|15[- ]?min(?:ute)?s?|book a (?:call|demo|meeting)|schedule a (?:call|demo)|free (?:trial|demo|audit|consultation)|increase your|boost your|grow your|double your|more (?:leads|customers|clients|sales)|lead generation|reaching out|touch base|circle back|case study|our (?:platform|solution|services|agency)|companies like yours|decision maker|are you the right person|roi|unverbindlich|kostenlose beratung|prise de contact|demo gratuite|sin compromiso)(?![\p{L}])/u;
/** A seller says this of the own offer; a buyer who asks for a call does not. */
const offers =
  /\b(?:(?:we|i) (?:\p{L}+ ){0,2}help (?:\p{L}+ ){0,3}(?:companies|businesses|teams|brands|founders|agencies|startups|firms|people)|(?:companies|businesses|teams|brands) like yours|(?:book|generate|close|get) (?:[\p{L}\d%]+ ){0,3}(?:demos|meetings|leads|deals|appointments)|(?:increase|boost|grow|double|scale) your|our (?:platform|solution|agency)|(?:free|personalized) (?:trial|demo|audit|consultation)|case stud(?:y|ies)|lead generation)(?![\p{L}])/gu;
const openings =
  /\b(?:came across (?:your|you)|(?:wanted|thought) (?:to|i'd) reach out|reaching out|quick (?:question|call|chat)|\d\d[- ]?min(?:ute)?s?|would you be open|open to a (?:quick |short )?(?:chat|call)|worth a (?:quick |short )?(?:chat|call)|are you the right person|touch base|circle back|schedule a call)(?![\p{L}])/gu;
/** So many different phrases of sellers are no accident. */
const manyPhrases = 3;
const wayOut =
  /\b(?:unsubscribe|opt[- ]?out|not interested|stop hearing from|remove me|abmelden|abbestellen|desabonner|darse de baja|cancellati)(?![\p{L}])/u;
const trackedLink = /https?:\/\/[^\s"'<>]*(?:\/track|\/t\/|click\.|utm_|\/open\?|pixel)/;

const automaticReplySubject =
  /^(?:automatic reply|auto(?:matic)?[- ]?(?:reply|response)|out of (?:the )?office|abwesenheitsnotiz|automatische antwort|reponse automatique|respuesta automatica|risposta automatica|resposta automatica|automatisch antwoord)\b/;

export function kindsOf(folded: FoldedMail): ReadonlySet<MailKind> {
  const { mail } = folded;
  const { headers } = mail;
  const kinds = new Set<MailKind>();
  const method = /^METHOD:\s*([A-Z]+)/im.exec(mail.calendar ?? "")?.[1]?.toUpperCase();
  if (method === "REPLY" || method === "COUNTER" || method === "DECLINECOUNTER") kinds.add("calendar");
  else if (method === "REQUEST" || method === "CANCEL" || method === "ADD") kinds.add("invitation");
  if (isAutoReply(folded)) kinds.add("autoReply");
  if (kinds.size > 0) return kinds;
  const [from] = folded.from();
  if (isReceipt(folded)) kinds.add("receipt");
  else if (isCold(folded)) kinds.add("cold");
  else if (isList(headers)) kinds.add("newsletter");
  else if (isAutomatic({ ...headers }, from?.address ?? "")) kinds.add("notification");
  else kinds.add("personal");
  return kinds;
}

const isList = ({ listId, listUnsubscribe, precedence }: FoldedMail["mail"]["headers"]) =>
  !!listId || !!listUnsubscribe || /^(?:bulk|list|junk)/i.test(precedence ?? "");

/** RFC 3834 5, and the fields that programs used before it. A subject alone is not trusted: a person may write it. */
function isAutoReply(folded: FoldedMail): boolean {
  const { autoSubmitted = "", autoReply, autoRespond, suppress, precedence = "" } = folded.mail.headers;
  if (/^auto-replied/i.test(autoSubmitted) || autoReply || autoRespond) return true;
  const isMarked = (autoSubmitted !== "" && !/^no\b/i.test(autoSubmitted)) || suppress || /^auto/i.test(precedence);
  return !!isMarked && automaticReplySubject.test(folded.subject());
}

function isReceipt(folded: FoldedMail): boolean {
  const isNamed = receiptSubject.test(folded.subject()) || receiptSender.test(folded.from()[0]?.address ?? "");
  if (!isNamed) return false;
  const body = folded.body();
  return (receiptBody.test(body) && price.test(body)) || folded.mail.attachments.some(isPdf);
}

const isPdf = ({ fileName, mimeType }: { fileName: string; mimeType: string }) =>
  mimeType === "application/pdf" || /\.pdf$/i.test(fileName);

/** Sales mail to one person by somebody unknown, who offers a way out, watches the links or writes as sellers do. */
function isCold(folded: FoldedMail): boolean {
  const { mail } = folded;
  if (mail.isKnownSender || mail.headers.listId) return false;
  const body = folded.body();
  const words = `${folded.subject()} ${body}`;
  if (isPitch(words)) return true;
  if (!salesWords.test(words)) return false;
  return wayOut.test(body) || trackedLink.test(body) || !!mail.headers.listUnsubscribe;
}

function isPitch(words: string): boolean {
  if (/^(?:re|aw|sv|antw):/.test(words)) return false;
  const [said, opened] = [offers, openings].map((pattern) => new Set(words.match(pattern) ?? []).size);
  return !!said && !!opened && said + opened >= manyPhrases;
}
