import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readModelFile } from "./model-file.ts";

test("a model file is checked before the start, and bounds its own memory", () => {
  const folder = mkdtempSync(join(tmpdir(), "intellibox-model-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const problemsOf = (path: string) => readModelFile({ INTELLIBOX_MODEL_FILE: path }).problems[0];
  const good = write("small.gguf", "GGUF and more");
  expect(readModelFile({ INTELLIBOX_MODEL_FILE: good })).toEqual({
    modelFile: { path: good, name: "small.gguf", maxMemoryBytes: 20 + 2 ** 30 },
    problems: [],
  });
  expect(readModelFile({ INTELLIBOX_MODEL_FILE: good, INTELLIBOX_MODEL_MEMORY_MB: 2 }).modelFile?.maxMemoryBytes).toBe(
    2 ** 21,
  );
  expect(problemsOf(write("notes.txt", "Hello"))).toContain("is not a GGUF file");
  expect(problemsOf(join(folder, "none.gguf"))).toContain("cannot be read");
  expect(problemsOf(folder)).toContain("cannot be read");
  expect(readModelFile({ INTELLIBOX_MODEL_MEMORY_MB: 2 }).problems).toHaveLength(1);
  expect(readModelFile({})).toEqual({ problems: [] });
});
