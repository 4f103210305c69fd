// Keeps drafts that are written here in the Drafts folder of a mailbox, if its owner wants that.
import { messageOfDraft } from "@intellibox/contract/rules/draft-names";
import { parseRecipients } from "@intellibox/contract/rules/recipients";
import { z } from "zod";
import { AppError } from "#lib/errors.ts";
import { publish } from "#db/events.ts";
import { fencedTransaction, type Tx } from "#db/fence.ts";
import { and, asc, desc, eq, inArray, isNull, sql } from "#db/orm.ts";
import { job } from "#db/queue.ts";
import { drafts } from "#db/tables/drafts.ts";
import { mailboxes } from "#db/tables/mailboxes.ts";
import { messages } from "#db/tables/messages.ts";
import { users } from "#db/tables/users.ts";
import { type DraftCopy, draftHeader, MailboxError } from "#outside/mailboxes/mailbox.ts";
import { composeMail } from "#outside/mime/compose.ts";
import type { Scope, World } from "#scope.ts";
import { canKeepDrafts } from "#features/mailboxes/can-keep-drafts.ts";
import { findMailbox, type MailboxRow } from "#features/mailboxes/mailbox-key.ts";
import { withMailbox } from "#features/mailboxes/open-mailboxes.ts";
import { wakeMailbox } from "#features/mailboxes/request-sync.ts";
import { forwardedMessage } from "#features/message-html/forwarded-message.ts";

type Owner = { tenantId: string; userId: string };
type DraftRow = typeof drafts.$inferSelect;

const ofDraft = z.object({ tenantId: z.uuid(), userId: z.uuid(), about: z.string() });
const ofCopy = z.object({
  ...{ tenantId: z.uuid(), userId: z.uuid(), mailboxId: z.uuid() },
  ...{ id: z.uuid(), remoteId: z.string().nullable(), mark: z.string().nullable().default(null) },
});
const retries = { retryLimit: 8, retryDelay: 30, retryBackoff: true };

/** At most one waits for a draft. */
export const keepDraftCopyJob = job("drafts.keep-copy", ofDraft, { policy: "short", ...retries });
export const removeDraftCopyJob = job("drafts.remove-copy", ofCopy, retries);

/** A draft is uploaded at most this often, however fast its writer types. */
const pauseMs = 20_000;

/** Called when a draft was saved. */
export async function wantCopy(tx: Tx, scope: Scope, about: string): Promise<void> {
  const owner = { tenantId: scope.tenantId, userId: scope.user.id };
  const [some] = await tx.select({ id: mailboxes.id }).from(mailboxes).where(keepsDraftsOf(owner)).limit(1);
  if (!some) return;
  const startAfter = new Date(Date.now() + pauseMs);
  const singletonKey = `${owner.userId} ${about}`.slice(0, 300);
  await scope.enqueue(tx, keepDraftCopyJob, { ...owner, about }, { startAfter, singletonKey });
}

/** Called when a draft was sent or discarded. */
export async function unwantCopy(tx: Tx, scope: Pick<Scope, "enqueue">, draft: DraftRow): Promise<void> {
  const { tenantId, userId, id, copyMailboxId: mailboxId, copyRemoteId: remoteId, copyMark: mark } = draft;
  if (mailboxId) await scope.enqueue(tx, removeDraftCopyJob, { tenantId, userId, mailboxId, id, remoteId, mark });
}

export async function keepDraftCopy(world: World, { about, ...owner }: z.output<typeof ofDraft>): Promise<void> {
  const isIt = and(eq(drafts.tenantId, owner.tenantId), eq(drafts.userId, owner.userId), eq(drafts.about, about));
  const found = await fencedTransaction(world.db, owner, async (tx) => {
    const [draft] = await tx.select().from(drafts).where(isIt);
    if (!draft || draft.copyVersion === draft.version) return undefined;
    const row = await chooseMailbox(tx, owner, draft);
    // Before the upload: if this process dies after it, the copy is known to be there.
    if (row && draft.copyMailboxId !== row.id)
      await tx
        .update(drafts)
        .set({ copyMailboxId: row.id, copyRemoteId: null, copyVersion: null, copyMark: null })
        .where(isIt);
    return row && { draft, row };
  });
  if (!found) return;
  const { draft, row } = found;
  const { copyRemoteId: remoteId, copyMark: mark } = draft;
  const known = draft.copyMailboxId === row.id ? { remoteId, mark } : { remoteId: null, mark: null };
  const copy = { ...copyOf(draft), ...known };
  const raw = await writeDraft(world, draft, row, copy);
  const kept = await withMailbox(world, row, async (mailbox) => mailbox.keepDraft?.(raw, copy)).catch(
    unlessDenied(world),
  );
  if (!kept) return;
  const key = { ...owner, id: row.id };
  await fencedTransaction(world.db, owner, async (tx) => {
    const { version: copyVersion, id } = draft;
    const [remoteId, mark] = [kept.remoteId, kept.mark ?? null];
    const stored = await tx
      .update(drafts)
      .set({ copyRemoteId: remoteId, copyVersion, copyMark: mark })
      .where(and(isIt, eq(drafts.id, id)))
      .returning({ id: drafts.id });
    // It was sent or discarded meanwhile.
    if (stored.length === 0)
      await world.queue.enqueue(tx, removeDraftCopyJob, { ...owner, mailboxId: row.id, id, remoteId, mark });
    if (kept.isChangedElsewhere)
      await publish(tx, owner, { kind: "drafts", data: { about, version: draft.version, isChangedElsewhere: true } });
    await wakeMailbox(world.queue, tx, key);
  });
}

export async function removeDraftCopy(
  world: World,
  { mailboxId, id, remoteId, mark, ...owner }: z.output<typeof ofCopy>,
): Promise<void> {
  const key = { ...owner, id: mailboxId };
  const row = await fencedTransaction(world.db, owner, (tx) => findMailbox(tx, key));
  if (!row) return;
  const copy = { ...copyOf({ id }), remoteId, mark };
  await withMailbox(world, row, async (mailbox) => mailbox.removeDraft?.(copy)).catch(unlessDenied(world));
  await fencedTransaction(world.db, owner, (tx) => wakeMailbox(world.queue, tx, key));
}

/** A server that refuses it refuses it again. The draft is here in any case. */
const unlessDenied = (world: World) => (error: unknown) => {
  if (!(error instanceof MailboxError) || (error.fault !== "denied" && error.fault !== "gone")) throw error;
  world.log.info({ fault: error.fault }, "a mail server denied the copy of a draft");
  return undefined;
};

const copyOf = ({ id }: { id: string }): Pick<DraftCopy, "id" | "messageId"> => ({
  id,
  messageId: `<draft-${id}@intellibox.invalid>`,
});

const keepsDraftsOf = ({ tenantId, userId }: Owner) =>
  and(eq(mailboxes.tenantId, tenantId), eq(mailboxes.userId, userId), eq(mailboxes.keepsDrafts, true));

/** The mailbox that the writer chose, or of the answered mail, or of the writer's own address, or the first one that keeps drafts. */
async function chooseMailbox(tx: Tx, owner: Owner, draft: DraftRow): Promise<MailboxRow | undefined> {
  const rows = await tx
    .select({ row: mailboxes, isOwn: eq(sql`lower(${mailboxes.email})`, sql`lower(${users.email})`) })
    .from(mailboxes)
    .innerJoin(users, and(eq(users.tenantId, mailboxes.tenantId), eq(users.id, mailboxes.userId)))
    .where(keepsDraftsOf(owner))
    .orderBy(desc(eq(sql`lower(${mailboxes.email})`, sql`lower(${users.email})`)), asc(mailboxes.createdAt));
  const able = rows.map(({ row }) => row).filter(({ kind }) => canKeepDrafts(kind));
  const before = able.find(({ id }) => id === draft.copyMailboxId);
  const chosen = able.find(({ id }) => id === draft.mailboxId);
  const { messageId } = messageOfDraft(draft.about);
  if (before || chosen || messageId === undefined || able.length === 0) return before ?? chosen ?? able[0];
  const [answered] = await tx
    .select({ mailboxId: messages.mailboxId })
    .from(messages)
    .where(
      and(
        eq(messages.tenantId, owner.tenantId),
        eq(messages.messageId, messageId),
        isNull(messages.goneAt),
        inArray(
          messages.mailboxId,
          able.map(({ id }) => id),
        ),
      ),
    );
  return able.find(({ id }) => id === answered?.mailboxId) ?? able[0];
}

async function writeDraft(
  world: World,
  draft: DraftRow,
  row: MailboxRow,
  { id, messageId }: { id: string; messageId: string },
) {
  const { about, to, cc, bcc, subject, bodyHtml, followsUp, forward, tenantId, userId } = draft;
  const forwarded = forward && (await forwardedIn(world, { tenantId, userId }, forward));
  const inReplyTo = followsUp?.inReplyTo ?? (about.startsWith("<") ? about : undefined);
  const { raw } = await composeMail(
    {
      ...{ messageId, date: world.outside.now(), from: { name: "", address: row.email } },
      // Text that is not a complete address stays in the draft here.
      ...{ to: peopleOf(to), cc: peopleOf(cc), bcc: peopleOf(bcc) },
      subject: subject.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ").trim(),
      html: forwarded ? bodyHtml + forwarded : bodyHtml,
      ...(inReplyTo && { inReplyTo, references: [...(followsUp?.references ?? []), inReplyTo] }),
    },
    { isDraft: true, owner: { tenantId, userId } },
  );
  // A composed mail hides Bcc. The copy is for its writer only, who may finish it in another program.
  const hidden = peopleOf(bcc).map(({ address }) => address);
  const bccField = hidden.length > 0 ? `Bcc: ${hidden.join(",\r\n ")}\r\n` : "";
  return Buffer.concat([Buffer.from(`${draftHeader}: ${id}\r\n${bccField}`), raw]);
}

/** The forwarded message, which another program needs to finish the draft; undefined if it cannot be read. */
const forwardedIn = (world: World, owner: Owner, id: string) =>
  forwardedMessage(world, owner, { id }).then(
    ({ html }) => html,
    (error: unknown) => {
      if (error instanceof AppError) return undefined;
      throw error;
    },
  );

const peopleOf = (typed: string) => parseRecipients(typed).addresses.map((address) => ({ name: "", address }));
