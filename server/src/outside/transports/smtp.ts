/** Sends by SMTP with a pool of connections per server. It composes nothing: the bytes it is given are the bytes sent. */
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { t } from "@intellibox/contract/text/t";
import { connectMessage } from "#lib/connect-fault.ts";
import type { MailServer } from "#outside/mail-server.ts";
import { openSmtpPool, type PooledMail, type PoolRefusal, type SmtpPool } from "#outside/nodemailer.ts";
import { smtpOptions } from "./smtp-options.ts";
import {
  asTransportError,
  type Delivery,
  isTemporary,
  type OutgoingMail,
  type Refused,
  type SendPhase,
  type Transport,
  TransportError,
} from "./transport.ts";

export type SmtpTransports = {
  /** The transport for a server. Changed settings, such as a new password, open another pool; the old one closes when idle. */
  open(server: MailServer): Transport;
  /** Closes every pool. Mails that are being sent are sent to their end. */
  close(): void;
};

export type SmtpLimits = {
  /** At most, per server, so that one that hangs delays only its own mail. `Width` finds out how many it allows. */
  connections: number;
  /** From the connection to the final dot, for a mail of ordinary size; see `timeFor`. Counted from when the mail gets a connection. */
  untilDotMs: number;
  /** From the final dot to its answer. Some servers scan a mail for long before they accept it, and giving up leaves its outcome unknown. */
  afterDotMs: number;
  /** For RSET and QUIT. */
  betweenMs: number;
  idleMs: number;
};
const defaultLimits: SmtpLimits = {
  connections: 20,
  untilDotMs: 60_000,
  afterDotMs: 300_000,
  betweenMs: 10_000,
  idleMs: 30_000,
};

const ordinaryBytes = 1 << 20;
const slowestBytesPerMs = 32;
const ordinaryRecipients = 50;
const slowestRecipientMs = 500;

/** A large mail gets more time, as long as its server takes 32 KB and two recipients a second. */
const timeFor = ({ raw, envelope }: OutgoingMail, untilDotMs: number) =>
  untilDotMs +
  Math.max(0, raw.length - ordinaryBytes) / slowestBytesPerMs +
  Math.max(0, envelope.to.length - ordinaryRecipients) * slowestRecipientMs;

/** How many connections a new pool may open: nearly every server allows this many. */
const firstConnections = 5;

type OpenPool = { pool: SmtpPool; timer: NodeJS.Timeout; width: Width };

export function openSmtpTransports(changes: Partial<SmtpLimits> = {}): SmtpTransports {
  const limits = { ...defaultLimits, ...changes };
  const pools = new Map<string, OpenPool>();

  const retire = (key: string) => {
    const open = pools.get(key);
    if (!open) return;
    if (open.pool.pendingCount() > 0) return void open.timer.refresh();
    pools.delete(key);
    open.pool.close();
  };
  const poolFor = (server: MailServer): OpenPool => {
    const key = keyOf(server);
    const known = pools.get(key);
    if (known) {
      known.timer.refresh();
      return known;
    }
    const pool = openPool(server, limits);
    const timer = setTimeout(retire, limits.idleMs * 2, key).unref();
    const open = { pool, timer, width: new Width(pool, limits.connections) };
    pools.set(key, open);
    return open;
  };

  return {
    open: (server) => ({ send: async (mail, onPhase) => deliver(poolFor(server), limits, mail, onPhase) }),
    close() {
      for (const { pool, timer } of pools.values()) {
        clearTimeout(timer);
        pool.close();
      }
      pools.clear();
    },
  };
}

/** A digest, because the settings hold a password. */
const keyOf = (server: MailServer) => createHash("sha256").update(JSON.stringify(server)).digest("base64");

const openPool = (server: MailServer, { connections, afterDotMs, betweenMs, idleMs }: SmtpLimits) =>
  openSmtpPool({
    ...smtpOptions(server),
    maxConnections: Math.min(firstConnections, connections),
    // For silence only. `deliver` bounds the whole dialogue, also with a server that sends a byte now and then.
    socketTimeout: afterDotMs,
    betweenMs,
    idleTimeout: idleMs,
    // For a kept connection that the server dropped meanwhile. nodemailer requeues a mail only if none of its bytes was read.
    maxRequeues: 2,
  });

async function deliver(
  { pool, width }: OpenPool,
  limits: SmtpLimits,
  mail: OutgoingMail,
  onPhase: (phase: SendPhase) => Promise<void>,
): Promise<Delivery> {
  await onPhase("connecting");
  for (;;) {
    const deadline = new Deadline(() => pool.abort(pooled));
    const handover = new Handover(mail.raw, async () => {
      await onPhase("data_sent");
      deadline.restart(limits.afterDotMs);
    });
    const pooled: PooledMail = {
      envelope: mail.envelope,
      stream: () => handover.stream(),
      onAssigned: () => deadline.start(timeFor(mail, limits.untilDotMs)),
    };
    try {
      const receipt = await pool.send(pooled);
      width.grow();
      return {
        accepted: receipt.accepted.map(String),
        refused: (receipt.rejectedErrors ?? []).map(refusedOf),
        answer: receipt.response,
      };
    } catch (error) {
      if (handover.failure) throw handover.failure;
      const answered = (error as { responseCode?: number }).responseCode !== undefined;
      if (handover.isDone && !answered)
        throw new TransportError("unknown_outcome", t("The server did not confirm that it took the mail."), {
          cause: error,
        });
      if (deadline.hasPassed && !answered)
        throw new TransportError("timeout", connectMessage("timeout", error), { cause: error });
      // Only this connection was one too many: the mail goes over the open ones.
      if (handover.isDone || !isCrowded(error) || !width.shrink()) throw asTransportError(error);
    } finally {
      deadline.stop();
    }
  }
}

const abortAgainMs = 200;

/** Calls `onPassed` if it is not stopped in time, and again until it is: a connection that is just being opened cannot be ended. */
class Deadline {
  hasPassed = false;
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;
  readonly #onPassed: () => void;

  constructor(onPassed: () => void) {
    this.#onPassed = onPassed;
  }

  /** Has no effect if it was started before. */
  start(ms: number) {
    if (this.#isOver) return;
    this.#timer ??= setTimeout(() => {
      this.hasPassed = true;
      this.#timer = undefined;
      this.#onPassed();
      this.start(abortAgainMs);
    }, ms);
  }

  restart(ms: number) {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.start(ms);
  }

  stop() {
    clearTimeout(this.#timer);
    this.#isOver = true;
  }
}

/** 421, or another temporary refusal that mentions connections: we opened too many at once. */
const isCrowded = (error: unknown) => {
  const { responseCode, response = "" } = error as { responseCode?: number; response?: string };
  return isTemporary(responseCode) && /connect|concurren/i.test(response);
};

/** How many connections the pool may open: one more after each mail that the server accepts, until it refuses one. */
class Width {
  readonly #pool: Pick<SmtpPool, "maxConnections">;
  #most: number;

  constructor(pool: Pick<SmtpPool, "maxConnections">, most: number) {
    this.#pool = pool;
    this.#most = most;
  }

  grow() {
    this.#pool.maxConnections = Math.min(this.#most, this.#pool.maxConnections + 1);
  }

  /** False if there is only one connection: then the server refuses us altogether for now. */
  shrink(): boolean {
    const fewer = this.#pool.maxConnections - 1;
    if (fewer < 1) return false;
    this.#most = fewer;
    this.#pool.maxConnections = fewer;
    return true;
  }
}

const refusedOf = ({ recipient = "", response = "", responseCode }: PoolRefusal): Refused => ({
  address: recipient,
  fault: isTemporary(responseCode) ? "temporary" : "permanent",
  answer: response,
});

/** The stream of a mail's bytes. Its end, after which the final dot goes out, waits until `data_sent` is committed. */
class Handover {
  isDone = false;
  failure: unknown;
  readonly #raw: Uint8Array;
  readonly #note: () => Promise<void>;

  constructor(raw: Uint8Array, note: () => Promise<void>) {
    this.#raw = raw;
    this.#note = note;
  }

  stream(): Readable {
    let at = 0;
    const end = (stream: Readable) =>
      this.#note().then(
        () => {
          this.isDone = true;
          stream.push(null);
        },
        (error: Error) => {
          this.failure = error;
          stream.destroy(error);
        },
      );
    const raw = this.#raw;
    return new Readable({
      read() {
        if (at >= raw.length) return void end(this);
        this.push(raw.subarray(at, at + 65_536));
        at += 65_536;
      },
    });
  }
}
