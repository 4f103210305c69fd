/** How the messages of a POP3 mailbox are told apart: by the server's unique ids, or else by their headers. */
import { createHash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { MailboxError } from "./mailbox.ts";
import type { Pop3Session } from "./pop3-session.ts";
import { Pop3Refusal } from "./pop3-wire.ts";

export type ListedMessage = {
  /** This session's number of the message. */
  number: number;
  /** The same in every session. Short, for the list of a mailbox of 50,000 is kept with every batch. */
  digest: string;
  size: number;
};

/** Oldest first, as servers number them. Of identical copies that share a unique id (RFC 1939 7) one is listed. */
export async function listMessages(session: Pop3Session): Promise<ListedMessage[]> {
  const [names, sizes] = [await readDigests(session), await session.sizes()];
  return [...names]
    .map(([digest, number]) => ({ number, digest, size: sizes.get(number) ?? 0 }))
    .sort((a, b) => a.number - b.number);
}

/** Hashes that are made before other requests get their turn. */
const hashesPerTurn = 4096;

async function digestsOf(uniqueIds: Map<string, number>): Promise<Map<string, number>> {
  const digests = new Map<string, number>();
  for (const [id, number] of uniqueIds) {
    digests.set(digestOf(id), number);
    if (digests.size % hashesPerTurn === 0) await nextTurn();
  }
  return digests;
}

const digestOf = (id: string | Buffer) => createHash("sha256").update(id).digest("base64url").slice(0, 12);

async function readDigests(session: Pop3Session): Promise<Map<string, number>> {
  try {
    return await digestsOf(await session.uniqueIds());
  } catch (error) {
    if (!(error instanceof Pop3Refusal)) throw error;
  }
  const names = new Map<string, number>();
  for (const number of (await session.sizes()).keys())
    names.set(digestOf(lasting(await headerOf(session, number))), number);
  return names;
}

/** Without the lines that servers of that age write anew from session to session. */
const lasting = (header: Buffer) =>
  header.toString("latin1").replaceAll(/^(?:X-)?(?:Status|UIDL?|Keywords|IMAP|IMAPbase):.*(?:\r\n[ \t].*)*\r\n/gim, "");

/** RFC 1939 makes UIDL and TOP both optional. A server that has neither cannot say which of its messages are new. */
async function headerOf(session: Pop3Session, number: number): Promise<Buffer> {
  return session.header(number).catch((cause: unknown) => {
    if (!(cause instanceof Pop3Refusal)) throw cause;
    throw new MailboxError("protocol", "The server cannot tell its messages apart: it knows neither UIDL nor TOP.", {
      cause,
    });
  });
}

/** Throws where the mailbox could never be synced; asks no more than that takes. */
export async function checkIdentifiable(session: Pop3Session): Promise<void> {
  if (session.capabilities.has("UIDL") || session.capabilities.has("TOP")) return;
  const [first] = await session.sizes();
  // Of an empty mailbox nothing can be asked.
  if (!first) return;
  const known = await session.knowsUniqueIds(first[0]);
  if (!known) await headerOf(session, first[0]);
}
