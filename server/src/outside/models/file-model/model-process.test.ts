import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { type FileModelOptions, openFileModel } from "./model-process.ts";

/** A library with the part of node-llama-cpp's interface that the child uses. The prompt says how it behaves. */
const library = mkdtempSync(join(tmpdir(), "intellibox-library-"));
const folder = join(library, "node_modules", "node-llama-cpp", "dist");
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, "..", "package.json"), '{"type":"module"}');
writeFileSync(
  join(folder, "index.js"),
  `export const getLlama = async () => ({
    loadModel: async ({ modelPath }) => {
      if (modelPath === "broken.gguf") throw new Error("not a model");
      if (modelPath === "slow.gguf") await new Promise(() => undefined);
      return { tokenize: (text) => text.split(" "), createContext: async () => ({ contextSize: 100, getSequence: () => ({ tokenMeter: { usedInputTokens: 3, usedOutputTokens: 2 }, dispose() {} }) }) };
    },
  });
  let answers = 0;
  const held = [];
  export class LlamaChatSession {
    constructor({ systemPrompt }) { this.system = systemPrompt; }
    dispose() {}
    async promptWithMeta(prompt, { onTextChunk, signal, maxTokens, temperature }) {
      answers += 1;
      if (prompt === "crash") process.exit(7);
      if (prompt === "environment") { onTextChunk(Object.keys(process.env).sort().join(" ")); return { stopReason: "eogToken" }; }
      if (prompt === "deaf") await new Promise(() => undefined);
      if (prompt === "grow") held.push(Buffer.alloc(400e6, 1));
      if (prompt === "wait" || prompt === "grow") {
        onTextChunk("begun");
        await new Promise((done) => signal.addEventListener("abort", done));
        return { stopReason: "abort" };
      }
      for (const piece of [this.system, " ", prompt, " ", answers, " ", maxTokens, " ", temperature]) onTextChunk(String(piece));
      return { stopReason: prompt === "cut" ? "maxTokens" : "eogToken" };
    }
  }`,
);
afterAll(() => rmSync(library, { recursive: true }));

function open(options: Partial<FileModelOptions> = {}) {
  const model = openFileModel({ library, file: "small.gguf", maxMemoryBytes: 2 ** 40, ...options });
  onTestFinished(() => model.close());
  const ask = (
    prompt: string,
    { signal = new AbortController().signal, onText = (_: string): void => undefined } = {},
  ) => model.answer({ system: "Be brief.", prompt, temperature: 0.5, maxTokens: 9 }, { signal, onText });
  return { model, ask };
}

test("an answer is streamed, and one process serves several", async () => {
  const { ask } = open();
  const pieces: string[] = [];
  const answer = await ask("Hello", { onText: (piece) => pieces.push(piece) });
  expect(answer).toEqual({ text: "Be brief. Hello 1 9 0.5", finish: "complete", tokensIn: 3, tokensOut: 2 });
  expect(pieces.join("")).toBe(answer.text);
  expect(await ask("cut")).toMatchObject({ text: "Be brief. cut 2 9 0.5", finish: "length" });
  expect((await ask("one ".repeat(24))).text).toContain(" 3 9 0.5");
  await expect(ask("one ".repeat(40))).rejects.toMatchObject({ fault: "rejected", message: /too long/ });
  // The product's secrets are in its environment.
  expect((await ask("environment")).text).not.toMatch(/SECRET|DATABASE|INTELLIBOX/);
});

test("after a crash the request fails by name, and the next one starts the process again", async () => {
  const { ask } = open();
  expect((await ask("a")).text).toContain(" 1 ");
  await expect(ask("crash")).rejects.toMatchObject({ fault: "unreachable" });
  expect((await ask("b")).text).toContain("b 1 ");
});

test("requests run one at a time, a cancelled one ends, and too many are refused", async () => {
  const { ask } = open({ limits: { maxWaiting: 1 } });
  const stop = new AbortController();
  const begun = Promise.withResolvers<void>();
  const first = ask("wait", { signal: stop.signal, onText: () => begun.resolve() });
  await begun.promise;
  const second = ask("second");
  expect(() => ask("third")).toThrow("busy");
  stop.abort();
  await expect(first).rejects.toMatchObject({ fault: "cancelled" });
  expect((await second).text).toContain("second 2 ");
});

test("a process that is silent, does not stop or takes too much memory is ended", async () => {
  const { ask } = open({ limits: { silenceMs: 1500 } });
  await expect(ask("deaf")).rejects.toMatchObject({ fault: "timeout" });
  expect((await ask("again")).text).toContain("again 1 ");
  const bounded = open({ maxMemoryBytes: 350e6, limits: { memoryEveryMs: 20 } });
  await expect(bounded.ask("grow")).rejects.toMatchObject({ fault: "rejected", message: /334 MB/ });
});

test("a file that cannot be loaded, or not in time, says so", async () => {
  await expect(open({ file: "broken.gguf" }).ask("x")).rejects.toMatchObject({
    fault: "rejected",
    message: "The model on this computer cannot be used: not a model",
  });
  await expect(open({ file: "slow.gguf", limits: { loadMs: 300 } }).ask("x")).rejects.toMatchObject({
    fault: "timeout",
  });
});

test("without the optional package, the error says how to install it", async () => {
  await expect(open({ library: tmpdir() }).ask("x")).rejects.toThrow("npm run model -- install");
});

test("an idle process is ended, and its memory given back", async () => {
  const { model, ask } = open({ limits: { idleMs: 1 } });
  await ask("a");
  await expect.poll(model.isRunning, { timeout: 10_000 }).toBe(false);
  expect((await ask("b")).text).toContain("b 1 ");
});
