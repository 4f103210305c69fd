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
  /** At most, per server: one that hangs holds up nobody else's mail. How many of them it lets us have is found out. */
  connections: number;
  /** A server may think for long before it takes a mail: giving up early leaves an outcome that nobody knows. */
  answerMs: number;
  idleMs: number;
};
const defaultLimits: SmtpLimits = { connections: 20, answerMs: 120_000, idleMs: 30_000 };

/** What any server can be asked for at first. */
const firstConnections = 5;

type Held = { pool: SMTPPool; timer: NodeJS.Timeout; width: Width };

export function openSmtpTransports(changes: Partial<SmtpLimits> = {}): SmtpTransports {
  const limits = { ...defaultLimits, ...changes };
  const pools = new Map<string, Held>();

  const retire = (key: string) => {
    const held = pools.get(key);
    if (!held) return;
    if (held.pool.pendingCount() > 0) return void held.timer.refresh();
    pools.delete(key);
    held.pool.close();
  };
  const poolFor = (server: MailServer): Held => {
    const key = keyOf(server);
    const known = pools.get(key);
    if (known) {
      known.timer.refresh();
      return known;
    }
    const pool = openPool(server, limits);
    const timer = setTimeout(retire, limits.idleMs * 2, key).unref();
    const held = { pool, timer, width: new Width(pool.options, limits.connections) };
    pools.set(key, held);
    return held;
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
    maxConnections: Math.min(firstConnections, connections),
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
  { pool, width }: Held,
  mail: OutgoingMail,
  onPhase: (phase: SendPhase) => Promise<void>,
): Promise<Delivery> {
  await onPhase("connecting");
  for (;;) {
    const handing = new Handing(mail.raw, () => onPhase("data_sent"));
    try {
      const info = await handTo(pool, mail, handing);
      width.grow();
      return {
        accepted: info.accepted.map(String),
        refused: (info.rejectedErrors ?? []).map(refusedOf),
        answer: info.response,
      };
    } catch (error) {
      if (handing.failure) throw handing.failure;
      const answered = (error as { responseCode?: number }).responseCode !== undefined;
      if (handing.isDone && !answered)
        throw new TransportError("unknown_outcome", "The server did not confirm that it took the mail.", {
          cause: error,
        });
      // Only our connection was one too many: the mail goes by those that there are.
      if (handing.isDone || !isCrowded(error) || !width.shrink()) throw asTransportError(error);
    }
  }
}

function handTo(pool: SMTPPool, mail: OutgoingMail, handing: Handing) {
  return new Promise<SentInfo>((resolve, reject) => {
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
}

/** 421 or another "not now" that speaks of connections: too many at once. */
const isCrowded = (error: unknown) => {
  const { responseCode, response = "" } = error as { responseCode?: number; response?: string };
  return isTemporary(responseCode) && /connect|concurren/i.test(response);
};

/** How many connections a server is asked for: one more with each mail that it takes, until it has refused one. */
class Width {
  readonly #options: { maxConnections?: number };
  #most: number;

  constructor(options: { maxConnections?: number }, most: number) {
    this.#options = options;
    this.#most = most;
  }

  grow() {
    this.#options.maxConnections = Math.min(this.#most, (this.#options.maxConnections ?? 1) + 1);
  }

  /** False where there is but one: then it is the server that does not want us now. */
  shrink(): boolean {
    const fewer = (this.#options.maxConnections ?? 1) - 1;
    if (fewer < 1) return false;
    this.#most = fewer;
    this.#options.maxConnections = fewer;
    return true;
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
