/** Sending by SMTP: nodemailer's connections, pooled per server. It composes nothing: the bytes it is given are the bytes sent. */
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import SMTPPool from "nodemailer/lib/smtp-pool";
import type { MailServer } from "#outside/mail-server.ts";
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
  /** The transport for a server. Other settings, a new password say, make another pool; the old one leaves when idle. */
  open(server: MailServer): Transport;
  /** Ends every pool; what is being sent is sent to its end. */
  close(): void;
};

export type SmtpLimits = {
  /** Per server: one that hangs holds up nobody else's mail. */
  connections: number;
  /** A server may think for long before it takes a mail: giving up early leaves an outcome that nobody knows. */
  answerMs: number;
  idleMs: number;
};
const defaultLimits: SmtpLimits = { connections: 5, answerMs: 120_000, idleMs: 30_000 };

export function openSmtpTransports(changes: Partial<SmtpLimits> = {}): SmtpTransports {
  const limits = { ...defaultLimits, ...changes };
  const pools = new Map<string, { pool: SMTPPool; timer: NodeJS.Timeout }>();

  const retire = (key: string) => {
    const held = pools.get(key);
    if (!held) return;
    if (held.pool.pendingCount() > 0) return void held.timer.refresh();
    pools.delete(key);
    held.pool.close();
  };
  const poolFor = (server: MailServer) => {
    const key = keyOf(server);
    const held = pools.get(key);
    if (held) {
      held.timer.refresh();
      return held.pool;
    }
    const pool = openPool(server, limits);
    pools.set(key, { pool, timer: setTimeout(retire, limits.idleMs * 2, key).unref() });
    return pool;
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

/** A digest, so that no password lies about as a key. */
const keyOf = (server: MailServer) => createHash("sha256").update(JSON.stringify(server)).digest("base64");

function openPool(server: MailServer, { connections, answerMs, idleMs }: SmtpLimits): SMTPPool {
  const pool = new SMTPPool({
    ...smtpOptions(server),
    pool: true,
    maxConnections: connections,
    socketTimeout: answerMs,
    idleTimeout: idleMs,
    // Only for a kept connection that the server has dropped meanwhile: nodemailer requeues where not a byte was read.
    maxRequeues: 2,
  });
  // Each failed mail is told to its sender; what a connection says beyond that is nobody's business.
  pool.on("error", () => undefined);
  return pool;
}

async function deliver(
  pool: SMTPPool,
  mail: OutgoingMail,
  onPhase: (phase: SendPhase) => Promise<void>,
): Promise<Delivery> {
  await onPhase("connecting");
  const handing = new Handing(mail.raw, () => onPhase("data_sent"));
  try {
    const info = await new Promise<SentInfo>((resolve, reject) => {
      // The pool asks a message for these alone. nodemailer's own message would be read ahead, before the server has agreed
      // to take it, and so would tell `data_sent` too early.
      const message = {
        // A copy: nodemailer keeps the server's answers on it.
        getEnvelope: () => ({ from: mail.envelope.from, to: [...mail.envelope.to] }),
        messageId: () => "",
        getHeader: () => "",
        createReadStream: () => handing.stream(),
      };
      pool.send({ data: {}, message } as never, (error, sent) => (error ? reject(error) : resolve(sent as SentInfo)));
    });
    return {
      accepted: info.accepted.map(String),
      refused: (info.rejectedErrors ?? []).map(refusedOf),
      answer: info.response,
    };
  } catch (error) {
    if (handing.failure) throw handing.failure;
    const known = asTransportError(error);
    const answered = (error as { responseCode?: number }).responseCode !== undefined;
    if (!handing.isDone || answered) throw known;
    throw new TransportError("unknown_outcome", "The server did not confirm that it took the mail.", { cause: error });
  }
}

type SentInfo = { accepted: string[]; rejectedErrors?: RefusalError[]; response: string };
type RefusalError = Error & { recipient?: string; response?: string; responseCode?: number };

const refusedOf = ({ recipient = "", response = "", responseCode }: RefusalError): Refused => ({
  address: recipient,
  fault: isTemporary(responseCode) ? "temporary" : "permanent",
  answer: response,
});

/** The bytes on their way. The end of the stream, after which the final dot goes out, waits until it has been noted. */
class Handing {
  isDone = false;
  failure: unknown;
  readonly #raw: Uint8Array;
  readonly #note: () => Promise<void>;

  constructor(raw: Uint8Array, note: () => Promise<void>) {
    this.#raw = raw;
    this.#note = note;
  }

  stream(): Readable {
    return Readable.from(this.#chunks(), { objectMode: false });
  }

  async *#chunks() {
    for (let at = 0; at < this.#raw.length; at += 65_536) yield this.#raw.subarray(at, at + 65_536);
    try {
      await this.#note();
      this.isDone = true;
    } catch (error) {
      this.failure = error;
      throw error;
    }
  }
}
