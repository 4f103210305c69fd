// Senders with drafts of mail merges, and runs that tests drive themselves.
import { api } from "@intellibox/contract/api";
import { sendDueMerges } from "#features/mail-merges/run-merges.ts";
import { outboxWorld, until } from "./outbox-world.ts";
import type { Caller } from "./test-world.ts";

const text = { subject: "Hello {FirstName}", html: "<p>Dear {FirstName}, your city is {City|unknown}.</p>" };
export const file = "Email,FirstName,City\nada@example.test,Ada,London\nbo@example.test,Bo,\ncy@example.test,Cy,Oslo\n";

/** Call it at the top of a test file, in place of `outboxWorld`. */
export async function mergeWorld(options: Parameters<typeof outboxWorld>[0] = {}) {
  // Without the workers of the queue, so that a run goes on only when a test says so.
  const product = await outboxWorld({ jobs: false, ...options });
  const { call, peek, world } = product;
  await world.queue.boss.createQueue("mail-merges.send");
  await world.queue.boss.createQueue("outbox.wake");

  async function draft(who: Caller, { csv = file, ...changes }: { csv?: string } & Record<string, unknown> = {}) {
    const { body } = await call(who, api.mailMerges.create);
    const params = { id: body.id };
    await call(who, api.mailMerges.setRecipients, {
      params,
      body: { source: "file", fileName: "list.csv", text: csv },
    });
    await keep(who, body.id, { ...text, ...changes });
    return body.id;
  }

  /** Changes the version of now. */
  const keep = async (who: Caller, id: string, changes: Record<string, unknown>) =>
    call(who, api.mailMerges.keep, {
      params: { id },
      body: { basedOn: (await get(who, id)).version, ...changes },
    });

  const get = async (who: Caller, id: string) => (await call(who, api.mailMerges.get, { params: { id } })).body;
  const totals = async (who: Caller, id: string) => (await get(who, id)).totals;

  async function start(who: Caller, id: string) {
    const { body } = await call(who, api.mailMerges.check, { params: { id } });
    return call(who, api.mailMerges.start, { params: { id }, body: { count: body.ready } });
  }

  /** One batch, without waiting for its time. */
  async function runBatch(id: string) {
    await peek("update mail_merges set next_at = now() where id = $1 and next_at is not null", [id]);
    await sendDueMerges(world);
  }

  /** Batch after batch until the run ends or pauses, and until no mail is on its way. */
  async function run(who: Caller, id: string) {
    for (let state = "running"; state === "running"; state = (await get(who, id)).state) await runBatch(id);
    await settled(id);
    return get(who, id);
  }

  const settled = (id: string) =>
    until(async () => {
      const [row] = await peek<{ open: number }>(
        `select count(*)::int as open from mail_merge_recipients r join outbox o on o.tenant_id = r.tenant_id and o.id = r.log_id
         where r.merge_id = $1 and (o.phase in ('connecting', 'data_sent') or o.phase = 'queued' and o.attempts = 0)`,
        [id],
      );
      return row?.open === 0;
    });

  const recipients = async (who: Caller, id: string, query: Record<string, unknown> = {}) =>
    (await call(who, api.mailMerges.recipients, { params: { id }, query })).body.items;

  return { ...product, draft, keep, get, totals, start, run, runBatch, settled, recipients };
}

/** A list of `count` people. */
export const listOf = (count: number) =>
  `Email,FirstName\n${Array.from({ length: count }, (_, at) => `person${at}@example.test,Person ${at}`).join("\n")}\n`;
