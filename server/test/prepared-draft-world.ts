// Users whose mail gets prepared drafts, with local mailboxes and a company that sends through a real SMTP server on loopback.
import { api } from "@intellibox/contract/api";
import type { SenderKind } from "@intellibox/contract/rules/prepared-drafts";
import { senderKinds } from "@intellibox/contract/rules/prepared-drafts";
import { prepareDueDrafts } from "#features/prepared-drafts/prepare-drafts.ts";
import { mailOf } from "./mail-of.ts";
import { mailGiver } from "./mail-world.ts";
import { outboxWorld, until } from "./outbox-world.ts";
import { slowMs } from "./rule-world.ts";
import type { Caller, testWorld } from "./test-world.ts";

type Product = Awaited<ReturnType<typeof testWorld>>;

export const question = "Which size of boxes do you need?";

/** A mail that asks its reader something. */
export const askingMail = (who: { email: string }, parts: Parameters<typeof mailOf>[0] = {}) =>
  mailOf({
    ...{ to: `Rohan Desai <${who.email}>`, from: "Meera Nair <meera@ornate.example>", subject: "Boxes" },
    ...{ text: `Hi Rohan,\n\n${question}\n\nBest,\nMeera`, ...parts },
  });

/** The steps that tests of prepared drafts share. */
export function preparedDraftCalls({ call, peek, world }: Pick<Product, "call" | "peek" | "world">) {
  const giveMail = mailGiver(world);
  const save = (who: Caller, id: string, preparesFor: unknown) =>
    call(who, api.mailboxSettings.update, { params: { id }, body: { preparesFor } });
  const rowOf = async (who: Caller, subject: string) =>
    (
      await peek<{ id: string; thread_id: string; is_ready: boolean; is_waiting: boolean }>(
        `select m.id, m.thread_id, p.written is not null as is_ready, p.next_at is not null as is_waiting
         from messages m left join prepared_drafts p on p.tenant_id = m.tenant_id and p.id = m.id
         where m.user_id = $1 and m.subject = $2 and m.folder not in ('sent', 'drafts')`,
        [who.id, subject],
      )
    )[0];
  return {
    giveMail,
    save,
    rowOf,
    /** A mailbox with prepared drafts for these kinds of sender. Returns its id. */
    async switchOn(who: Caller, kinds: readonly SenderKind[] = senderKinds) {
      const id = await giveMail(who, []);
      await save(who, id, kinds);
      return id;
    },
    /** Until all mail is judged, and all drafts that may be written now are. */
    settled: (who: Caller) =>
      until(async () => {
        await prepareDueDrafts(world);
        const due = "select from prepared_drafts where user_id = $1 and (next_at <= now() or lease_until is not null)";
        return (await peek(due, [who.id])).length === 0;
      }, slowMs),
    /** As the user sees it: with the message, and as a mark in the list. */
    async preparedFor(who: Caller, subject: string) {
      const row = await rowOf(who, subject);
      const { body } = await call(who, api.inbox.message, { params: { id: row?.id ?? "" } });
      const list = await call(who, api.inbox.threads, { query: { group: "thread", folder: "all" } });
      const marked = list.body.items.find(({ threadId }) => threadId === row?.thread_id)?.thread?.hasPrepared ?? false;
      return { draft: body.preparedDraft ?? null, marked };
    },
  };
}

/** Call it at the top of a test file, in place of `testWorld`. */
export async function preparedDraftWorld(options: Parameters<typeof outboxWorld>[0] = {}) {
  const product = await outboxWorld(options);
  return { ...product, ...preparedDraftCalls(product) };
}
