import { createHash } from "node:crypto";
import type { DraftContent } from "@intellibox/contract/endpoints/drafts";
import type { RuleContent } from "@intellibox/contract/endpoints/mail-rule-fields";
import type { Scope } from "#scope.ts";
import { keepDraft } from "#features/drafts/drafts.ts";
import { createRule, listRules } from "#features/mail-rules/rules.ts";
import { runNow } from "#features/mail-rules/run-now.ts";
import type { OutboundSender } from "#features/outbox/outbound-sender.ts";
import type { SendRequest } from "#features/outbox/request.ts";
import { sendMail } from "#features/outbox/send-mail.ts";
import { type DemoMail, firstName, idOf, momentIn, type Reader } from "./demo-mail.ts";

const paragraphs = (...lines: string[]) => lines.map((line) => `<p>${line}</p>`).join("");

/** Drafts of replies that are not finished. */
export async function keepDrafts(scope: Scope, { me }: Reader, mails: readonly DemoMail[]) {
  const begun: [key: string, html: string][] = [
    [
      "quote-4",
      paragraphs("Dear Meera,", "Thank you for the reminder. We take the boxes at INR 41.50. The order follows"),
    ],
    ["contract", paragraphs("Dear Sanjay,", "Sixty days' notice is fine with us. On clause 4 I would like to")],
  ];
  for (const [key, bodyHtml] of begun) {
    const answered = mails.find((mail) => mail.key === key);
    if (!answered) continue;
    const draft: DraftContent = {
      ...{ intent: "", tone: "professional", extra: "", to: answered.from.email, cc: "", bcc: "", bodyHtml },
      ...{
        mailboxId: null,
        alias: "",
        subject: `Re: ${answered.subject.replace(/^Re: /, "")}`,
        followsUp: null,
        forward: null,
      },
    };
    const version = createHash("sha256").update(`${key} ${me.email}`).digest("hex").slice(0, 32);
    await keepDraft(scope, idOf(key, me.email), { ...draft, version, basedOn: null });
  }
}

/** Mails of the coming days. The idempotency key keeps a second load from scheduling them again. */
export async function scheduleMails(scope: Scope, outbound: OutboundSender, reader: Reader, mailboxId: string) {
  const { me, partner, company } = reader;
  const planned: [days: number, hour: number, to: string, subject: string, lines: string[]][] = [
    [
      ...([2, 4, partner.email, `${company}: the terms of the pilot`] as const),
      [
        `Dear ${firstName(partner)},`,
        "as agreed, here are our terms for the pilot. Shall we talk about them this week?",
        me.name,
      ],
    ],
    [
      ...([5, 5, "farah@northgate-stores.example", "Shelving: may we reserve a delivery day?"] as const),
      ["Dear Farah,", "shall we reserve a delivery day for your four stores? They fill up quickly in spring.", me.name],
    ],
  ];
  for (const [days, hour, to, subject, lines] of planned) {
    const request: SendRequest = {
      ...{
        kind: "mail",
        to: [to],
        subject,
        body: "",
        html: paragraphs(...lines),
        references: [],
        files: [],
        tracked: true,
      },
      ...{ inReplyTo: undefined, followUpDays: undefined, followUpId: undefined, replaces: undefined },
      ...{ mailboxId, fromAccount: undefined, undoSeconds: 0, sendAt: momentIn(reader, days, hour) },
      key: `demo:${to}`,
    };
    await sendMail(scope, outbound, request);
  }
}

const rules: (RuleContent & { state: "on" | "watch" })[] = [
  {
    ...{ name: "Star invoices and receipts", mailboxIds: [], match: "all", unless: [], state: "on" },
    when: [{ field: "kind", kinds: ["receipt"] }],
    actions: [{ do: "star" }, { do: "markImportant" }],
  },
  {
    ...{ name: "Archive newsletters", mailboxIds: [], match: "all", unless: [], state: "watch" },
    when: [{ field: "kind", kinds: ["newsletter"] }],
    actions: [{ do: "markRead" }, { do: "archive" }],
  },
];

/** Rules that act from now on. The first one has handled the stored mail, so that it has a history. */
export async function addRules(scope: Scope, outbound: OutboundSender) {
  const known = (await listRules(scope)).items.map(({ name }) => name);
  for (const rule of rules) {
    if (known.includes(rule.name)) continue;
    const { id } = await createRule(scope, { ...rule, isShared: false, timeZone: "Asia/Kolkata" });
    if (rule.state === "on") await runNow(scope, outbound, id, { newest: 100 });
  }
}
