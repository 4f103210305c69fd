// Reads files in the background. A job of a file runs once in all processes; one whose process died is begun again, three times at
// most. Pieces are stored in one transaction with the state, so they are never there twice.
import type { BodyOf } from "@intellibox/contract/endpoint";
import type { knowledge as calls, KnowledgeSource } from "@intellibox/contract/endpoints/knowledge";
import { isExtractable } from "@intellibox/contract/rules/extractable";
import { type knowledgeProblems, maxKnowledgeTitle } from "@intellibox/contract/rules/knowledge";
import { plainLine } from "@intellibox/contract/rules/plain-line";
import { t } from "@intellibox/contract/text/t";
import { z } from "zod";
import { AppError, invalid } from "#lib/errors.ts";
import { threaded } from "#lib/threads.ts";
import { publish } from "#db/events.ts";
import { fencedTransaction, type Tx } from "#db/fence.ts";
import { and, eq, isNull, lt, or, sql } from "#db/orm.ts";
import { job } from "#db/queue.ts";
import { only } from "#db/rows.ts";
import { knowledgeFiles, knowledgeSources } from "#db/tables/knowledge.ts";
import type { NewPiece } from "#engine/knowledge/make-pieces.ts";
import type { Extracted } from "#outside/extractors/extract.ts";
import { ExtractError } from "#outside/extractors/extract-error.ts";
import type { UploadedFile } from "#http/uploads.ts";
import type { Scope, World } from "#scope.ts";
import { shownName } from "#features/summaries/extract-text.ts";
import { wakeEmbedding } from "./embed-job.ts";
import {
  changed,
  cleanText,
  hasRoomFor,
  insertPieces,
  presentSource,
  refuseMember,
  refuseTooMany,
  type SourceRow,
} from "./knowledge.ts";

type Problem = (typeof knowledgeProblems)[number];

const inThread = threaded<typeof import("#engine/knowledge/make-pieces.ts")>(
  new URL("../../engine/knowledge/make-pieces.ts", import.meta.url),
);

const fileData = z.object({ tenantId: z.uuid(), sourceId: z.uuid(), userId: z.uuid().nullable() });
type FileJob = z.infer<typeof fileData>;
export const readFileJob = job("knowledge.read", fileData, {
  // One job of a file waits or runs, in all processes.
  ...{ policy: "exclusive", retryLimit: 3, retryDelay: 10, expireInSeconds: 600 },
});
/** Runs every minute, for files whose job was lost. */
export const findUnreadJob = job("knowledge.find-unread", z.object({}), { retryLimit: 0 });

const maxAttempts = 3;
const maxPerRun = 200;
/** Longer than reading takes, so that a file that is being read is left alone. */
const lostAfter = sql`now() - interval '10 minutes'`;

export async function uploadFile(
  scope: Scope,
  [file]: UploadedFile[],
  { isShared, audience, validUntil }: BodyOf<typeof calls.upload>,
): Promise<KnowledgeSource> {
  if (isShared) refuseMember(scope);
  if (!file) throw invalid(t("Choose a file to add"));
  const title = plainLine(shownName(file.name), maxKnowledgeTitle) || t("File");
  if (!isExtractable(file.name)) throw new AppError("unsupported", t("This kind of file cannot be read"));
  if (file.bytes.length === 0) throw invalid(t("The file is empty"));
  const { tenantId } = scope;
  const userId = isShared ? null : scope.user.id;
  return scope.tx(async (tx) => {
    await refuseTooMany(tx, scope, userId, 0);
    const now = scope.now();
    const values = {
      ...({
        tenantId,
        userId,
        title,
        validUntil: validUntil ?? null,
        kind: "file",
        state: "reading",
        size: file.bytes.length,
      } as const),
      ...{ audience: isShared ? audience : ("everybody" as const), createdAt: now, updatedAt: now },
    };
    const row = only(await tx.insert(knowledgeSources).values(values).returning());
    await tx.insert(knowledgeFiles).values({ tenantId, userId, id: row.id, bytes: file.bytes });
    await scope.enqueue(tx, readFileJob, { tenantId, sourceId: row.id, userId }, { singletonKey: row.id });
    await changed(tx, scope, "knowledge.created", row);
    return presentSource(scope, row);
  });
}

/** The rows of the company have no user; the entry stands for one. */
const reachOf = ({ tenantId, sourceId, userId }: FileJob) => ({ tenantId, userId: userId ?? sourceId });
const isRowOf = ({ tenantId, sourceId }: FileJob) =>
  and(eq(knowledgeSources.tenantId, tenantId), eq(knowledgeSources.id, sourceId));

export async function readKnowledgeFile(world: World, data: FileJob, _platform?: unknown, signal?: AbortSignal) {
  const begun = await fencedTransaction(world.db, reachOf(data), (tx) => begin(tx, data));
  if (!begun) return;
  const owner = reachOf(data);
  const { title, bytes } = begun;
  try {
    const read = await world.outside.extractor.extract({ name: title, bytes }, { owner, ...(signal && { signal }) });
    const pieces = await inThread("makePieces", [partsOf(read), title], { owner, timeoutMs: 60_000 });
    await fencedTransaction(world.db, owner, (tx) => store(world, tx, data, read, pieces));
  } catch (error) {
    // A stop of this process is no fault of the file: the job begins again.
    if (!(error instanceof ExtractError) || error.fault === "cancelled") throw error;
    const { fault } = error;
    await fencedTransaction(world.db, owner, (tx) => fail(tx, data, fault));
  }
}

/** Undefined if it was read, removed or given up meanwhile. */
async function begin(tx: Tx, data: FileJob) {
  const [row] = await tx
    .select({ title: knowledgeSources.title, attempts: knowledgeSources.attempts, bytes: knowledgeFiles.bytes })
    .from(knowledgeSources)
    .innerJoin(
      knowledgeFiles,
      and(eq(knowledgeFiles.tenantId, knowledgeSources.tenantId), eq(knowledgeFiles.id, knowledgeSources.id)),
    )
    .where(and(isRowOf(data), eq(knowledgeSources.state, "reading"), isNull(knowledgeSources.removedAt)))
    .for("update", { of: knowledgeSources });
  if (!row) return undefined;
  if (row.attempts >= maxAttempts) {
    await fail(tx, data, "timeout");
    return undefined;
  }
  await tx
    .update(knowledgeSources)
    .set({ attempts: row.attempts + 1, readingSince: sql`now()` })
    .where(isRowOf(data));
  return row;
}

const withPages: Extracted["kind"][] = ["pdf", "image"];

/** Pages of a PDF or picture have numbers. Of other files, each part is searched for its own headings. */
const partsOf = ({ parts, kind }: Extracted) =>
  parts.map((text, at) => ({ page: withPages.includes(kind) ? at + 1 : null, text: cleanText(text) }));

async function store(world: World, tx: Tx, data: FileJob, { parts, kind, truncated }: Extracted, pieces: NewPiece[]) {
  const [row] = await tx
    .select()
    .from(knowledgeSources)
    .where(and(isRowOf(data), eq(knowledgeSources.state, "reading")))
    .for("update");
  // Another process has read it meanwhile, or it was removed for good.
  if (!row) return;
  if (pieces.length === 0) return fail(tx, data, "empty");
  if (!(await hasRoomFor(tx, row, pieces.length))) return fail(tx, data, "no_room");
  await insertPieces(tx, row, pieces);
  await wakeEmbedding(tx, row.tenantId, world.queue.enqueue);
  await settle(tx, data, {
    ...{ state: "ready", isPartial: truncated, pages: withPages.includes(kind) ? parts.length : 0 },
    pieces: pieces.length,
  });
}

const fail = (tx: Tx, data: FileJob, fault: Problem | "cancelled") =>
  settle(tx, data, { state: "failed", problem: fault === "cancelled" ? "timeout" : fault });

/** The bytes are not needed any more: pieces have the text. */
async function settle(tx: Tx, data: FileJob, values: Partial<SourceRow>) {
  await tx
    .update(knowledgeSources)
    .set({ ...values, readingSince: null, updatedAt: sql`now()` })
    .where(isRowOf(data));
  const { tenantId, sourceId, userId } = data;
  await tx.delete(knowledgeFiles).where(and(eq(knowledgeFiles.tenantId, tenantId), eq(knowledgeFiles.id, sourceId)));
  await publish(tx, userId === null ? { tenantId } : { tenantId, userId }, { kind: "knowledge", data: {} });
}

/** Enqueues files that wait, or whose process died. A file that has a job gets no second one. */
export async function findUnreadFiles(world: World): Promise<void> {
  // As platform: files of all tenants.
  const found = await fencedTransaction(world.db, "platform", (tx) =>
    tx
      .select({
        tenantId: knowledgeSources.tenantId,
        sourceId: knowledgeSources.id,
        userId: knowledgeSources.userId,
      })
      .from(knowledgeSources)
      .where(
        and(
          eq(knowledgeSources.state, "reading"),
          isNull(knowledgeSources.removedAt),
          or(isNull(knowledgeSources.readingSince), lt(knowledgeSources.readingSince, lostAfter)),
        ),
      )
      .limit(maxPerRun),
  );
  for (const data of found)
    await fencedTransaction(world.db, reachOf(data), (tx) =>
      world.queue.enqueue(tx, readFileJob, data, { singletonKey: data.sourceId }),
    );
}
