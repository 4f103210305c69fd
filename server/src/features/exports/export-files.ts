// The file of an export in the object store: objects of a fixed size, so that writing and reading it takes little memory.
import type { ObjectStore } from "#outside/objects/object-store.ts";

const defaultChunkBytes = 8 << 20;

export const exportFolder = (taskId: string) => `export-${taskId}`;
export const taskOfFolder = (folder: string) => /^export-([0-9a-f-]{36})$/.exec(folder)?.[1];

/** The attempt that wrote it is a part of its name: a process that lost its lease may still write for a moment. */
type WrittenBy = { id: string; attempts: number };

const chunkPrefix = ({ id, attempts }: WrittenBy) => `${exportFolder(id)}/chunk-${attempts}-`;
const chunkKey = (task: WrittenBy, at: number) => `${chunkPrefix(task)}${String(at).padStart(8, "0")}`;

/** Replaces what an earlier attempt left. */
export async function writeExportFile(
  objects: ObjectStore,
  task: WrittenBy,
  content: AsyncIterable<Buffer>,
  chunkBytes = defaultChunkBytes,
): Promise<{ bytes: number; chunks: number }> {
  await objects.removeFolder(exportFolder(task.id));
  let [bytes, chunks, size] = [0, 0, 0];
  let pieces: Buffer[] = [];
  const store = async () => {
    await objects.put(chunkKey(task, chunks++), Buffer.concat(pieces));
    [pieces, size] = [[], 0];
  };
  for await (const piece of content) {
    pieces.push(piece);
    size += piece.length;
    bytes += piece.length;
    if (size >= chunkBytes) await store();
  }
  if (size > 0) await store();
  return { bytes, chunks };
}

/** Removes what one attempt wrote, and nothing of the others. */
export async function removeExportFile(objects: ObjectStore, task: WrittenBy) {
  const keys: string[] = [];
  for await (const { key } of objects.list(exportFolder(task.id)))
    if (key.startsWith(chunkPrefix(task))) keys.push(key);
  await objects.remove(keys);
}

export async function* readExportFile(objects: ObjectStore, task: WrittenBy & { chunks: number }) {
  for (let at = 0; at < task.chunks; at++) {
    const chunk = await objects.get(chunkKey(task, at));
    if (!chunk) throw new Error("A part of an export is missing");
    yield chunk;
  }
}
