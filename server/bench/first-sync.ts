// A process that syncs a mailbox for the first time, and tells how soon its newest mail can be listed and how much memory it takes.
import { newId } from "#lib/ids.ts";
import { fencedTransaction } from "#db/fence.ts";
import { mailboxes } from "#db/tables/mailboxes.ts";
import { sealPassword } from "#features/mailboxes/mailbox-login.ts";
import { syncMailbox } from "#features/sync/sync.ts";
import type { DovecotLogin } from "#test/dovecot.ts";
import { openWorldOn } from "./mail-bench.ts";

type Task = {
  databaseUrl: string;
  dataDir: string;
  owner: { tenantId: string; userId: string };
  imap: DovecotLogin;
  messages: number;
};

const { databaseUrl, dataDir, owner, imap, messages } = JSON.parse(process.env.BENCH_FIRST ?? "{}") as Task;
const { world, closeWorld } = await openWorldOn(databaseUrl, dataDir);
const key = { ...owner, id: newId() };
const { host, port, secure, username, password } = imap;
const row = { ...key, kind: "imap" as const, email: "bench@localhost", host, port, secure, username };
const passwordSealed = sealPassword(world.sealer, key, password);
await fencedTransaction(world.db, owner, (tx) =>
  tx.insert(mailboxes).values({ ...row, passwordSealed, wantedOlder: messages }),
);
const stored = async () => {
  const [saved] = await fencedTransaction(world.db, owner, (tx) =>
    tx.select({ count: mailboxes.messageCount, error: mailboxes.lastError }).from(mailboxes),
  );
  return saved ?? { count: 0, error: null };
};

const residentMb = () => process.memoryUsage.rss() / 2 ** 20;
const beforeMb = residentMb();
let peakMb = beforeMb;
let firstSeconds: number | undefined;
const began = performance.now();
const memory = setInterval(() => {
  peakMb = Math.max(peakMb, residentMb());
}, 100);
const listed = setInterval(async () => {
  if (firstSeconds !== undefined || (await stored()).count === 0) return;
  firstSeconds ??= (performance.now() - began) / 1000;
  clearInterval(listed);
}, 50);
await syncMailbox(world, key);
const { count, error } = await stored();
if (count !== messages) throw new Error(`${count} of ${messages} messages came: ${error}`);
firstSeconds ??= (performance.now() - began) / 1000;
clearInterval(memory);
clearInterval(listed);
process.send?.({ firstSeconds, beforeMb, peakMb });
await closeWorld();
process.disconnect();
