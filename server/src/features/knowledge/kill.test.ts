import { api } from "@intellibox/contract/api";
import { afterAll, expect, test } from "vitest";
import { type AppProcess, startAppProcess } from "#test/app-process.ts";
import { assistantWorld } from "#test/assistant-world.ts";
import { embeddingsFor, inputsOf, isEmbedding } from "#test/fake-embeddings.ts";
import { pageText, pdfOf } from "#test/make-documents.ts";
import { until } from "#test/outbox-world.ts";
import { uploadKnowledge } from "#test/upload-knowledge.ts";
import { declareJobs } from "../../jobs.ts";

// Without workers here: only the programs that are killed read files and make vectors.
const product = await assistantWorld();
const { withModel, peek, url, world, app, call } = product;
await declareJobs(world);
const running = new Set<AppProcess>();
afterAll(async () => {
  for (const one of running) await one.kill();
});

const startProcess = async () => {
  const started = await startAppProcess({ url, dataDir: world.config.dataDir });
  running.add(started);
  return started;
};
const kill = async (one: AppProcess) => {
  running.delete(one);
  await one.kill();
};

const pages = 120;
const files = 3;

test("files are read once each, and their pieces embedded once each, also if a process is killed meanwhile [KNO-11] [KNO-32]", async () => {
  let isStuck = true;
  const { who, model } = await withModel(
    (given) => (isEmbedding(given) && !isStuck ? embeddingsFor(given) : { pieces: [], hang: true }),
    { embeddingModel: "meaning-1" },
  );
  const bytes = pdfOf({ pages, content: pageText("Pumps cost 410 euros. Delivery takes five days.") });
  for (let at = 0; at < files; at++)
    expect((await uploadKnowledge(app, who, `list ${at}.pdf`, bytes)).status).toBe(201);
  const count = async (where: string) =>
    (await peek(`select from knowledge_sources where tenant_id = $1 and ${where}`, [who.tenantId])).length;
  const first = await startProcess();
  // It reads a file when it is killed.
  await until(async () => (await count("state = 'reading' and reading_since is not null")) > 0, 120_000);
  await kill(first);
  const begun = await count("attempts > 0 and state = 'reading'");
  const second = await startProcess();
  await until(async () => (await count("state = 'ready'")) === files, 240_000);
  expect(await count(`pieces = ${pages} and embedded = 0`)).toBe(files);
  expect(await count("attempts = 2")).toBe(begun);
  const stored = "select distinct source_id, position from knowledge_pieces where tenant_id = $1";
  expect(await peek(stored, [who.tenantId])).toHaveLength(files * pages);
  expect(await peek("select from knowledge_pieces where tenant_id = $1", [who.tenantId])).toHaveLength(files * pages);
  expect(await peek("select from knowledge_files where tenant_id = $1", [who.tenantId])).toEqual([]);
  // Its embedding model hangs, so it holds an entry when it is killed.
  await until(async () => (await count("lease_until is not null")) > 0 && model.calls.length > 0, 150_000);
  isStuck = false;
  const asked = model.calls.length;
  await kill(second);
  await startProcess();
  await until(async () => (await count(`embedded = ${pages} and lease_until is null`)) === files, 240_000);
  expect((await call(who, api.knowledge.list)).body.meaning).toMatchObject({ embedded: files * pages, problem: null });
  expect(await peek("select from knowledge_vectors where tenant_id = $1", [who.tenantId])).toHaveLength(files * pages);
  // Only what the killed process had begun is sent again.
  const sent = model.calls
    .slice(asked)
    .filter(isEmbedding)
    .map((one) => inputsOf(one).length);
  expect(sent.reduce((sum, size) => sum + size, 0)).toBe(files * pages);
}, 900_000);
