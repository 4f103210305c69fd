import { agreesByLabel, agreesIn } from "./agreement.ts";
import type { BlindMail, Finding } from "./cases.ts";
import { greetedOf, nameWords } from "./greeting.ts";
import { covered, sentences } from "./words.ts";

export type RepliesOf = {
  /** The reply without a stance. */
  plain: string;
  intents: { label: string; stance: string; reply: string }[];
  /** Why the engine says that no answer is needed. The screens then offer none. */
  noAnswer?: string;
};

export function replyFindings(mail: BlindMail, replies: RepliesOf): Finding[] {
  if (mail.noAnswer) return answeredFindings(replies);
  if (replies.noAnswer !== undefined) {
    // A warning is the right answer to mail that wants money or secrets.
    const isWarned = mail.careful && replies.noAnswer === "fraud";
    return mail.asks.length > 0 && !isWarned ? [{ gate: "not answered", what: replies.noAnswer }] : [];
  }
  const findings: Finding[] = [];
  const all = [{ label: "", reply: replies.plain }, ...replies.intents];
  if (mail.careful) {
    for (const { label, reply } of all) {
      if (agreesByLabel(label)) findings.push({ gate: "agreed", what: `offers "${label}"` });
      for (const sentence of sentences(reply)) {
        if (agreesIn(sentence)) findings.push({ gate: "agreed", what: sentence });
      }
    }
  }
  for (const { reply } of all) {
    if (!greetsSender(mail, reply)) {
      findings.push({ gate: "reply greeting", what: reply.split("\n", 1)[0] ?? "" });
      break;
    }
  }
  // A reply must not do what a fraud asks for.
  const open = leastUnanswered(
    mail.kind === "fraud" ? [] : mail.asks,
    all.map(({ reply }) => reply),
  );
  for (const ask of open) findings.push({ gate: "asks", what: ask });
  for (const what of repeated(replies.intents.map(({ label }) => label))) findings.push({ gate: "same text", what });
  for (const what of repeated(replies.intents.map(({ reply }) => reply))) findings.push({ gate: "same text", what });
  return findings;
}

/** A mail that nobody answers gets no one-click answer, and no text that greets its sender. */
function answeredFindings({ plain, intents, noAnswer: reason }: RepliesOf): Finding[] {
  if (reason !== undefined) return [];
  const findings: Finding[] = intents
    .filter(({ label, reply }) => !noAnswer.test(label) && !noAnswer.test(reply))
    .map(({ label }) => ({ gate: "answered", what: `offers "${label}"` }));
  if (plain.trim() && !noAnswer.test(plain)) {
    findings.push({ gate: "answered", what: sentences(plain)[0] ?? plain.slice(0, 60) });
  }
  return findings;
}

const noAnswer =
  /\bno (?:answer|reply|response)\b.{0,20}\b(?:needed|necessary|required|expected)|needs no (?:answer|reply)|does not need (?:an? )?(?:answer|reply)|archive|unsubscribe|keine antwort|abbestellen|archivier|aucune réponse|pas de réponse|désabonn|no (?:hace falta|requiere|necesita) (?:una )?respuesta|sin respuesta|darse de baja|nenhuma resposta|não (?:precisa|requer|é necessár)|cancelar (?:a )?(?:subscrição|inscrição)|arquiv|उत्तर .{0,20}(?:नहीं|आवश्यक)|जवाब .{0,20}नहीं|jawab .{0,20}(?:nahi|zaroorat)/iu;

/** Teams, firms and offices may be greeted neutrally; a person is greeted by name. */
function greetsSender(mail: BlindMail, reply: string): boolean {
  const greeted = greetedOf(reply);
  if (greeted === undefined) return false;
  const sender = mail.from
    .replace(/<.*/, "")
    .replace(/\(.*?\)/g, "")
    .trim();
  const names = nameWords(sender);
  const words = nameWords(greeted);
  if (words.some((word) => names.includes(word))) return true;
  const signature = nameWords(mail.body.trim().split("\n").slice(-3).join(" "));
  if (words.some((word) => signature.includes(word)) && words.length > 0) return true;
  return office.test(sender) && words.length <= 3;
}

const office =
  /\b(?:team|desk|office|dept|ops|accounts|buchhaltung|health|registry|payroll|services|security|helpdesk|pharmacy|faculty|site|rota|office de|secrétariat|comunidad|câmara|dirección|fornecedor|vendor|llp|ltd|electronics|traders)\b|ट्रेडर्स|कार्यालय/iu;

/** The asks that the best of the replies leaves open. A marked blank in the sentence, or one blank for each ask, answers it. */
function leastUnanswered(asks: string[], replies: string[]): string[] {
  const open = replies.map((reply) => {
    const blanks = reply.match(/\[[^\]\n]+\]/g)?.length ?? 0;
    if (blanks >= asks.length && asks.length > 0) return [];
    const lines = sentences(reply);
    return asks.filter((ask) => !lines.some((line) => covered(ask, line) >= 0.34));
  });
  return open.sort((one, other) => one.length - other.length)[0] ?? [];
}

const repeated = (texts: string[]) => texts.filter((text, at) => texts.indexOf(text) < at);
