import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { createArchiveFile } from "./archive-file.ts";

const folder = await mkdtemp(join(tmpdir(), "intellibox-archives-"));
afterAll(() => rm(folder, { recursive: true }));

test("a backup removes the drafts that killed ones left, and nothing else", async () => {
  const uuid = "0b9f1c52-6f0e-4c6a-9f55-3f0a4a1d2b3c";
  const killed = `.intellibox-2026-01-01T000000Z.tar.gz.${uuid}.part`;
  const others = [
    `.intellibox-2026-01-02T000000Z.tar.gz.${uuid}.part.txt`,
    `.notes.tar.gz.${uuid}.part`,
    ".intellibox-2026-01-03T000000Z.tar.gz.part",
    "intellibox-2026-01-04T000000Z.tar.gz",
  ];
  const running = `.intellibox-2026-01-05T000000Z.tar.gz.${uuid}.part`;
  const dayAgo = new Date(Date.now() - 24 * 3600 * 1000);
  for (const name of [killed, ...others]) {
    await writeFile(join(folder, name), "half");
    await utimes(join(folder, name), dayAgo, dayAgo);
  }
  await writeFile(join(folder, running), "half");
  const archive = await createArchiveFile(folder, "intellibox-new.tar.gz");
  expect(await readdir(folder)).not.toContain(killed);
  expect(await readdir(folder)).toEqual(expect.arrayContaining([...others, running]));
  archive.sink.end("whole");
  await new Promise((done) => archive.sink.once("close", done));
  await archive.complete();
  expect(await readFile(archive.name, "utf8")).toBe("whole");
  expect((await readdir(folder)).sort()).toEqual([...others, running, "intellibox-new.tar.gz"].sort());
});
