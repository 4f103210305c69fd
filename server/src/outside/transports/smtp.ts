/** Sends by SMTP with a pool of connections per server. It composes nothing: the bytes it is given are the bytes sent. */
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import type { MailServer } from "#outside/mail-server.ts";
import { openSmtpPool, type PoolRefusal, type SmtpPool } from "#outside/nodemailer.ts";
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
  /** How long to wait for an answer. Some servers scan a mail for long before they accept it, and giving up leaves its outcome unknown. */
  answerMs: number;
  idleMs: number;
};
const defaultLimits: SmtpLimits = { connections: 20, answerMs: 120_000, idleMs: 30_000 };

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
    open: (server) => ({ send: async (mail, onPhase) => deliver(poolFor(server), mail, onPhase) }),
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

const openPool = (server: MailServer, { connections, answerMs, idleMs }: SmtpLimits) =>
  openSmtpPool({
    ...smtpOptions(server),
    maxConnections: Math.min(firstConnections, connections),
    socketTimeout: answerMs,
    idleTimeout: idleMs,
    // For a kept connection that the server dropped meanwhile. nodemailer requeues a mail only if none of its bytes was read.
    maxRequeues: 2,
  });

async function deliver(
  { pool, width }: OpenPool,
  mail: OutgoingMail,
  onPhase: (phase: SendPhase) => Promise<void>,
): Promise<Delivery> {
  await onPhase("connecting");
  for (;;) {
    const handover = new Handover(mail.raw, () => onPhase("data_sent"));
    try {
      const receipt = await pool.send({ envelope: mail.envelope, stream: () => handover.stream() });
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
        throw new TransportError("unknown_outcome", "The server did not confirm that it took the mail.", {
          cause: error,
        });
      // Only this connection was one too many: the mail goes over the open ones.
      if (handover.isDone || !isCrowded(error) || !width.shrink()) throw asTransportError(error);
    }
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
