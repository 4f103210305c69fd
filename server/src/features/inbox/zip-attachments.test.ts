import { attachmentsZipPath } from "@intellibox/contract/rules/file-paths";
import { expect, test } from "vitest";
import { mailOf } from "#test/mail-of.ts";
import { mailWorld } from "#test/mail-world.ts";
import type { Caller } from "#test/test-world.ts";
import { unzip } from "#test/unzip.ts";

const { person, giveMail, listOf, app } = await mailWorld({ jobs: false });

const download = (who: Caller, id: string) =>
  app.inject({ url: `/api${attachmentsZipPath(id)}`, headers: { authorization: `Bearer ${who.token}` } });

test("all attachments are downloaded as one file, under names that are safe and different, by the mail's owner only", async () => {
  const who = await person("NORMAL_USER");
  const files = [
    { name: "Plan.txt", type: "text/plain", content: "First" },
    { name: "plan.txt", type: "text/plain", content: "Second" },
    { name: "../evil.txt", type: "text/plain", content: "Third" },
  ];
  await giveMail(who, [mailOf({ subject: "Files / of May", files }), mailOf({ subject: "None" })]);
  const { items } = await listOf(who);
  const idOf = (subject: string) => items.find((item) => item.subject === subject)?.id ?? "";
  const answer = await download(who, idOf("Files / of May"));
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({
    "content-type": "application/zip",
    "content-disposition": expect.stringContaining('filename="Files of May.zip"'),
    "x-content-type-options": "nosniff",
  });
  const found = await unzip(answer.rawPayload);
  expect(Object.values(found)).toEqual(["First", "Second", "Third"]);
  expect(Object.keys(found).slice(0, 2)).toEqual(["Plan.txt", "plan (2).txt"]);
  expect(Object.keys(found)[2]).toMatch(/^[^/\\]*evil\.txt$/);
  expect((await download(who, idOf("None"))).statusCode).toBe(404);
  const colleague = await person("ADMIN", { tenantId: who.tenantId });
  expect((await download(colleague, idOf("Files / of May"))).statusCode).toBe(404);
});
