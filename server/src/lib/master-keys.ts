// The master keys: from the setting, or from a file that is created once and that only its owner can read. Never logged.
import { randomBytes } from "node:crypto";
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Keyring, keyIdOf } from "./seal.ts";

type Sources = { dataDir: string; secret: string | undefined; previousSecret: string | undefined };

export const masterKeyFile = (dataDir: string) => join(dataDir, "secret.key");

type FoundKeys = { keys: Buffer[]; ids: string[]; place: string };

/** The keys that there are, newest first, and their place. Unlike `openKeyring`, creates none. */
export function findKeys({ dataDir, secret, previousSecret }: Sources): FoundKeys {
  const file = masterKeyFile(dataDir);
  const isSet = Boolean(secret || previousSecret);
  const keys = isSet || existsSync(file) ? openKeyring({ dataDir, secret, previousSecret })() : [];
  return { keys, ids: keys.map(keyIdOf), place: isSet ? "the setting INTELLIBOX_SECRET" : `the file ${file}` };
}

/** Newest first. The file is read again when it changes, so that a running program sees a rotation. */
export function openKeyring({ dataDir, secret, previousSecret }: Sources): Keyring {
  const given = [secret, previousSecret].filter((key) => key !== undefined).map((key) => Buffer.from(key, "base64"));
  if (given.length > 0) return () => given;

  const file = masterKeyFile(dataDir);
  createOnce(file, dataDir);
  let known: { at: number; keys: Buffer[] } | undefined;
  return () => {
    const at = statSync(file).mtimeMs;
    if (known?.at !== at) known = { at, keys: readKeys(file) };
    return known.keys;
  };
}

export const newMasterKey = () => randomBytes(32).toString("base64");

/** Adds a new first key. The older ones still open what they sealed. Returns the number of keys. */
export function addMasterKey(dataDir: string): number {
  const file = masterKeyFile(dataDir);
  createOnce(file, dataDir);
  return writeKeys(file, [Buffer.from(newMasterKey(), "base64"), ...readKeys(file)]);
}

/** Removes all keys but the newest. Check first that nothing is sealed by the others: it would be lost. */
export function dropOldMasterKeys(dataDir: string): number {
  const file = masterKeyFile(dataDir);
  return writeKeys(file, readKeys(file).slice(0, 1));
}

/** Puts the keys of a backup into a data folder that has none. */
export function writeMasterKeys(dataDir: string, keys: Buffer[]): number {
  const file = masterKeyFile(dataDir);
  if (existsSync(file)) throw new Error(`${file} exists already`);
  mkdirSync(dataDir, { recursive: true });
  return writeKeys(file, keys);
}

/** Atomic, so that a reader finds the old file or the new one. */
function writeKeys(file: string, keys: Buffer[]): number {
  const draft = `${file}.${process.pid}`;
  const text = keys.map((key) => `${key.toString("base64")}\n`).join("");
  writeFileSync(draft, text, { mode: 0o600, flush: true });
  renameSync(draft, file);
  return keys.length;
}

function createOnce(file: string, dataDir: string) {
  if (existsSync(file)) return;
  mkdirSync(dataDir, { recursive: true });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${newMasterKey()}\n`, { mode: 0o600, flush: true });
  try {
    // Fails if the name exists, so that two processes at their first start use the same key.
    linkSync(draft, file);
  } catch (cause) {
    if (!existsSync(file)) throw cause;
  } finally {
    rmSync(draft, { force: true });
  }
}

function readKeys(file: string) {
  const keys = readFileSync(file, "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => Buffer.from(line, "base64"));
  if (keys.length === 0 || keys.some((key) => key.length !== 32))
    throw new Error(`${file} does not hold 32-byte keys in base64`);
  return keys;
}
