import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Failure } from "./failure.ts";

export type Login = { url: string; key: string; allowsHttp?: boolean };

const fileIn = (folder: string) => join(folder, "login.json");

/** Writes a new file that only its owner can read, and puts it in place of the old one: the key is never in a file of another mode. */
export async function saveLogin(folder: string, login: Login) {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = fileIn(folder);
  const unfinished = `${file}.${randomUUID()}`;
  await writeFile(unfinished, `${JSON.stringify(login, null, 2)}\n`, { mode: 0o600, flag: "wx" });
  await rename(unfinished, file);
  return file;
}

export async function readLogin(folder: string): Promise<Login | undefined> {
  const file = fileIn(folder);
  const found = await stat(file).catch(() => undefined);
  if (!found) return undefined;
  if (process.platform !== "win32" && (found.mode & 0o077) !== 0)
    throw new Failure(`Others can read ${file}. Run: chmod 600 ${file}`);
  const login = await readFile(file, "utf8").then((text) => parsed(text) as Partial<Login> | undefined);
  if (typeof login?.url !== "string" || typeof login.key !== "string")
    throw new Failure(`${file} is damaged. Run: intellibox login <address>`);
  return { url: login.url, key: login.key, allowsHttp: login.allowsHttp === true };
}

export const removeLogin = (folder: string) => rm(fileIn(folder), { force: true });

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
