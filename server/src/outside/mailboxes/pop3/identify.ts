/** Identifies the messages of a POP3 mailbox across sessions: by UIDL, or else by a hash of their headers. */
import { createHash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { t } from "@intellibox/contract/text/t";
import { MailboxError } from "../mailbox.ts";
import type { Pop3Session } from "./session.ts";
import { Pop3Refusal } from "./wire.ts";

export type ListedMessage = {
  /** This session's number of the message. */
  number: number;
  /** The same in every session. Short, because the cursor of a mailbox of 50,000 messages is written with every batch. */
  digest: string;
  size: number;
};

/** Oldest first, as servers number them. Identical copies may share a unique id (RFC 1939 7); one of them is listed. */
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
    names.set(digestOf(stableHeader(await headerOf(session, number))), number);
  return names;
}

/** Drops the fields that old servers rewrite from session to session. */
const stableHeader = (header: Buffer) =>
  header.toString("latin1").replaceAll(/^(?:X-)?(?:Status|UIDL?|Keywords|IMAP|IMAPbase):.*(?:\r\n[ \t].*)*\r\n/gim, "");

/** RFC 1939 makes UIDL and TOP both optional. A server that has neither cannot say which of its messages are new. */
async function headerOf(session: Pop3Session, number: number): Promise<Buffer> {
  return session.header(number).catch((cause: unknown) => {
    if (!(cause instanceof Pop3Refusal)) throw cause;
    throw new MailboxError("protocol", t("The server cannot tell its messages apart: it knows neither UIDL nor TOP."), {
      cause,
    });
  });
}

/** Throws if the messages cannot be identified, with as few commands as possible. */
export async function checkIdentifiable(session: Pop3Session): Promise<void> {
  if (session.capabilities.has("UIDL") || session.capabilities.has("TOP")) return;
  const [first] = await session.sizes();
  // An empty mailbox cannot be tested.
  if (!first) return;
  const known = await session.knowsUniqueIds(first[0]);
  if (!known) await headerOf(session, first[0]);
}
