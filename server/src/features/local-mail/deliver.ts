import { join } from "node:path";
import { fencedTransaction, type Tx } from "#db/fence.ts";
import { and, desc, eq, inArray } from "#db/orm.ts";
import { emailLogs } from "#db/tables/email-logs.ts";
import { users } from "#db/tables/users.ts";
import { parseMail } from "#outside/mime/parse.ts";
import type { ParsedMail } from "#outside/mime/parsed-mail.ts";
import type { World } from "#scope.ts";
import { settleAnswered } from "#features/follow-up-state/follow-up-state.ts";
import { noteMergeAnswers } from "#features/merge-state/note-merge-answers.ts";
import { fileMail, keptMailFolder, localMailFolder } from "./store.ts";

export const keptNote = "Kept in the data folder: the demo sends nothing outside.";

/** A mail that the built-in server received. */
export type ReceivedMail = { tenantId: string; from: string; recipients: string[]; raw: Buffer };
/** A user to whom a mail was delivered, and the `folder` of the further mailbox that got it. */
export type Recipient = { tenantId: string; userId: string; folder?: string };
/** A further local mailbox: its address, whose it is, and its `folder`. */
export type FurtherMailbox = { email: string; owner: string; folder: string };

/** Delivers a mail to the recipients who are users here, and files it for all others. Nothing leaves the machine. */
export async function deliverLocally(
  world: World,
  received: ReceivedMail,
  further: readonly FurtherMailbox[] = [],
): Promise<Recipient[]> {
  const mail = await parseMail(received.raw, { tenantId: received.tenantId, userId: "" });
  const identity = mail.messageId ?? received.raw;
  const at = world.outside.now();
  // As platform, because recipients may be of any tenant.
  const here = await fencedTransaction(world.db, "platform", (tx) => findPeople(tx, received.recipients, further));
  for (const [address, { folder: mailbox, ...recipient }] of here) {
    const raw = Buffer.concat([traceOf(received.from, [address], at), received.raw]);
    const folder = join(localMailFolder(world.config.dataDir, recipient.userId, mailbox), "inbox");
    await fileMail({ folder, raw, identity, at });
    await noteArrival(world, recipient, mail);
  }
  const strangers = received.recipients.filter((address) => !here.has(address.toLowerCase()));
  if (strangers.length > 0) {
    const raw = Buffer.concat([traceOf(received.from, strangers, at), received.raw]);
    await fileMail({ folder: keptMailFolder(world.config.dataDir), raw, identity, at });
    const { messageId } = mail;
    if (messageId) await fencedTransaction(world.db, "platform", (tx) => noteKept(tx, received.tenantId, messageId));
  }
  return [...here.values()];
}

/** If several companies have an account of the same address, the oldest gets the mail, so that a new one cannot take it over. */
async function findPeople(tx: Tx, addresses: string[], further: readonly FurtherMailbox[]) {
  const asked = addresses.map((address) => address.toLowerCase());
  const others = further.filter(({ email }) => asked.includes(email));
  const wanted = [...asked, ...others.map(({ owner }) => owner)];
  const found = await tx
    .select({ tenantId: users.tenantId, userId: users.id, email: users.email })
    .from(users)
    .where(inArray(users.email, wanted))
    .orderBy(desc(users.createdAt), desc(users.id));
  const byEmail = new Map<string, Recipient>(found.map(({ email, ...recipient }) => [email, recipient]));
  const here = others.flatMap(({ email, owner, folder }) => {
    const recipient = byEmail.get(owner);
    return recipient ? [[email, { ...recipient, folder }] as const] : [];
  });
  return new Map([...here, ...[...byEmail].filter(([email]) => asked.includes(email))]);
}

const noteArrival = (world: World, recipient: Recipient, mail: ParsedMail) =>
  fencedTransaction(world.db, recipient, async (tx) => {
    await settleAnswered(tx, recipient, [mail]);
    await noteMergeAnswers(tx, recipient, [mail]);
  });

async function noteKept(tx: Tx, tenantId: string, messageId: string) {
  const row = and(eq(emailLogs.tenantId, tenantId), eq(emailLogs.messageId, messageId));
  await tx.update(emailLogs).set({ note: keptNote }).where(row);
}

/** RFC 5321 4.4: the trace headers of final delivery. They name only the recipients of this copy, and so reveal no Bcc. */
function traceOf(from: string, recipients: string[], at: Date) {
  const date = at.toUTCString().replace("GMT", "+0000");
  return Buffer.from(
    `Return-Path: <${from}>\r\n` +
      recipients.map((address) => `X-Original-To: ${address}\r\n`).join("") +
      `Received: from localhost by intellibox (built-in server) with ESMTPA;\r\n\t${date}\r\n`,
  );
}
