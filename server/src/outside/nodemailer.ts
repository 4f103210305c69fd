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
};

export type SmtpPool = {
  /** Rejects with nodemailer's error, which may carry `code`, `response` and `responseCode`. */
  send(mail: PooledMail): Promise<PoolReceipt>;
  /** How many connections the pool opens at most. A change takes effect with the next mail; no connection is closed for it. */
  maxConnections: number;
  /** Mails that wait or are being sent. */
  pendingCount(): number;
  /** Closes idle connections at once, and the others after their mail. */
  close(): void;
};

type PoolOptions = SMTPConnectionOptions & { maxConnections: number; idleTimeout: number; maxRequeues: number };

export function openSmtpPool(options: PoolOptions & Record<string, unknown>): SmtpPool {
  const pool = new SMTPPool({ ...options, pool: true });
  // A failed mail rejects its own promise. The pool's event repeats that error, and without a listener it ends the process.
  pool.on("error", () => undefined);
  return {
    send: (mail) =>
      new Promise((resolve, reject) => {
        pool.send(messageOf(mail), (error, sent) => (error ? reject(error) : resolve(sent as PoolReceipt)));
      }),
    get maxConnections() {
      return pool.options.maxConnections;
    },
    set maxConnections(count) {
      pool.options.maxConnections = count;
    },
    pendingCount: () => pool.pendingCount(),
    close: () => pool.close(),
  };
}

/**
 * As much of nodemailer's message as its pool asks for. A real one reads its stream ahead, before the server has agreed to take
 * the mail, so that the end of the stream would come too early.
 */
const messageOf = ({ envelope, stream }: PooledMail) =>
  ({
    data: {},
    message: {
      // A copy, because nodemailer adds the server's answers to it.
      getEnvelope: () => ({ from: envelope.from, to: [...envelope.to] }),
      messageId: () => "",
      getHeader: () => "",
      createReadStream: stream,
    },
  }) as unknown as Parameters<SMTPPool["send"]>[0];
