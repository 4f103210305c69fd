import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { masterKeyFile, newMasterKey, openKeyring } from "./master-keys.ts";
import { createSealer } from "./seal.ts";

const place = { tenantId: "t1", table: "mail_servers", row: "smtp", field: "password" };

test("a sealed secret opens only for its own row and column", () => {
  const sealer = createSealer(() => [Buffer.alloc(32, 1)]);
  const sealed = sealer.seal("hunter2 hunter2", place);
  expect(sealed).not.toContain("hunter2");
  expect(sealer.open(sealed, place)).toBe("hunter2 hunter2");
  for (const other of [
    { ...place, tenantId: "t2" },
    { ...place, table: "ai_settings" },
    { ...place, row: "imap" },
    { ...place, field: "key" },
  ]) {
    expect(() => sealer.open(sealed, other)).toThrow();
  }
});

test("the same secret is sealed differently each time, and a changed byte does not open", () => {
  const sealer = createSealer(() => [Buffer.alloc(32, 1)]);
  const sealed = sealer.seal("secret", place);
  expect(sealer.seal("secret", place)).not.toBe(sealed);
  const last = sealed.at(-3) === "A" ? "B" : "A";
  expect(() => sealer.open(`${sealed.slice(0, -3)}${last}${sealed.slice(-2)}`, place)).toThrow();
  for (const broken of ["", "v1", "v2.a.b.c", "v1...", `${sealed}.x`])
    expect(() => sealer.open(broken, place)).toThrow();
});

test("after a rotation old secrets open, and once rewrapped they no longer need the old key", () => {
  const [old, fresh] = [randomBytes(32), randomBytes(32)];
  const sealed = createSealer(() => [old]).seal("secret", place);
  const rotating = createSealer(() => [fresh, old]);
  expect(rotating.isCurrent(sealed)).toBe(false);
  const rewrapped = rotating.rewrap(sealed, place);
  expect(rotating.isCurrent(rewrapped)).toBe(true);
  expect(createSealer(() => [fresh]).open(rewrapped, place)).toBe("secret");
  expect(() => createSealer(() => [fresh]).open(sealed, place)).toThrow(/is not known here/);
});

test("the master key comes from the setting, or is created once in a file that only its owner can read [RUN-20]", () => {
  const dataDir = mkdtempSync(join(tmpdir(), "intellibox-key-"));
  const fromFile = { dataDir, secret: undefined, previousSecret: undefined };
  const [made] = openKeyring(fromFile)();
  expect(made).toHaveLength(32);
  expect(statSync(masterKeyFile(dataDir)).mode & 0o777).toBe(0o600);
  const again = openKeyring(fromFile);
  expect(again()[0]).toEqual(made);

  // A running program sees a rotation.
  const next = newMasterKey();
  writeFileSync(masterKeyFile(dataDir), `${next}\n${made?.toString("base64")}\n`);
  expect(again().map((key) => key.toString("base64"))).toEqual([next, made?.toString("base64")]);

  const secret = newMasterKey();
  expect(openKeyring({ ...fromFile, secret })().map((key) => key.toString("base64"))).toEqual([secret]);
  rmSync(dataDir, { recursive: true });
});
