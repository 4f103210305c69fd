import { api } from "@intellibox/contract/api";
import { expect, test } from "vitest";
import type { Mailbox } from "#outside/mailboxes/mailbox.ts";
import { until } from "#test/outbox-world.ts";
import { testWorld } from "#test/test-world.ts";
import { syncSlotLimits } from "./sync-slots.ts";

/** Servers whose name begins with "slow" are being opened until this resolves. */
const patience = Promise.withResolvers<void>();
let opened: string[] = [];
const mailbox = {
  async *sync() {
    // Has no mail.
  },
  close: async () => undefined,
} as unknown as Mailbox;
const { person, call, peek, addMailbox } = await testWorld({
  jobs: true,
  outside: {
    openMailbox: async (login) => {
      const host = "host" in login ? login.host : "";
      opened.push(host);
      if (host.startsWith("slow")) await patience.promise;
      return mailbox;
    },
  },
});

async function mailboxAt(host: string) {
  const who = await person("NORMAL_USER");
  const id = await addMailbox(who, who.email, "imap");
  await peek("update mailboxes set host = $2, next_sync_at = now() + interval '1 hour' where id = $1", [id, host]);
  const sync = () => call(who, api.mailboxes.sync, { params: { id }, body: { mode: "delta" } });
  const isSynced = async () =>
    (await peek("select 1 from mailboxes where id = $1 and last_sync_at is not null", [id])).length === 1;
  return { sync, isSynced };
}

test("four servers that hang do not hold up the mailboxes of others, and their own follow", async () => {
  const hosts = ["slow1.test", "slow2.test", "slow3.test", "slow4.test"];
  const slow = [];
  for (const host of hosts) for (let at = 0; at < syncSlotLimits.perHost + 2; at++) slow.push(await mailboxAt(host));
  try {
    for (const { sync } of slow) await sync();
    await until(() => opened.length === hosts.length * syncSlotLimits.perHost);
    const other = await mailboxAt("quick.test");
    await other.sync();
    await until(other.isSynced);
    opened = opened.filter((host) => host.startsWith("slow"));
    expect(opened).toHaveLength(hosts.length * syncSlotLimits.perHost);
  } finally {
    patience.resolve();
  }
  for (const { isSynced } of slow) await until(isSynced);
});
