// With the optional package (`npm run model -- install`): node-llama-cpp itself, and a tiny random model.
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { writeTinyGguf } from "#test/tiny-gguf.ts";
import { isLibraryIn, libraryFolder } from "./library.ts";
import { openFileModel } from "./model-process.ts";

test.runIf(isLibraryIn(libraryFolder))(
  "node-llama-cpp loads a model file and answers within the bounds",
  { timeout: 120_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "intellibox-model-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, "tiny.gguf");
    writeTinyGguf(file);
    expect(existsSync(file)).toBe(true);
    const model = openFileModel({ library: libraryFolder, file, maxMemoryBytes: 2 * 2 ** 30 });
    onTestFinished(() => model.close());
    const request = { system: "Be brief.", prompt: "Hello", temperature: 0.7, maxTokens: 3 };
    const signal = new AbortController().signal;
    const answer = await model.answer(request, { signal });
    expect(answer.tokensIn).toBeGreaterThan(5);
    expect(answer.tokensOut).toBeGreaterThan(0);
    expect(answer.tokensOut).toBeLessThanOrEqual(3);
    expect(["length", "complete"]).toContain(answer.finish);
    await expect(model.answer({ ...request, prompt: "word ".repeat(3000) }, { signal })).rejects.toMatchObject({
      fault: "rejected",
    });
    expect((await model.answer(request, { signal })).tokensOut).toBeGreaterThan(0);
  },
);
