// Users with local mailboxes, which need no mail server.
import { api } from "@intellibox/contract/api";
import { fencedTransaction } from "#db/fence.ts";
import { deliverLocally } from "#outside/mailboxes/local.ts";
import type { MailFolder } from "#outside/mailboxes/mailbox.ts";
import type { World } from "#scope.ts";
import { localMailFolder } from "#features/local-mail/store.ts";
import { ensureLocalMailbox } from "#features/mailboxes/connect.ts";
import { syncMailbox } from "#features/sync/sync.ts";
import { type Caller, testWorld } from "./test-world.ts";

type Person = { tenantId: string; id: string; email: string };

/** Puts mails into a user's local mailbox and syncs it. Returns the mailbox's id. */
export const mailGiver =
  (world: World) =>
  async (who: Person, mails: (string | Uint8Array)[], folder: MailFolder = "inbox"): Promise<string> => {
    const account = { folder: localMailFolder(world.config.dataDir, who.id) };
    for (const mail of mails) await deliverLocally(account, Buffer.from(mail), folder);
    const owner = { tenantId: who.tenantId, userId: who.id };
    // Without the sync job that a delivery enqueues, because the sync runs here.
    const quiet = { enqueue: async () => undefined };
    const id = await fencedTransaction(world.db, owner, (tx) => ensureLocalMailbox(quiet, tx, owner, who.email));
    await syncMailbox(world, { ...owner, id });
    return id;
  };

/** Call it at the top of a test file, in place of `testWorld`. */
export async function mailWorld(options: Parameters<typeof testWorld>[0] = {}) {
  const test = await testWorld({ jobs: true, ...options });
  const giveMail = mailGiver(test.world);
  const listOf = async (who: Caller, query: Record<string, unknown> = {}) =>
    (await test.call(who, api.inbox.threads, { query })).body;
  const subjectsOf = async (who: Caller, q: string) => (await listOf(who, { q })).items.map(({ subject }) => subject);

  return { ...test, giveMail, listOf, subjectsOf };
}
