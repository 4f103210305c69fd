import type { ThreadMessage } from "../types.ts";

const bulk =
  /\bunsubscribe\b|\bview (?:this (?:e-?mail|message) )?(?:it )?in (?:your |a )?browser\b|\bmanage (?:your )?(?:e-?mail )?preferences\b|\babbestellen\b|\bnewsletter abmelden\b|\bse désabonner\b|\bdésinscri\w+|\bdarse de baja\b|\bcancelar (?:a |la )?(?:assinatura|subscri\w+|suscripción)/i;
const away =
  /\b(?:out of (?:the )?office|out-of-office|on (?:annual |parental |maternity |paternity |sick )?leave|on (?:holiday|vacation)|away from (?:my desk|the office)|automatic reply|auto-?reply|nicht im (?:büro|haus)|abwesen\w*|absente? du bureau|en congés?|fuera de la oficina|de vacaciones|ausente|fora do escritório|de férias)\b/i;
const awayUntil =
  /\b(?:until|till|return\w*|back|limited access|urgent|bis|dringend\w*|jusqu\w*|urgence|hasta|urgente|até)\b/i;
const receipt =
  /\b(?:receipt (?:from|for|no)|amount paid|payment (?:received|confirmation)|order confirmation|thank you for your (?:order|purchase|payment)|your order (?:has been|is) (?:confirmed|shipped))\b/i;
const machine =
  /\b(?:no-?reply|do-?not-?reply|notifications?|receipts?|mailer-daemon|news(?:letter)?|marketing|promo\w*|offers|deals)\b[^<>\s]*@|@(?:news|mail|marketing|promo)\./i;

/** Whether a mail asks nobody for anything: advertisements, receipts and automatic replies. */
export function holdsNoTasks({ body, from }: ThreadMessage): boolean {
  const head = body.slice(0, 1_200);
  const isAway = body.length < 1_500 && away.test(head.slice(0, 500)) && awayUntil.test(head) && !/\?\s*$/m.test(head);
  return (
    isAway || bulk.test(body.slice(-3_000)) || (receipt.test(head) && (machine.test(from) || /\breceipt\b/i.test(head)))
  );
}
