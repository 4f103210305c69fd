// Reads the certificate that a mail server presents, so that a person can decide to trust it. No password is sent.
import { X509Certificate } from "node:crypto";
import type { Socket } from "node:net";
import { connect as tlsConnect } from "node:tls";
import type { MailProtocol } from "@intellibox/contract/rules/choices";
import { openSocket } from "#lib/egress.ts";
import { type MailServer, tlsOptions, withDeadline } from "./mail-server.ts";

export type ServerCertificate = { pem: string; fingerprint: string; subject: string; validUntil: Date };

type Where = Pick<MailServer, "host" | "port" | "secure" | "allowPrivate">;
const deadlineMs = 8_000;

/** Throws the connection's error. */
export async function readCertificate(protocol: MailProtocol, where: Where): Promise<ServerCertificate> {
  let socket: Socket | undefined;
  const reading = (async () => {
    socket = await openSocket({ ...where, timeoutMs: deadlineMs });
    if (!where.secure) await askForTls(socket, protocol);
    return certificateOn(socket, where);
  })();
  return withDeadline(deadlineMs, () => socket?.destroy(), reading).finally(() => socket?.destroy());
}

function certificateOn(socket: Socket, where: Where): Promise<ServerCertificate> {
  return new Promise((resolve, reject) => {
    // An untrusted certificate is what we want to read. Nothing is sent over this connection.
    const secure = tlsConnect({
      ...tlsOptions({ ...where, username: "", password: "" }),
      host: where.host,
      socket,
      rejectUnauthorized: false,
    });
    secure.once("error", reject).once("secureConnect", () => {
      const shown = secure.getPeerX509Certificate();
      if (shown) resolve(describeCertificate(shown));
      else reject(new Error("The server shows no certificate."));
    });
  });
}

const describeCertificate = (shown: X509Certificate): ServerCertificate => ({
  pem: shown.toString(),
  fingerprint: shown.fingerprint256,
  // For display only: the subject of an untrusted certificate proves nothing.
  subject: shown.subject.replaceAll(/\p{Cc}+/gu, ", ").slice(0, 200),
  validUntil: new Date(shown.validTo),
});

/** SHA-256 in the usual colon-separated form; "" without a certificate. */
export const fingerprintOf = (pem: string | null | undefined) => (pem ? new X509Certificate(pem).fingerprint256 : "");

/** The commands of each protocol until TLS may start: our line, and the reply to wait for. */
const dialogues: Record<MailProtocol, [say: string, ready: RegExp][]> = {
  smtp: [
    ["", /^\d{3} .*\r?\n/m],
    ["EHLO localhost\r\n", /^250 .*\r?\n/m],
    ["STARTTLS\r\n", /^220[ -].*\r?\n/m],
  ],
  imap: [
    ["", /^\* .*\r?\n/m],
    ["a STARTTLS\r\n", /^a OK.*\r?\n/im],
  ],
  pop3: [
    ["", /^\+OK.*\r?\n/m],
    ["STLS\r\n", /^\+OK.*\r?\n/m],
  ],
};

async function askForTls(socket: Socket, protocol: MailProtocol) {
  for (const [say, ready] of dialogues[protocol]) {
    if (say) socket.write(say);
    await heard(socket, ready);
  }
}

const maxReplyBytes = 16_384;

function heard(socket: Socket, ready: RegExp): Promise<void> {
  return new Promise((resolve, reject) => {
    let text = "";
    const end = (error?: Error) => {
      socket.off("data", take).off("error", end).off("close", closed);
      socket.pause();
      if (error) reject(error);
      else resolve();
    };
    const take = (chunk: Buffer) => {
      text += chunk.toString("latin1");
      if (ready.test(text)) end();
      else if (text.length > maxReplyBytes) end(new Error("The server sent too much before TLS."));
    };
    const closed = () => end(new Error("The server offers no encryption."));
    socket.on("data", take).on("error", end).on("close", closed).resume();
  });
}
