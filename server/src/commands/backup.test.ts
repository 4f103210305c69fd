import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import pg from "pg";
import { afterAll, expect, inject, test } from "vitest";
import { newId } from "#lib/ids.ts";
import { masterKeyFile } from "#lib/master-keys.ts";
import { testMasterKey } from "#test/app-process.ts";
import { databaseUrl } from "#test/global-setup.ts";
import { testWorld } from "#test/test-world.ts";

const { url, peek, person } = await testWorld();
const scratch = await mkdtemp(join(tmpdir(), "intellibox-commands-"));
const target = `commands_${newId().replaceAll("-", "")}`;
const admin = async (statement: string) => {
  const client = new pg.Client({ connectionString: inject("adminUrl") });
  await client.connect();
  await client.query(statement).finally(() => client.end());
};
await admin(`create database ${target}`);

/** A bucket that accepts uploads in parts. */
const stored = new Map<string, Buffer>();
const uploads = new Map<string, Buffer[]>();
const bucket = createServer(async (request, response) => {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  const { pathname, searchParams } = new URL(request.url ?? "", "http://bucket");
  const isSigned = request.headers.authorization?.startsWith("AWS4-HMAC-SHA256 Credential=key/");
  if (!isSigned) return response.writeHead(403).end("<Error/>");
  if (request.method === "GET") {
    const bytes = stored.get(pathname);
    return bytes ? response.end(bytes) : response.writeHead(404).end("<Error><Code>NoSuchKey</Code></Error>");
  }
  if (searchParams.has("uploads")) {
    uploads.set("upload-1", []);
    return response.end("<R><UploadId>upload-1</UploadId></R>");
  }
  const parts = uploads.get(searchParams.get("uploadId") ?? "") ?? [];
  if (request.method === "PUT") {
    parts[Number(searchParams.get("partNumber")) - 1] = Buffer.concat(pieces);
    return response.setHeader("etag", '"tag"').end();
  }
  if (request.method === "POST") stored.set(pathname, Buffer.concat(parts));
  uploads.clear();
  response.end("<R/>");
});
await new Promise<void>((done) => bucket.listen(0, "127.0.0.1", done));
const endpoint = `http://127.0.0.1:${(bucket.address() as AddressInfo).port}`;

afterAll(async () => {
  bucket.closeAllConnections();
  bucket.close();
  await admin(`drop database if exists ${target} with (force)`);
  await rm(scratch, { recursive: true, force: true });
});

const passphrase = "a passphrase of the operator";
async function run(command: string, args: string[], settings: Record<string, string> = {}) {
  const env = {
    PATH: process.env.PATH,
    DATABASE_URL: url,
    INTELLIBOX_DATA: join(scratch, "source"),
    INTELLIBOX_BACKUP_S3_ENDPOINT: endpoint,
    INTELLIBOX_BACKUP_S3_ACCESS_KEY: "key",
    INTELLIBOX_BACKUP_S3_SECRET_KEY: "secret",
    ...settings,
  };
  const file = fileURLToPath(new URL(`${command}.ts`, import.meta.url));
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [file, ...args], { env, cwd: scratch });
    return { code: 0, said: stdout + stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, said: stdout + stderr };
  }
}

test("a backup with its key goes to a bucket and is restored from there; the key is never in plain text", async () => {
  const { tenantId } = await person("SUPER_ADMIN");
  const secret = { INTELLIBOX_SECRET: testMasterKey.toString("base64"), INTELLIBOX_BACKUP_PASSPHRASE: passphrase };
  const made = await run("backup", ["s3://bucket/some/prefix", "--with-key"], secret);
  expect(made).toMatchObject({
    code: 0,
    said: expect.stringMatching(/^s3:\/\/bucket\/some\/prefix\/intellibox-.*Z\.tar\.gz is complete/),
  });
  expect(made.said).toContain("The master key is in it, encrypted");
  const [path = ""] = stored.keys();
  const restored = {
    DATABASE_URL: databaseUrl(inject("adminUrl"), target),
    INTELLIBOX_DATA: join(scratch, "restored"),
  };

  const wrong = await run("restore", [`s3:/${path}`], {
    ...restored,
    INTELLIBOX_BACKUP_PASSPHRASE: "a wrong passphrase",
  });
  expect(wrong).toMatchObject({ code: 1, said: expect.stringContaining("is wrong. Nothing was restored") });
  const done = await run("restore", [`s3:/${path}`], { ...restored, INTELLIBOX_BACKUP_PASSPHRASE: passphrase });
  expect(done).toMatchObject({ code: 0, said: expect.stringContaining("All were compared with the archive.") });
  const key = masterKeyFile(restored.INTELLIBOX_DATA);
  expect((await readFile(key, "utf8")).trim()).toBe(testMasterKey.toString("base64"));
  expect((await stat(key)).mode & 0o777).toBe(0o600);
  expect(await peek("select id from tenants where id = $1", [tenantId])).toHaveLength(1);
}, 120_000);

test("a backup into a folder has no key, and only its owner can read it", async () => {
  const made = await run("backup", ["backups"]);
  expect(made).toMatchObject({ code: 0, said: expect.stringContaining("The master key is not in it.") });
  const files = await readdir(join(scratch, "backups"));
  expect(files).toEqual([expect.stringMatching(/^intellibox-.*Z\.tar\.gz$/)]);
  expect((await stat(join(scratch, "backups", files[0] ?? ""))).mode & 0o777).toBe(0o600);
}, 120_000);

test("a backup into a file, or below one, is refused with a sentence", async () => {
  const file = join(scratch, "a-file");
  await writeFile(file, "kept");
  for (const place of ["a-file", "a-file/below"])
    expect(await run("backup", [place])).toEqual({
      code: 1,
      said: `${join(scratch, place)} is not a folder, or leads through a file. Name a folder for the backup.\n`,
    });
  expect(await readFile(file, "utf8")).toBe("kept");
}, 120_000);

test("a backup of a data folder without a database says so and creates none", async () => {
  const missing = await run("backup", ["backups"], { DATABASE_URL: "", INTELLIBOX_DATA: join(scratch, "nowhere") });
  expect(missing).toMatchObject({
    code: 1,
    said: expect.stringMatching(/^There is no embedded database for .*nowhere/),
  });
  expect(await readdir(scratch)).not.toContain("nowhere");
}, 60_000);

test("an argument that is not understood prints the usage and does nothing", async () => {
  const refused = { code: 1, said: expect.stringMatching(/^--force is not understood\.\nnpm run restore -- <file>/) };
  expect(await run("restore", ["--force", "x"])).toMatchObject(refused);
}, 60_000);
