import { createHourlyLimit, type HourlyLimit } from "#lib/hourly-limit.ts";
import { newId } from "#lib/ids.ts";
import { fencedTransaction } from "#db/fence.ts";
import type { OutboxRoute } from "#db/tables/outbox.ts";
import type { MailServer } from "#outside/mail-server.ts";
import { TransportError } from "#outside/transports/transport.ts";
import type { World } from "#scope.ts";
import { openAnnouncer } from "./announce.ts";
import { type BatchAcceptance, openBatchAcceptance } from "./batch-acceptance.ts";
import { chooseTransport, findSmtpServer } from "./choose-transport.ts";
import { type Claimed, heartbeatMs, LeaseLost, type OutboxKey, openOutboxStore } from "./outbox-store.ts";
import { type Outcome, outcomeOfDelivery, outcomeOfError } from "./outcome.ts";
import { readRaw } from "./read-raw.ts";
import { largestMail, openSendSlots } from "./send-slots.ts";
import { wasSent } from "./sent-copies.ts";

/** A mail that is ours to send, with all it takes. */
export type ClaimedMail = OutboxKey & {
  userId: string;
  messageId: string;
  mailboxId: string | null;
  attempts: number;
  envelope: { from: string; to: string[] };
  raw: Buffer;
  route: OutboxRoute;
  server: MailServer | undefined;
};

export type OutboundSender = {
  /** How many recipients one user has written to in the last hour. */
  hourly: HourlyLimit;
  /** Where the calls bring their mail. */
  reception: BatchAcceptance;
  /** Whose name the leases of this process carry. */
  holder: string;
  /** Takes a place among the tenant's mails under way; without one the mail waits in the outbox. */
  admit(tenantId: string, bytes: number): boolean;
  /** Gives back a place that was not used. */
  dismiss(tenantId: string, bytes: number): void;
  /** Sends a mail that was admitted and whose row says that it is ours. */
  dispatch(parcel: ClaimedMail): void;
  /** Sends what is due of a tenant, as far as there are places; returns when it has begun. */
  drain(tenantId: string): Promise<void>;
  /** What an attempt of this process came to; undefined where none ends in time. */
  settled(id: string, ms: number): Promise<Outcome | undefined>;
  /** Waits for what is under way. */
  close(): Promise<void>;
};

const offices = new WeakMap<World["db"], OutboundSender>();

/** The one post office of a process. */
export function outboundSenderOf(world: World): OutboundSender {
  const known = offices.get(world.db);
  if (known) return known;
  const office = openOutboundSender(world);
  offices.set(world.db, office);
  return office;
}

function openOutboundSender(world: World): OutboundSender {
  const holder = newId();
  const announce = openAnnouncer(world);
  const ledger = openOutboxStore(world, holder, announce);
  const places = openSendSlots();
  const waiting = new Map<string, Set<(outcome: Outcome) => void>>();
  const underWay = new Map<Promise<void>, OutboxKey>();
  let closing = false;
  const heartbeat = setInterval(() => {
    if (underWay.size === 0) return;
    ledger
      .prolong([...underWay.values()])
      .catch((error) => world.log.warn({ err: error }, "leases were not prolonged"));
  }, heartbeatMs).unref();

  const admit = (tenantId: string, bytes: number) => !closing && places.take(tenantId, bytes);
  const leave = (tenantId: string, bytes: number) => {
    const waitingTenants = places.leave(tenantId, bytes);
    if (!closing) for (const next of waitingTenants) void drain(next);
  };

  const run = async (parcel: ClaimedMail) => {
    try {
      const outcome = await attempt(world, ledger, parcel);
      if (!outcome) return;
      await ledger.settle(parcel, outcome);
      for (const tell of waiting.get(parcel.id) ?? []) tell(outcome);
    } catch (error) {
      // The lease runs out, and recovery finds the row as it stands.
      world.log.error({ err: error, mail: parcel.id }, "the outcome of a mail was not noted");
    } finally {
      leave(parcel.tenantId, parcel.raw.length);
    }
  };
  const dispatch = (parcel: ClaimedMail) => {
    const work = run(parcel);
    underWay.set(work, parcel);
    void work.finally(() => underWay.delete(work));
  };

  const drain = async (tenantId: string) => {
    // How large the next one is shows only when it is there.
    while (admit(tenantId, largestMail)) {
      const parcel = await take(tenantId);
      if (!parcel) return leave(tenantId, largestMail);
      places.resize(tenantId, largestMail, parcel.raw.length);
      dispatch(parcel);
    }
  };
  /** The tenant's next mail with its content; one that cannot be read is put off like one that cannot be sent. */
  const take = async (tenantId: string): Promise<ClaimedMail | undefined> => {
    try {
      for (let claimed = await ledger.claim(tenantId); claimed; claimed = await ledger.claim(tenantId)) {
        let failure: unknown;
        const parcel = await packParcel(world, claimed).catch((error) => {
          failure = error;
          world.log.error({ err: error, mail: claimed?.id }, "a mail could not be taken from the outbox");
        });
        if (parcel) return parcel;
        await ledger.settle(claimed, outcomeOfError(failure, claimed.attempts));
      }
    } catch (error) {
      // The database is away; recovery looks again every minute.
      world.log.warn({ err: error }, "the outbox could not be read");
    }
    return undefined;
  };

  return {
    hourly: createHourlyLimit(world.config.recipientsPerHour),
    reception: openBatchAcceptance(world, announce),
    holder,
    admit,
    dismiss: leave,
    dispatch,
    drain,
    settled: (id, ms) => waitFor(waiting, id, ms),
    async close() {
      closing = true;
      clearInterval(heartbeat);
      await Promise.allSettled(underWay.keys());
    },
  };
}

/** As its sender: what a mail says nobody else may read. */
async function packParcel(world: World, claimed: Claimed): Promise<ClaimedMail> {
  const { tenantId, userId, id, messageId, mailboxId, route, sender, recipients, attempts } = claimed;
  return fencedTransaction(world.db, { tenantId, userId }, async (tx) => {
    const raw = await readRaw(tx, claimed);
    if (!raw) throw new Error("The mail's content is not there");
    const smtp = await findSmtpServer(tx, world, tenantId);
    const envelope = { from: sender, to: recipients };
    return { tenantId, userId, id, messageId, mailboxId, attempts, envelope, raw, route, server: smtp?.server };
  });
}

/** Undefined where somebody else has the mail meanwhile: then its outcome is theirs to say. */
async function attempt(world: World, ledger: ReturnType<typeof openOutboxStore>, parcel: ClaimedMail) {
  const { envelope, raw, attempts } = parcel;
  try {
    const transport = await chooseTransport(world, parcel);
    const delivery = await transport.send({ envelope, raw }, async (phase) => {
      if (phase === "data_sent") await ledger.noteDataSent(parcel);
    });
    return outcomeOfDelivery(delivery);
  } catch (error) {
    if (error instanceof LeaseLost) return undefined;
    if (isUnknown(error) && (await isInMailbox(world, parcel))) return { phase: "sent" as const, note: null };
    return outcomeOfError(error, attempts);
  }
}

const isUnknown = (error: unknown) => error instanceof TransportError && error.fault === "unknown_outcome";

/** Some servers file what they take: then the mailbox knows what the dialogue left open. */
const isInMailbox = async (world: World, { tenantId, userId, mailboxId, messageId }: ClaimedMail) =>
  mailboxId !== null && wasSent(world, { tenantId, userId, mailboxId }, messageId);

function waitFor(waiting: Map<string, Set<(outcome: Outcome) => void>>, id: string, ms: number) {
  return new Promise<Outcome | undefined>((resolve) => {
    const listeners = waiting.get(id) ?? new Set();
    waiting.set(id, listeners);
    const end = (outcome?: Outcome) => {
      clearTimeout(timer);
      listeners.delete(end);
      if (listeners.size === 0) waiting.delete(id);
      resolve(outcome);
    };
    const timer = setTimeout(end, ms);
    listeners.add(end);
  });
}
