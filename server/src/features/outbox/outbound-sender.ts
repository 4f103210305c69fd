import { setTimeout as sleep } from "node:timers/promises";
import { leasesLost, sendAttempts } from "#lib/counters.ts";
import { groupCommitBy } from "#lib/group-commit.ts";
import type { HourlyLimit } from "#lib/hourly-limit.ts";
import { inSpan } from "#lib/trace.ts";
import { fencedTransaction } from "#db/fence.ts";
import { LeaseLost, outboxLease, startHeartbeat } from "#db/lease.ts";
import type { OutboxRoute } from "#db/tables/outbox.ts";
import type { MailServer } from "#outside/mail-server.ts";
import { TransportError } from "#outside/transports/transport.ts";
import type { World } from "#scope.ts";
import { openSentLearner } from "#features/people/learn-people.ts";
import { openAnnouncer } from "./announce.ts";
import { type BatchAcceptance, openBatchAcceptance } from "./batch-acceptance.ts";
import { chooseTransport, findSmtpServer } from "./choose-transport.ts";
import { type ClaimedRow, type OutboxKey, type OutboxStore, openOutboxStore } from "./outbox-store.ts";
import { labelOf, type Outcome, outcomeOfDelivery, outcomeOfError } from "./outcome.ts";
import { readRaw } from "./read-raw.ts";
import { openRecipientsLimit } from "./recipients-limit.ts";
import { openRemoteSender } from "./remote-sender.ts";
import { largestMail, openSendSlots } from "./send-slots.ts";
import { wasSent } from "./sent-copies.ts";

/** A mail whose lease we hold, with all that an attempt needs. */
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
  /** The recipients per user and hour. */
  hourly: HourlyLimit;
  acceptance: BatchAcceptance;
  /** The holder of the leases of this process. */
  holder: string;
  /** Takes a send slot of the tenant. False if all are taken: the mail then waits in the outbox. */
  takeSlot(tenantId: string, bytes: number): boolean;
  /** Gives back a slot that was not used. `dispatch` gives back its own. */
  releaseSlot(tenantId: string, bytes: number): void;
  /** Sends a mail that has a slot, and whose lease we hold. */
  dispatch(mail: ClaimedMail): void;
  /** Starts to send the tenant's due mails, as many as there are slots for. */
  drain(tenantId: string): Promise<void>;
  /** The outcome of an attempt that this process makes or asked for; undefined if none ends within `ms`. */
  settled(mail: OutboxKey, ms: number): Promise<Outcome | undefined>;
  /** Admits no further mail, and waits for those that have a slot, for a minute at most. */
  close(): Promise<void>;
};

/** Most mail servers answer within seconds. A mail that takes longer is left to its lease, as after a crash. */
const longestCloseMs = 60_000;

/** A process has one, so that its limits hold for all of its calls and jobs. */
export const outboundSenderOf = (world: World) => world.once(openSender);

const openSender = (world: World): OutboundSender =>
  world.config.role === "web" ? openRemoteSender(world) : openOutboundSender(world);

/** Sends the mail that web processes accept. */
export function sendForOthers(world: World) {
  const drain = groupCommitBy<string, void>(
    (tenantId) => tenantId,
    async (asked) => {
      await outboundSenderOf(world).drain(asked[0]);
      return asked.map(() => undefined);
    },
  );
  world.events.onDueMail((tenantId) => {
    drain(tenantId).catch((error) => world.log.warn({ err: error }, "mail of a web process was not sent at once"));
  });
}

function openOutboundSender(world: World): OutboundSender {
  const holder = world.presence.newHolder();
  const announce = openAnnouncer(world);
  const learnSent = openSentLearner(world);
  const store = openOutboxStore(world, holder, announce);
  const slots = openSendSlots();
  const waiting = new Map<string, Set<(outcome: Outcome) => void>>();
  const underWay = new Map<Promise<void>, OutboxKey>();
  let closing = false;
  const stopHeartbeat = startHeartbeat({
    everyMs: outboxLease.heartbeatMs,
    renew: () => store.renew([...underWay.values()]),
    onError: (error) => world.log.warn({ err: error }, "leases of mails were not renewed"),
  });

  const takeSlot = (tenantId: string, bytes: number) => !closing && slots.take(tenantId, bytes);
  const releaseSlot = (tenantId: string, bytes: number) => {
    const waitingTenants = slots.release(tenantId, bytes);
    if (!closing) for (const next of waitingTenants) void drain(next);
  };

  const run = async (mail: ClaimedMail) => {
    try {
      const outcome = await attempt(world, store, mail);
      if (!outcome) return leasesLost.inc({ lease: "outbox" });
      sendAttempts.inc({ route: mail.route, outcome: labelOf(outcome) });
      await store.settle(mail, outcome);
      if (outcome.phase === "sent") learnSent(mail);
      for (const tell of waiting.get(mail.id) ?? []) tell(outcome);
    } catch (error) {
      // The lease expires, and recovery decides by the phase that the row is in.
      world.log.error({ err: error, mail: mail.id }, "the outcome of a mail was not stored");
    } finally {
      releaseSlot(mail.tenantId, mail.raw.length);
    }
  };
  const dispatch = (mail: ClaimedMail) => {
    const work = run(mail);
    underWay.set(work, mail);
    void work.finally(() => underWay.delete(work));
  };

  const drain = async (tenantId: string) => {
    // A slot of the largest size, because the size of the next mail is known only after it is claimed.
    while (takeSlot(tenantId, largestMail)) {
      const mail = await claimNext(tenantId);
      if (!mail) return releaseSlot(tenantId, largestMail);
      slots.resize(tenantId, largestMail, mail.raw.length);
      dispatch(mail);
    }
  };
  /** The tenant's next due mail with its content. One that cannot be read is retried later, like one that cannot be sent. */
  const claimNext = async (tenantId: string): Promise<ClaimedMail | undefined> => {
    try {
      for (let claimed = await store.claim(tenantId); claimed; claimed = await store.claim(tenantId)) {
        let failure: unknown;
        const mail = await readClaimed(world, claimed).catch((error) => {
          failure = error;
          world.log.error({ err: error, mail: claimed?.id }, "a mail could not be read from the outbox");
        });
        if (mail) return mail;
        await store.settle(claimed, outcomeOfError(failure, claimed.attempts));
      }
    } catch (error) {
      // The database is unreachable; recovery tries again every minute.
      world.log.warn({ err: error }, "the outbox could not be read");
    }
    return undefined;
  };

  return {
    hourly: openRecipientsLimit(world),
    acceptance: openBatchAcceptance(world, announce),
    holder,
    takeSlot,
    releaseSlot,
    dispatch,
    drain,
    settled: ({ id }, ms) => waitFor(waiting, id, ms),
    async close() {
      closing = true;
      // A slot is held from before a mail is claimed or accepted, so a mail that is dispatched meanwhile is waited for too.
      const giveUpAt = Date.now() + longestCloseMs;
      while ((slots.held().tenants > 0 || underWay.size > 0) && Date.now() < giveUpAt) await sleep(20);
      stopHeartbeat();
    },
  };
}

/** In the fence of its sender: no other user may read the content. */
async function readClaimed(world: World, claimed: ClaimedRow): Promise<ClaimedMail> {
  const { tenantId, userId, id, messageId, mailboxId, route, sender, recipients, attempts } = claimed;
  return fencedTransaction(world.db, { tenantId, userId }, async (tx) => {
    const raw = await readRaw(tx, claimed);
    if (!raw) throw new Error("The mail's content is not there");
    const smtp = await findSmtpServer(tx, world, tenantId);
    const envelope = { from: sender, to: recipients };
    return { tenantId, userId, id, messageId, mailboxId, attempts, envelope, raw, route, server: smtp?.server };
  });
}

/** Undefined if another process holds the lease now: then that process settles the mail. */
async function attempt(world: World, store: OutboxStore, mail: ClaimedMail) {
  const { envelope, raw, attempts } = mail;
  try {
    const transport = await chooseTransport(world, mail);
    const hand = () =>
      transport.send({ envelope, raw }, async (phase) => {
        if (phase === "data_sent") await store.noteDataSent(mail);
      });
    const delivery = await inSpan({ name: `send by ${mail.route}`, kind: "client" }, hand);
    return outcomeOfDelivery(delivery);
  } catch (error) {
    if (error instanceof LeaseLost) return undefined;
    if (isUnknown(error) && (await isInMailbox(world, mail))) return { phase: "sent" as const, note: null };
    return outcomeOfError(error, attempts);
  }
}

const isUnknown = (error: unknown) => error instanceof TransportError && error.fault === "unknown_outcome";

/** Some SMTP servers file a mail that they accept: then the mailbox shows that it was sent. */
const isInMailbox = async (world: World, { tenantId, userId, mailboxId, messageId }: ClaimedMail) =>
  mailboxId !== null && wasSent(world, { tenantId, userId, id: mailboxId }, messageId);

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
