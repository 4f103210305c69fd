// Users with rules and local mailboxes, whose company sends through a real SMTP server on loopback.
import { api } from "@intellibox/contract/api";
import { newId } from "#lib/ids.ts";
import { runDueRules } from "#features/mail-rules/running/run-queue.ts";
import { mailGiver } from "./mail-world.ts";
import { outboxWorld, until } from "./outbox-world.ts";
import type { Caller } from "./test-world.ts";

export const isFrom = (...values: string[]) => [{ field: "from" as const, test: "contains" as const, values }];

/** These tests sync, send and run models: a busy machine takes a while. */
export const slowMs = 120_000;

type MailParts = { from?: string; to?: string; subject?: string; id?: string; headers?: string[]; text?: string };

export const mailTo = (who: { email: string }, parts: MailParts = {}) =>
  [
    `From: ${parts.from ?? "Zoe <zoe@acme.test>"}`,
    `To: ${parts.to ?? who.email}`,
    `Subject: ${parts.subject ?? "Hello"}`,
    `Message-ID: <${parts.id ?? newId()}@x.test>`,
    ...(parts.headers ?? []),
    "",
    parts.text ?? "Hello",
  ].join("\r\n");

type StoredMessage = { id: string; folder: string; unread: boolean; starred: boolean; important: boolean };

/** Call it at the top of a test file, in place of `testWorld`. */
export async function ruleWorld(options: Parameters<typeof outboxWorld>[0] = {}) {
  const product = await outboxWorld(options);
  const { call, peek, world } = product;
  const deliver = mailGiver(world);

  const add = async (who: Caller, parts: object) => {
    const rule = { name: "Rule", when: isFrom("acme"), state: "on", actions: [{ do: "star" }], ...parts };
    const { status, body } = await call(who, api.mailRules.create, { body: rule as never });
    if (status !== 201) throw new Error(`The rule was refused: ${JSON.stringify(body)}`);
    return body;
  };
  const messageOf = async (who: Caller, subject: string) =>
    (
      await peek<StoredMessage>(
        "select id, folder, unread, starred, important from messages where user_id = $1 and subject = $2",
        [who.id, subject],
      )
    )[0];

  /** A sync that a rule requested may hold the mailbox, and then stores the mail. */
  async function giveMail(who: Caller, mails: string[]) {
    const mailbox = await deliver(who, mails);
    for (const mail of mails) {
      const subject = /^Subject: (.*)$/m.exec(mail)?.[1]?.trim() ?? "";
      await until(async () => (await messageOf(who, subject)) !== undefined, slowMs);
    }
    return mailbox;
  }

  /** Until the rules have seen all mail, and what they left for later was tried. */
  const settled = (who: Caller) =>
    until(async () => {
      await runDueRules(world);
      const rows = await peek(
        `select from mail_rule_queue where user_id = $1
         union all select from mail_rule_runs where user_id = $1 and (next_at <= now() or lease_until is not null)`,
        [who.id],
      );
      return rows.length === 0;
    }, slowMs);
  const historyOf = async (who: Caller, query: object = {}) =>
    (await call(who, api.mailRules.history, { query: { limit: "100", ...query } as never })).body.items;
  const undo = (who: Caller, body: object) => call(who, api.mailRules.undo, { body });
  const allow = (admin: Caller, parts: object) =>
    call(admin, api.mailRules.changeSettings, {
      body: { templateReplies: false, webhooks: false, forwardTo: [], ...parts },
    });

  return { ...product, add, messageOf, giveMail, settled, historyOf, undo, allow };
}
