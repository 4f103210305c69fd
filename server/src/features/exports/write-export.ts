// Writes an export: a ZIP file with mail as mbox and everything else as JSON. Read from the database and the object store and
// written to the object store at the same time, so its size does not matter for memory.
import { Readable } from "node:stream";
import { exportDays } from "@intellibox/contract/endpoints/data-tasks";
import yazl from "yazl";
import { z } from "zod";
import { fencedTransaction } from "#db/fence.ts";
import { asc, eq, sql } from "#db/orm.ts";
import { job } from "#db/queue.ts";
import { dataTasks } from "#db/tables/data-tasks.ts";
import { users } from "#db/tables/users.ts";
import type { World } from "#scope.ts";
import { isTask } from "#features/data-tasks/data-tasks.ts";
import { type RunningTask, runDataTasks } from "#features/data-tasks/run-data-tasks.ts";
import { exportFolder, removeExportFile, writeExportFile } from "./export-files.ts";
import { type ExportEntry, fileNameOf, mailEntries, type Note } from "./export-mail.ts";
import { accountSections, companySections, jsonOf, type Owner, personalSections } from "./sections.ts";

/** Waiting exports are found by this job, whether its data names them or not. Also those of a process that died. */
export const exportsJob = job("data.export", z.object({}), {
  retryLimit: 0,
  policy: "short",
  expireInSeconds: 12 * 3600,
});

export const runExports = (world: World, _data: object, _platform: unknown, signal: AbortSignal, chunkBytes?: number) =>
  runDataTasks(world, "export", (task) => writeExport(world, task, chunkBytes), signal);

async function writeExport(world: World, task: RunningTask, chunkBytes?: number) {
  const { row, signal, progress, finish } = task;
  const missing = { mails: 0, left: 0 };
  const note: Note = ({ isMissing, hasLeft }) => {
    signal.throwIfAborted();
    if (isMissing) missing.mails++;
    else progress.done++;
    if (hasLeft) missing.left++;
  };
  try {
    const entries = await entriesOf(world, task, note);
    const content = zipOf(world, row, { entries, missing, signal });
    const written = await writeExportFile(world.outside.objects, row, content, chunkBytes);
    const expiresAt = new Date(world.outside.now().getTime() + exportDays * 24 * 3600 * 1000);
    await fencedTransaction(world.db, "platform", (tx) => finish(tx, { ...written, expiresAt }));
  } catch (error) {
    await removeAttempt(world, row).catch((failed: Error) =>
      world.log.warn({ err: failed, task: row.id }, "the files of a failed export were not removed"),
    );
    throw error;
  }
}

type Row = RunningTask["row"];

/** Not if another process has it, which writes to the same folder, or if only the answer to the last commit was lost. */
async function removeAttempt(world: World, row: Row) {
  const [found] = await fencedTransaction(world.db, "platform", (tx) =>
    tx.select({ state: dataTasks.state, attempts: dataTasks.attempts }).from(dataTasks).where(isTask(row)),
  );
  if (!found) return world.outside.objects.removeFolder(exportFolder(row.id));
  const isFinished = found.state === "done" && found.attempts === row.attempts;
  if (!isFinished) await removeExportFile(world.outside.objects, row);
}

type Contents = { entries: ExportEntry[]; missing: { mails: number; left: number }; signal: AbortSignal };

async function* zipOf(world: World, row: Row, { entries, missing, signal }: Contents): AsyncGenerator<Buffer> {
  const zip = new yazl.ZipFile();
  const output = zip.outputStream as Readable;
  zip.on("error", (error: Error) => output.destroy(error));
  const mtime = world.outside.now();
  const about = { name: "README.txt", content: () => Readable.from([readme(row, mtime, missing)]) };
  // Last, because it says how many mails could not be read.
  for (const { name, content } of [...entries, about])
    zip.addReadStreamLazy(name, { mtime, compressionLevel: 3 }, (done) =>
      done(null, Readable.from(content(), { objectMode: false })),
    );
  zip.end();
  for await (const piece of output) {
    signal.throwIfAborted();
    yield piece as Buffer;
  }
}

async function entriesOf(world: World, { row, progress }: RunningTask, note: Note) {
  const { subjectKind, subjectId, subjectTenantId: tenantId, withMail } = row;
  progress.total = 0;
  const ofPerson = async (userId: string, folder: string): Promise<ExportEntry[]> => {
    const owner = { tenantId, userId };
    const sections = [...accountSections(owner), ...(withMail ? personalSections(owner) : [])];
    const files = sections.map((section) => ({ name: section.file, content: () => jsonOf(world, owner, section) }));
    const mail = withMail ? await mailEntries(world, owner, note) : [];
    if (withMail) progress.total += await countMails(world, owner);
    return [...files, ...mail].map(({ name, content }) => ({ name: `${folder}${name}`, content }));
  };
  if (subjectKind === "user") return ofPerson(subjectId, "");

  const people = await fencedTransaction(world.db, "platform", (tx) =>
    tx
      .select({ id: users.id, email: users.email })
      .from(users)
      .where(eq(users.tenantId, tenantId))
      .orderBy(asc(users.createdAt), asc(users.id)),
  );
  // No person's id: only what every administrator of the company may see.
  const company = { tenantId, userId: "00000000-0000-0000-0000-000000000000" };
  const entries: ExportEntry[] = companySections(tenantId).map((section) => ({
    name: section.file,
    content: () => jsonOf(world, company, section),
  }));
  for (const [at, { id, email }] of people.entries())
    entries.push(...(await ofPerson(id, `users/${String(at + 1).padStart(4, "0")}-${fileNameOf(email)}/`)));
  return entries;
}

async function countMails(world: World, owner: Owner): Promise<number> {
  const { rows } = await fencedTransaction(world.db, owner, (tx) =>
    tx.execute<{ mails: number }>(
      sql`select count(*)::int as mails from messages where tenant_id = ${owner.tenantId} and user_id = ${owner.userId}`,
    ),
  );
  return rows[0]?.mails ?? 0;
}

function readme({ subjectKind, withMail }: Row, at: Date, { mails: missing, left }: Contents["missing"]): string {
  const lines = [
    `Intellibox: the data of a ${subjectKind}, exported on ${at.toISOString()}.`,
    "",
    withMail
      ? "mail/…/*.mbox hold the mail with its attachments (mboxrd format, one file for each folder). Most mail programs import them."
      : "This export holds no mail.",
    "*.json hold everything else. Dates are in UTC. Passwords, keys and tokens are never exported.",
    ...(missing > 0
      ? [
          "",
          `${missing} ${missing === 1 ? "mail" : "mails"} could not be read from the object store and are not included.`,
        ]
      : []),
    ...(left > 0
      ? [
          "",
          `${left} ${left === 1 ? "mail has" : "mails have"} attachments that were never loaded. They are on the mailbox's server only.`,
        ]
      : []),
  ];
  return `${lines.join("\n")}\n`;
}
