import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { basename, resolve } from "node:path";

export type ModelFile = { path: string; name: string; maxMemoryBytes: number };
type Given = { INTELLIBOX_MODEL_FILE?: string | undefined; INTELLIBOX_MODEL_MEMORY_MB?: number | undefined };

/** The weights, and as much again for the context of a small model; at least what the runtime itself needs. */
const memoryFor = (bytes: number) => Math.round(bytes * 1.5) + 2 ** 30;

/** Checks the model file of the settings, so that a wrong path stops the start and not the first draft. */
export function readModelFile({ INTELLIBOX_MODEL_FILE: given, INTELLIBOX_MODEL_MEMORY_MB: megabytes }: Given): {
  modelFile?: ModelFile;
  problems: string[];
} {
  if (!given) {
    return { problems: megabytes ? ["INTELLIBOX_MODEL_MEMORY_MB needs INTELLIBOX_MODEL_FILE"] : [] };
  }
  const path = resolve(given);
  let file: number | undefined;
  try {
    file = openSync(path, "r");
    const magic = Buffer.alloc(4);
    readSync(file, magic, 0, 4, 0);
    if (magic.toString("latin1") !== "GGUF") return { problems: [`INTELLIBOX_MODEL_FILE is not a GGUF file: ${path}`] };
    const maxMemoryBytes = megabytes ? megabytes * 2 ** 20 : memoryFor(fstatSync(file).size);
    return { modelFile: { path, name: basename(path), maxMemoryBytes }, problems: [] };
  } catch (error) {
    return { problems: [`INTELLIBOX_MODEL_FILE cannot be read: ${(error as Error).message}`] };
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
