// The mail of a person as mbox files: one for each folder of each mailbox, and one for mail that is not sent yet.
import { messageFolders } from "@intellibox/contract/rules/folders";
import { fencedTransaction } from "#db/fence.ts";
import { and, asc, eq, sql } from "#db/orm.ts";
import { mailboxes } from "#db/tables/mailboxes.ts";
import { messageContents, messages } from "#db/tables/messages.ts";
import { outbox, outboxContents } from "#db/tables/outbox.ts";
import { mailFolders } from "#outside/mailboxes/mailbox.ts";
import type { World } from "#scope.ts";
import { readRaw } from "#features/outbox/read-raw.ts";
import { mboxEntry } from "./mbox.ts";
import type { Owner } from "./sections.ts";

export type ExportEntry = { name: string; content: () => AsyncIterable<string | Buffer> };
/** Called for each mail: its raw source is missing, or it has attachments that are still on the mailbox's server. */
export type Note = (mail: { isMissing?: boolean; hasLeft?: boolean }) => void;

const pageSize = 200;

export async function mailEntries(world: World, owner: Owner, note: Note): Promise<ExportEntry[]> {
  const [boxes, used] = await fencedTransaction(world.db, owner, async (tx) => [
    await tx
      .select({ id: mailboxes.id, email: mailboxes.email })
      .from(mailboxes)
      .where(and(eq(mailboxes.tenantId, owner.tenantId), eq(mailboxes.userId, owner.userId)))
      .orderBy(asc(mailboxes.createdAt), asc(mailboxes.id)),
    await tx
      .selectDistinct({ id: messages.mailboxId, folder: messages.folder })
      .from(messages)
      .where(and(eq(messages.tenantId, owner.tenantId), eq(messages.userId, owner.userId))),
  ]);
  const foldersOf = (box: string) =>
    messageFolders.filter(
      (folder) =>
        mailFolders.some((name) => name === folder) || used.some((one) => one.id === box && one.folder === folder),
    );
  const folders = boxes.flatMap(({ id, email }, at) =>
    foldersOf(id).map((folder) => ({
      name: `mail/${at + 1}-${fileNameOf(email)}/${folder}.mbox`,
      content: () => mboxOf(world, owner, { id, folder }, note),
    })),
  );
  return [...folders, { name: "mail/outbox.mbox", content: () => outboxMbox(world, owner, note) }];
}

type Folder = { id: string; folder: (typeof messageFolders)[number] };
type Position = { date: Date; id: string };

async function* mboxOf(world: World, owner: Owner, { id: mailboxId, folder }: Folder, note: Note) {
  let after: Position | undefined;
  for (;;) {
    const rows = await readPage(world, owner, { mailboxId, folder, after });
    for (const { sourceKey, sender, date, leftBytes } of rows) {
      const raw = await world.outside.objects.get(sourceKey);
      note({ isMissing: raw === undefined, hasLeft: leftBytes > 0 });
      if (raw) yield* mboxEntry(raw, { sender, date });
    }
    after = rows.at(-1);
    if (rows.length < pageSize) return;
  }
}

type Page = { mailboxId: string; folder: Folder["folder"]; after: Position | undefined };

const readPage = (world: World, { tenantId, userId }: Owner, { mailboxId, folder, after }: Page) =>
  fencedTransaction(world.db, { tenantId, userId }, (tx) =>
    tx
      .select({
        id: messages.id,
        date: messages.date,
        sender: messages.fromAddress,
        leftBytes: messages.leftBytes,
        sourceKey: messageContents.sourceKey,
      })
      .from(messages)
      .innerJoin(messageContents, and(eq(messageContents.tenantId, tenantId), eq(messageContents.id, messages.id)))
      .where(
        and(
          eq(messages.tenantId, tenantId),
          eq(messages.mailboxId, mailboxId),
          eq(messages.folder, folder),
          after && sql`(${messages.date}, ${messages.id}) > (${after.date}, ${after.id}::uuid)`,
        ),
      )
      .orderBy(asc(messages.date), asc(messages.id))
      .limit(pageSize),
  );

async function* outboxMbox(world: World, { tenantId, userId }: Owner, note: Note) {
  const inReach = <T>(work: Parameters<typeof fencedTransaction<T>>[2]) =>
    fencedTransaction(world.db, { tenantId, userId }, work);
  const waiting = await inReach((tx) =>
    tx
      .select({ id: outbox.id, sender: outbox.sender, date: outbox.createdAt })
      .from(outboxContents)
      .innerJoin(outbox, and(eq(outbox.tenantId, outboxContents.tenantId), eq(outbox.id, outboxContents.id)))
      .where(and(eq(outboxContents.tenantId, tenantId), eq(outboxContents.userId, userId)))
      .orderBy(asc(outbox.id)),
  );
  for (const { id, sender, date } of waiting) {
    const raw = await inReach((tx) => readRaw(tx, { tenantId, id }));
    // Undefined if it was sent meanwhile; then it is in the mailbox.
    if (!raw) continue;
    note({});
    yield* mboxEntry(raw, { sender, date });
  }
}

/** Safe in every file system, and never a path. */
export const fileNameOf = (text: string) =>
  text
    .replaceAll(/[^A-Za-z0-9@._+-]/g, "_")
    .replace(/^\.+/, "_")
    .slice(0, 80);
