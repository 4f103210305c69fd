// Users whose company sends through a real SMTP server on loopback, and queries about their mail.
import { api } from "@intellibox/contract/api";
import type { Role } from "@intellibox/contract/rules/access";
import { afterAll } from "vitest";
import { fencedTransaction } from "#db/fence.ts";
import { placeOf, sealedColumns } from "#db/sealed-columns.ts";
import { mailServers } from "#db/tables/mail-servers.ts";
import { outboundSenderOf } from "#features/outbox/outbound-sender.ts";
import { type FakeSmtp, type FakeSmtpOptions, startFakeSmtp } from "./fake-smtp.ts";
import { type Caller, testWorld } from "./test-world.ts";

const login = { name: "relay", password: "relay secret" };
type World = Awaited<ReturnType<typeof testWorld>>;
type PersonOptions = NonNullable<Parameters<World["person"]>[1]>;
type Log = {
  id: string;
  status: string;
  error: string | null;
  note: string | null;
  subject: string;
  message_id: string;
  kind: string;
  recipients: string[];
  opens: number;
  proxy_opens: number;
  own_opens: number;
  clicks: number;
};

/** Call it at the top of a test file, in place of `testWorld`. */
export async function outboxWorld(options: Parameters<typeof testWorld>[0] = {}) {
  // Tests send more than a person.
  const environment = {
    INTELLIBOX_SENDS_PER_MINUTE: "1000000",
    INTELLIBOX_RECIPIENTS_PER_HOUR: "1000000",
    ...options.environment,
  };
  const world = await testWorld({ jobs: true, ...options, environment });
  afterAll(() => outboundSenderOf(world.world).close());

  async function smtp(smtpOptions: FakeSmtpOptions = {}) {
    const server = await startFakeSmtp({ user: login, ...smtpOptions });
    afterAll(server.stop);
    return server;
  }

  /** Points a company's settings at a server. */
  async function pointAt(
    tenantId: string,
    server: { port: number },
    changes: Partial<typeof mailServers.$inferInsert> = {},
  ) {
    const passwordSealed = world.world.sealer.seal(
      login.password,
      placeOf(sealedColumns.mailServerPassword, tenantId, "smtp"),
    );
    const row = {
      tenantId,
      protocol: "smtp" as const,
      host: "127.0.0.1",
      port: server.port,
      secure: false,
      username: login.name,
      passwordSealed,
      ...changes,
    };
    await fencedTransaction(world.world.db, "platform", (tx) =>
      tx
        .insert(mailServers)
        .values(row)
        .onConflictDoUpdate({ target: [mailServers.tenantId, mailServers.protocol], set: row }),
    );
  }

  /** A user of a new company with its own SMTP server. */
  async function writer(role: Role = "NORMAL_USER", personOptions: PersonOptions = {}, server?: FakeSmtp) {
    const own = server ?? (await smtp());
    const who = await world.person(role, personOptions);
    await pointAt(who.tenantId, own);
    return {
      who,
      server: own,
      send: (body: object = {}, headers: Record<string, string> = {}) => send(who, body, headers),
    };
  }

  const send = (who: Caller, body: object = {}, headers: Record<string, string> = {}) =>
    world.call(
      who,
      api.outbox.send,
      { body: { to: ["priya@example.com"], subject: "Hello", body: "Good day.", ...body } },
      headers,
    );
  const logsOf = ({ tenantId }: { tenantId: string }) =>
    world.peek<Log>("select * from email_logs where tenant_id = $1 order by created_at, id", [tenantId]);
  const rowsOf = ({ tenantId }: { tenantId: string }) =>
    world.peek<{
      id: string;
      phase: string;
      attempts: number;
      message_id: string;
      next_at: Date;
      error: string | null;
    }>("select * from outbox where tenant_id = $1 order by created_at, id", [tenantId]);

  return { ...world, smtp, pointAt, writer, send, logsOf, rowsOf };
}

/** Waits until a condition is true. The limit is generous, because the machine may be busy. */
export async function until<T>(
  ask: () => Promise<T | undefined | false> | T | undefined | false,
  ms = 20_000,
): Promise<T> {
  const giveUpAt = Date.now() + ms;
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    if (Date.now() > giveUpAt) throw new Error("The condition did not become true in time");
    await new Promise((done) => setTimeout(done, 50));
  }
}
