// Facts, answers, pages and files of one person, or of the whole company.
import type { BodyOf } from "@intellibox/contract/endpoint";
import type {
  knowledge as calls,
  KnowledgeContent,
  KnowledgeEntry,
  KnowledgeSource,
  MeaningProgress,
} from "@intellibox/contract/endpoints/knowledge";
import { may } from "@intellibox/contract/rules/access";
import {
  isPast,
  type KnowledgeKind,
  maxKnowledgePieces,
  maxKnowledgeSources,
  maxKnowledgeText,
  maxKnowledgeTitle,
} from "@intellibox/contract/rules/knowledge";
import { plainLine, withoutDeceiving } from "@intellibox/contract/rules/plain-line";
import { t } from "@intellibox/contract/text/t";
import { conflict, forbidden, invalid, notFound } from "#lib/errors.ts";
import type { Tx } from "#db/fence.ts";
import { and, asc, desc, eq, getTableColumns, isNull, or, sql } from "#db/orm.ts";
import { firstOr, only } from "#db/rows.ts";
import { knowledgePieces, knowledgeSources } from "#db/tables/knowledge.ts";
import { makePieces, type NewPiece } from "#engine/knowledge/make-pieces.ts";
import type { Scope } from "#scope.ts";
import { embeddingSettingsIn } from "#features/ai-settings/model-settings.ts";
import { readTaskFacts } from "#features/ai-settings/task-facts.ts";
import { refuseKey } from "#features/api-keys/refuse-key.ts";
import { audit, changesBetween } from "#features/audit/audit.ts";
import { wakeEmbedding } from "./embed-job.ts";
import { notEmbedded, progressOf } from "./meaning-progress.ts";

export type SourceRow = typeof knowledgeSources.$inferSelect;

/** Every column but the text, which may be long. */
const { body: _, question: __, ...itemColumns } = getTableColumns(knowledgeSources);

export const presentSource = (scope: Scope, row: Omit<SourceRow, "body" | "question">): KnowledgeSource => {
  const { id, kind, title, audience, validUntil, state, problem, isPartial } = row;
  const { pages, pieces, size, version, updatedAt } = row;
  return {
    ...{ id, kind, title, audience, validUntil, state, problem, isPartial, pages, pieces, size, version, updatedAt },
    isShared: row.userId === null,
    isOutOfDate: isPast(validUntil, scope.now()),
  };
};

export const listKnowledge = (scope: Scope): Promise<{ items: KnowledgeSource[]; meaning: MeaningProgress | null }> =>
  scope.tx(async (tx) => {
    const rows = await tx
      .select(itemColumns)
      .from(knowledgeSources)
      .where(isVisible(scope))
      .orderBy(desc(knowledgeSources.updatedAt), desc(knowledgeSources.id));
    const facts = await readTaskFacts(tx, scope);
    const model = embeddingSettingsIn(facts, scope);
    return {
      items: rows.map((row) => presentSource(scope, row)),
      meaning: model ? progressOf(scope, rows, facts, model) : null,
    };
  });

export const getKnowledge = (scope: Scope, id: string): Promise<KnowledgeEntry> =>
  scope.tx(async (tx) => {
    const row = firstOr(await tx.select().from(knowledgeSources).where(isSource(scope, id)), missing());
    const content = await tx
      .select({
        id: knowledgePieces.id,
        page: knowledgePieces.page,
        heading: knowledgePieces.heading,
        text: knowledgePieces.text,
      })
      .from(knowledgePieces)
      .where(and(eq(knowledgePieces.tenantId, scope.tenantId), eq(knowledgePieces.sourceId, id)))
      .orderBy(asc(knowledgePieces.position));
    return { ...presentSource(scope, row), question: row.question, text: row.body, content };
  });

export async function createKnowledge(
  scope: Scope,
  { isShared, kind, ...content }: BodyOf<typeof calls.create>,
): Promise<KnowledgeSource> {
  if (isShared) refuseMember(scope);
  const { pieces, ...values } = written(kind, content, isShared);
  const userId = isShared ? null : scope.user.id;
  return scope.tx(async (tx) => {
    await refuseTooMany(tx, scope, userId, pieces.length);
    const now = scope.now();
    const inserted = tx.insert(knowledgeSources).values({
      ...{ ...values, tenantId: scope.tenantId, userId, kind, pieces: pieces.length },
      ...{ state: "ready", createdAt: now, updatedAt: now },
    });
    const row = only(await inserted.returning());
    await insertPieces(tx, row, pieces);
    await wakeEmbedding(tx, scope.tenantId, scope.enqueue);
    await changed(tx, scope, "knowledge.created", row);
    return presentSource(scope, row);
  });
}

export const updateKnowledge = (
  scope: Scope,
  id: string,
  { basedOn, ...content }: BodyOf<typeof calls.update>,
): Promise<KnowledgeSource> =>
  scope.tx(async (tx) => {
    const before = await lockSource(tx, scope, id, basedOn);
    const { pieces, ...values } = before.kind === "file" ? fileValues(before, content) : rewritten(before, content);
    if (pieces) {
      await refuseTooManyPieces(tx, before, pieces.length - before.pieces);
      await tx
        .delete(knowledgePieces)
        .where(and(eq(knowledgePieces.tenantId, before.tenantId), eq(knowledgePieces.sourceId, id)));
      await insertPieces(tx, before, pieces);
    }
    const row = only(
      await tx
        .update(knowledgeSources)
        .set({
          ...{ ...values, version: before.version + 1, updatedAt: scope.now() },
          // The vectors went with the pieces. Whoever makes new ones now has the old text.
          ...(pieces && { ...notEmbedded, pieces: pieces.length }),
        })
        .where(isSource(scope, id))
        .returning(),
    );
    await wakeEmbedding(tx, scope.tenantId, scope.enqueue);
    const { title, audience, validUntil } = values;
    await changed(tx, scope, "knowledge.updated", row, changesBetween(before, { title, audience, validUntil }));
    return presentSource(scope, row);
  });

const rewritten = (before: SourceRow, content: KnowledgeContent) =>
  written(before.kind, content, before.userId === null);

/** The text of a file stays as it was read. */
const fileValues = (before: SourceRow, { title, audience, validUntil }: KnowledgeContent) => ({
  title: title || before.title,
  audience: before.userId === null ? audience : ("everybody" as const),
  validUntil,
  pieces: undefined,
});

/** The row and its pieces, as they are stored. */
function written(kind: KnowledgeKind, content: KnowledgeContent, isShared: boolean) {
  const body = cleanText(content.text);
  const { question } = content;
  const most = kind === "file" ? 0 : maxKnowledgeText[kind];
  if (body === "") throw invalid(t("Text is required"), { text: t("Text is required") });
  if (body.length > most) {
    const tooLong = t("The text is too long: at most {max} characters", { max: most.toLocaleString("en") });
    throw invalid(tooLong, { text: tooLong });
  }
  if (kind === "qa" && question === "")
    throw invalid(t("Question is required"), { question: t("Question is required") });
  if (kind === "page" && content.title === "") throw invalid(t("Title is required"), { title: t("Title is required") });
  const title = content.title || plainLine(kind === "qa" ? question : body, maxKnowledgeTitle);
  const pieces = makePieces([{ page: null, text: body }], title, kind === "qa" ? question : "");
  return {
    ...{ title, body, pieces, validUntil: content.validUntil, question: kind === "qa" ? question : "" },
    audience: isShared ? content.audience : ("everybody" as const),
    size: Buffer.byteLength(body),
  };
}

/** Without characters that PostgreSQL cannot store, that control a terminal, or that hide or reverse text. */
export const cleanText = (text: string) =>
  withoutDeceiving(text.toWellFormed())
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(/(?![\n\t])\p{Cc}/gu, "")
    .trim();

const perStatement = 500;

export async function insertPieces(tx: Tx, { tenantId, userId, id }: SourceRow, pieces: NewPiece[]) {
  for (let from = 0; from < pieces.length; from += perStatement)
    await tx
      .insert(knowledgePieces)
      .values(
        pieces
          .slice(from, from + perStatement)
          .map((piece, at) => ({ ...piece, tenantId, userId, sourceId: id, position: from + at })),
      );
}

/** Locks an entry that the caller may change, if it still has the given version. */
export async function lockSource(tx: Tx, scope: Scope, id: string, basedOn: number): Promise<SourceRow> {
  const row = firstOr(await tx.select().from(knowledgeSources).where(isSource(scope, id)).for("update"), missing());
  if (row.userId === null) refuseMember(scope);
  if (row.version !== basedOn)
    throw conflict(t("This entry was changed meanwhile. Open it again, and repeat your change."));
  return row;
}

export function refuseMember({ user }: Scope) {
  refuseKey({ user });
  if (!may(user.role, "admin")) throw forbidden(t("Only an administrator can change the company's knowledge."));
}

/** Two calls at the same time may pass this by one; the limits only bound the storage. */
export async function refuseTooMany(tx: Tx, scope: Scope, userId: string | null, pieces: number) {
  const { count } = await countKnowledge(tx, { tenantId: scope.tenantId, userId });
  if (count >= maxKnowledgeSources)
    throw conflict(
      t("There are {max} entries already. Delete one that is not used any more.", { max: maxKnowledgeSources }),
    );
  await refuseTooManyPieces(tx, { tenantId: scope.tenantId, userId }, pieces);
}

async function refuseTooManyPieces(tx: Tx, owner: Pick<SourceRow, "tenantId" | "userId">, more: number) {
  if (!(await hasRoomFor(tx, owner, more)))
    throw conflict(t("There is no room for more text. Delete an entry that is not used any more."));
}

export async function hasRoomFor(tx: Tx, owner: Pick<SourceRow, "tenantId" | "userId">, more: number) {
  const { pieces } = await countKnowledge(tx, owner);
  return pieces + more <= maxKnowledgePieces;
}

async function countKnowledge(tx: Tx, { tenantId, userId }: Pick<SourceRow, "tenantId" | "userId">) {
  const isOwner = userId === null ? isNull(knowledgeSources.userId) : eq(knowledgeSources.userId, userId);
  return only(
    await tx
      .select({
        count: sql<number>`count(*)::int`,
        pieces: sql<number>`coalesce(sum(${knowledgeSources.pieces}), 0)::int`,
      })
      .from(knowledgeSources)
      .where(and(eq(knowledgeSources.tenantId, tenantId), isOwner, isNull(knowledgeSources.removedAt))),
  );
}

/** Tells the pages of those who see it, and audits changes of the company's entries. */
export async function changed(tx: Tx, scope: Scope, action: string, row: SourceRow, changes = {}) {
  const { tenantId, userId } = row;
  if (userId === null) await audit(tx, scope, { action, targetId: row.id, targetName: row.title, changes });
  await scope.publish(tx, userId === null ? { tenantId } : { tenantId, userId }, { kind: "knowledge", data: {} });
}

/** The entries that the caller may read. Row-level security hides other companies and other people; the role is checked here. */
export const isReadable = ({ tenantId, user }: Scope) =>
  and(
    eq(knowledgeSources.tenantId, tenantId),
    or(
      eq(knowledgeSources.userId, user.id),
      and(
        isNull(knowledgeSources.userId),
        may(user.role, "admin") ? undefined : eq(knowledgeSources.audience, "everybody"),
      ),
    ),
  );
const isVisible = (scope: Scope) => and(isReadable(scope), isNull(knowledgeSources.removedAt));
export const isSource = (scope: Scope, id: string) => and(isVisible(scope), eq(knowledgeSources.id, id));
export const missing = () => notFound(t("Entry not found"));
