import { expect, inject, test } from "vitest";
import { CannotStart } from "#lib/cannot-start.ts";
import { freePort } from "#test/free-port.ts";
import { databaseUrl } from "#test/global-setup.ts";
import { waitForDatabase } from "./wait-for-database.ts";

const quick = { patienceMs: 200, everyMs: 20 };

test("a database that is not up is waited for with one line, then given up with one sentence", async () => {
  const lines: string[] = [];
  const url = `postgres://ana@127.0.0.1:${await freePort()}/mail`;
  await expect(waitForDatabase(url, { ...quick, onWait: (line) => lines.push(line) })).rejects.toThrow(
    /^The database cannot be reached: connect ECONNREFUSED .*\. Check DATABASE_URL, and that the database runs\.$/,
  );
  expect(lines).toEqual([expect.stringMatching(/^The database is not reachable yet \(.*\)\. Waiting for it…$/)]);
});

test("a database that does not exist is named at once, with the command that creates it", async () => {
  const url = databaseUrl(inject("adminUrl"), "not_there");
  const refused = waitForDatabase(url, { onWait: () => expect.unreachable("no wait") });
  await expect(refused).rejects.toThrow(
    'The database "not_there" does not exist. Create it (createdb -O postgres not_there)',
  );
  await expect(refused).rejects.toBeInstanceOf(CannotStart);
});

test("a database that answers is not waited for", async () => {
  await waitForDatabase(inject("adminUrl"), { onWait: () => expect.unreachable("no wait") });
});
