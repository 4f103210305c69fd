// All that we use of nodemailer beyond its documented `createTransport` and `sendMail`. A release may change any of it without
// notice: `nodemailer.test.ts` says what we rely on, and fails if a release behaves otherwise.
import type { Readable } from "node:stream";
import * as base64 from "nodemailer/lib/base64";
import MailComposer from "nodemailer/lib/mail-composer";
import type MimeNode from "nodemailer/lib/mime-node";
import * as quotedPrintable from "nodemailer/lib/qp";
import type { SMTPConnectionOptions } from "nodemailer/lib/smtp-connection";
import SMTPPool from "nodemailer/lib/smtp-pool";

export type { MimeNode, SMTPConnectionOptions };

/** The tree of a mail's parts. Its strings are not encoded yet: see `write-mime.ts`. */
export const compileMail = (mail: ConstructorParameters<typeof MailComposer>[0]): MimeNode =>
  new MailComposer(mail).compile();

const lineLength = 76;

export const encodeQuotedPrintable = (text: string) => quotedPrintable.wrap(quotedPrintable.encode(text), lineLength);
export const encodeBase64 = (text: string) => base64.wrap(base64.encode(text), lineLength);

export type PoolRefusal = Error & { recipient?: string; response?: string; responseCode?: number };
export type PoolReceipt = { accepted: string[]; rejectedErrors?: PoolRefusal[]; response: string };

export type PooledMail = {
  envelope: { from: string; to: string[] };
  /** Called once for each connection that is tried, and read only after the server has agreed to take the mail. */
  stream: () => Readable;
  /** Called when the mail gets a connection, and again if it has to try another one. */
  onAssigned?: () => void;
};

export type SmtpPool = {
  /** Rejects with nodemailer's error, which may carry `code`, `response` and `responseCode`. */
  send(mail: PooledMail): Promise<PoolReceipt>;
  /** How many connections the pool opens at most. A change takes effect with the next mail; no connection is closed for it. */
  maxConnections: number;
  /** Ends the connection that a mail was assigned to. The mail's promise then rejects. */
  abort(mail: PooledMail): void;
  /** Mails that wait or are being sent. */
  pendingCount(): number;
  /** Closes idle connections at once, and the others after their mail. */
  close(): void;
};

type PoolOptions = SMTPConnectionOptions & {
  maxConnections: number;
  idleTimeout: number;
  maxRequeues: number;
  /** How long a connection may take to reset (RSET) or to end (QUIT). Meanwhile no mail can use it, nor open one in its place. */
  betweenMs: number;
};

/** As much of the pool's insides as `abort` and `closeStuck` need. */
type PoolResource = {
  available: boolean;
  _connected: boolean;
  queueEntry?: { mail: unknown; requeueAttempts: number } | false;
  connection?: { close(): void; _onTimeout(): void };
};

export function openSmtpPool({ betweenMs, ...options }: PoolOptions & Record<string, unknown>): SmtpPool {
  const pool = new SMTPPool({ ...options, pool: true });
  const resources = () => (pool as unknown as { _connections: PoolResource[] })._connections;
  const messages = new WeakMap<PooledMail, ReturnType<typeof messageOf>>();
  let between = new Set<PoolResource>();
  /** Closes the connections that were neither free nor busy with a mail when it was last called. */
  const closeStuck = () => {
    const now = resources().filter((one) => one._connected && !one.available && !one.queueEntry);
    for (const one of now) if (between.has(one)) one.connection?.close();
    between = new Set(now);
  };
  const sweeper = setInterval(closeStuck, betweenMs).unref();
  // A failed mail rejects its own promise. The pool's event repeats that error, and without a listener it ends the process.
  pool.on("error", () => undefined);
  return {
    send: (mail) =>
      new Promise((resolve, reject) => {
        const message = messageOf(mail);
        messages.set(mail, message);
        pool.send(message, (error, sent) => (error ? reject(error) : resolve(sent as PoolReceipt)));
      }),
    abort(mail) {
      const message = messages.get(mail);
      for (const { queueEntry, connection } of resources()) {
        if (!queueEntry || queueEntry.mail !== message) continue;
        // Otherwise the pool tries again over another connection.
        queueEntry.requeueAttempts = options.maxRequeues;
        connection?._onTimeout();
      }
    },
    get maxConnections() {
      return pool.options.maxConnections;
    },
    set maxConnections(count) {
      pool.options.maxConnections = count;
    },
    pendingCount: () => pool.pendingCount(),
    close() {
      clearInterval(sweeper);
      pool.close();
    },
  };
}

/**
 * As much of nodemailer's message as its pool asks for. A real one reads its stream ahead, before the server has agreed to take
 * the mail, so that the end of the stream would come too early.
 */
const messageOf = ({ envelope, stream, onAssigned }: PooledMail) =>
  ({
    data: {},
    message: {
      // A copy, because nodemailer adds the server's answers to it.
      getEnvelope: () => ({ from: envelope.from, to: [...envelope.to] }),
      messageId: () => "",
      // The pool asks for the Message-ID when it assigns the mail to a connection.
      getHeader: () => {
        onAssigned?.();
        return "";
      },
      createReadStream: stream,
    },
  }) as unknown as Parameters<SMTPPool["send"]>[0];
