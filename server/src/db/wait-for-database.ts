import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { CannotStart } from "#lib/cannot-start.ts";
import { causesOf } from "#lib/faults.ts";
import { isUnreachable } from "./database-faults.ts";

type Options = {
  /** Called once, if the database is not up yet. */
  onWait: (line: string) => void;
  /** A database that is started together with the program is up within seconds. */
  patienceMs?: number;
  everyMs?: number;
};

/** Waits until the database accepts the owner. Throws one sentence that says what to do if it never does. */
export async function waitForDatabase(
  ownerUrl: string,
  { onWait, patienceMs = 30_000, everyMs = 500 }: Options,
): Promise<void> {
  const giveUpAt = Date.now() + patienceMs;
  let isWaiting = false;
  for (;;) {
    const error = await connectError(ownerUrl);
    if (!error) return;
    if (!isUnreachable(error) || (isWaiting && Date.now() >= giveUpAt))
      throw new CannotStart(sentenceFor(error, ownerUrl), { cause: error });
    if (!isWaiting) onWait(`The database is not reachable yet (${messageOf(error)}). Waiting for it…`);
    isWaiting = true;
    await sleep(everyMs);
  }
}

async function connectError(connectionString: string): Promise<Error | undefined> {
  const client = new pg.Client({
    connectionString,
    application_name: "intellibox migrations",
    connectionTimeoutMillis: 10_000,
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return undefined;
  } catch (error) {
    return error as Error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** A host name with several addresses gives one error for each, and the sum of them has no message. */
const messageOf = (error: Error) => [...causesOf(error)].map(({ message }) => message).find(Boolean) ?? "no answer";

function sentenceFor(error: Error, ownerUrl: string): string {
  const { code } = error as { code?: string };
  const { username, pathname } = new URL(ownerUrl);
  const [user, database] = [decodeURIComponent(username), decodeURIComponent(pathname.slice(1))];
  if (code === "3D000")
    return `The database "${database}" does not exist. Create it (createdb -O ${user || "<user>"} ${database}), or correct DATABASE_URL.`;
  if (code?.startsWith("28"))
    return `The database refuses the user "${user}": ${error.message}. Check the user and password of DATABASE_URL.`;
  return `The database cannot be reached: ${messageOf(error)}. Check DATABASE_URL, and that the database runs.`;
}
