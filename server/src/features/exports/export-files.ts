// The file of an export in the object store: objects of a fixed size, so that writing and reading it takes little memory.
import type { ObjectStore } from "#outside/objects/object-store.ts";

const chunkBytes = 8 << 20;

export const exportFolder = (taskId: string) => `export-${taskId}`;
export const taskOfFolder = (folder: string) => /^export-([0-9a-f-]{36})$/.exec(folder)?.[1];

/** The attempt that wrote it is a part of its name: a process that lost its lease may still write for a moment. */
type WrittenBy = { id: string; attempts: number };

const chunkKey = ({ id, attempts }: WrittenBy, at: number) =>
  `${exportFolder(id)}/chunk-${attempts}-${String(at).padStart(8, "0")}`;

/** Replaces what an earlier attempt left. */
export async function writeExportFile(
  objects: ObjectStore,
  task: WrittenBy,
  content: AsyncIterable<Buffer>,
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

export async function* readExportFile(objects: ObjectStore, task: WrittenBy & { chunks: number }) {
  for (let at = 0; at < task.chunks; at++) {
    const chunk = await objects.get(chunkKey(task, at));
    if (!chunk) throw new Error("A part of an export is missing");
    yield chunk;
  }
}
