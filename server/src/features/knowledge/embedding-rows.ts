// The rows of entries and vectors, as making vectors claims, stores and gives them back.
import type { EmbeddingProblem } from "@intellibox/contract/rules/knowledge";
import { isOwnerActive } from "#db/active-owner.ts";
import { publish } from "#db/events.ts";
import { fencedTransaction, type Tx } from "#db/fence.ts";
import { embeddingLease } from "#db/lease.ts";
import { and, asc, eq, isNull, lt, ne, notExists, or, type SQL, sql } from "#db/orm.ts";
import { knowledgePieces, knowledgeSources, knowledgeVectors } from "#db/tables/knowledge.ts";
import type { World } from "#scope.ts";
import type { SourceRow } from "./knowledge.ts";
import { bytesOf, signsOf } from "./vectors.ts";

type Owner = { tenantId: string; userId: string | null };
export type Claimed = { row: SourceRow; holder: string };
type Piece = { id: string; heading: string; text: string };

const batchSize = 64;

const isDue = (world: World, name: string) =>
  and(
    eq(knowledgeSources.state, "ready"),
    isNull(knowledgeSources.removedAt),
    or(
      isNull(knowledgeSources.embeddingModel),
      ne(knowledgeSources.embeddingModel, name),
      lt(knowledgeSources.embedded, knowledgeSources.pieces),
    ),
    // A change of the model does not wait for the pause of the one before.
    or(sql`${knowledgeSources.embedAt} <= now()`, ne(knowledgeSources.embeddingModel, name)),
    embeddingLease.isFree(world.presence),
  ) as SQL;

/** As platform, which sees only ids and states. */
export const dueOwners = (world: World, tenantId: string, model: string): Promise<Owner[]> =>
  fencedTransaction(world.db, "platform", (tx) =>
    tx
      .selectDistinct({ tenantId: knowledgeSources.tenantId, userId: knowledgeSources.userId })
      .from(knowledgeSources)
      .where(
        and(
          eq(knowledgeSources.tenantId, tenantId),
          isDue(world, model),
          or(isNull(knowledgeSources.userId), isOwnerActive(tx, knowledgeSources)),
        ),
      ),
  );

/** The rows of the company have no user; the company stands for one. */
export const reachOf = ({ tenantId, userId }: Owner) => ({ tenantId, userId: userId ?? tenantId });
const isRow = ({ tenantId, id }: SourceRow) =>
  and(eq(knowledgeSources.tenantId, tenantId), eq(knowledgeSources.id, id)) as SQL;

export const claim = (world: World, owner: Owner, model: string): Promise<Claimed | undefined> =>
  fencedTransaction(world.db, reachOf(owner), async (tx) => {
    const { tenantId, userId } = owner;
    const isOwned = and(
      eq(knowledgeSources.tenantId, tenantId),
      userId === null ? isNull(knowledgeSources.userId) : eq(knowledgeSources.userId, userId),
    );
    const [found] = await tx
      .select()
      .from(knowledgeSources)
      .where(and(isOwned, isDue(world, model)))
      .orderBy(asc(knowledgeSources.updatedAt), asc(knowledgeSources.id))
      .limit(1)
      .for("update", { skipLocked: true });
    if (!found) return undefined;
    const isOther = found.embeddingModel !== model;
    // Vectors of different models cannot be compared.
    if (isOther)
      await tx
        .delete(knowledgeVectors)
        .where(and(eq(knowledgeVectors.tenantId, tenantId), eq(knowledgeVectors.sourceId, found.id)));
    const holder = world.presence.newHolder();
    const begun = isOther ? { embeddingModel: model, embedded: 0, embedAttempts: 0, embedProblem: null } : {};
    await tx
      .update(knowledgeSources)
      .set({ ...embeddingLease.claim(holder), ...begun })
      .where(isRow(found));
    return { row: { ...found, ...begun }, holder };
  });

/** Those of an entry that have no vector yet. */
export const nextPieces = (tx: Tx, { tenantId, id }: SourceRow): Promise<Piece[]> =>
  tx
    .select({ id: knowledgePieces.id, heading: knowledgePieces.heading, text: knowledgePieces.text })
    .from(knowledgePieces)
    .where(
      and(
        eq(knowledgePieces.tenantId, tenantId),
        eq(knowledgePieces.sourceId, id),
        notExists(
          tx
            .select({ id: knowledgeVectors.id })
            .from(knowledgeVectors)
            .where(
              and(eq(knowledgeVectors.tenantId, knowledgePieces.tenantId), eq(knowledgeVectors.id, knowledgePieces.id)),
            ),
        ),
      ),
    )
    .orderBy(asc(knowledgePieces.position))
    .limit(batchSize);

/** False if the lease was lost. */
export async function store(
  tx: Tx,
  { row, holder }: Claimed,
  model: string,
  pieces: Piece[],
  vectors: Float32Array[],
): Promise<boolean> {
  const isOurs = and(isRow(row), embeddingLease.isHeldBy(holder));
  const held = await tx
    .update(knowledgeSources)
    .set({ ...embeddingLease.renewal, embedded: sql`${knowledgeSources.embedded} + ${pieces.length}` })
    .where(isOurs)
    .returning({ id: knowledgeSources.id });
  if (held.length === 0) return false;
  const { tenantId, userId, id: sourceId } = row;
  await tx.insert(knowledgeVectors).values(
    pieces.map(({ id }, at) => {
      const vector = vectors[at] ?? new Float32Array();
      const bits = { signs: signsOf(vector), vector: bytesOf(vector), dimension: vector.length };
      return { tenantId, id, userId, sourceId, model, ...bits };
    }),
  );
  return true;
}

type Outcome = { embedAttempts?: number; embedProblem?: EmbeddingProblem | null; embedAt?: SQL };

export async function release(tx: Tx, { row, holder }: Claimed, outcome: Outcome) {
  await tx
    .update(knowledgeSources)
    .set({ ...embeddingLease.release, ...outcome })
    .where(and(isRow(row), embeddingLease.isHeldBy(holder)));
  await tell(tx, row);
}

export const tell = (tx: Tx, { tenantId, userId }: SourceRow) =>
  publish(tx, userId === null ? { tenantId } : { tenantId, userId }, { kind: "knowledge", data: {} });
