import { api } from "@intellibox/contract/api";
import { expect, test } from "vitest";
import { mergeWorld } from "#test/merge-world.ts";

const { writer, call, draft, start, run, totals, recipients, app, person, peek } = await mergeWorld();

/** A run to three people, and the path of the link that each of them got. */
async function sentRun() {
  const { who, server } = await writer();
  const id = await draft(who);
  await start(who, id);
  await run(who, id);
  const linkOf = (address: string) => {
    const raw = server.mails.find(({ to }) => to.includes(address))?.raw.toString() ?? "";
    return new URL(/^List-Unsubscribe: <([^>]+)>/m.exec(raw)?.[1] ?? "").pathname;
  };
  return { who, server, id, linkOf };
}

const listed = async (tenantId: string) =>
  (await peek<{ address: string; kind: string }>("select address, kind from suppressions where tenant_id = $1 order by 1", [tenantId])); // biome-ignore format: one query

test("opening the link asks and changes nothing; its button unsubscribes, without sign-in and twice [MRG-52]", async () => {
  const { who, id, linkOf } = await sentRun();
  const url = linkOf("ada@example.test");
  for (const method of ["GET", "HEAD"] as const) expect((await app.inject({ method, url })).statusCode).toBe(200);
  const page = await app.inject({ url });
  expect(page.headers["content-type"]).toContain("text/html");
  expect(page.body).toContain('<form method="post">');
  expect(page.body).toContain("ada@example.test");
  expect(page.body).not.toContain("<script");
  expect(await listed(who.tenantId)).toEqual([]);
  for (let time = 0; time < 2; time++) {
    const done = await app.inject({
      method: "POST",
      url,
      headers: { "content-type": "application/x-www-form-urlencoded" },
      payload: "",
    });
    expect([done.statusCode, done.body.includes("You are unsubscribed")]).toEqual([200, true]);
  }
  expect(await listed(who.tenantId)).toEqual([{ address: "ada@example.test", kind: "unsubscribed" }]);
  expect(await totals(who, id)).toMatchObject({ unsubscribed: 1, sent: 3 });
  expect(await recipients(who, id, { show: "unsubscribed" })).toMatchObject([{ address: "ada@example.test" }]);
});

test("a link of an unsubscribed address says so instead of asking; after it is taken off the list it asks again [MRG-57]", async () => {
  const { who, linkOf } = await sentRun();
  const url = linkOf("ada@example.test");
  const admin = await person("ADMIN", { tenantId: who.tenantId });
  const page = async (path = url) => (await app.inject({ url: path })).body;
  // A bounce is not the wish of its owner.
  await peek("insert into suppressions (tenant_id, address, kind) values ($1, 'bo@example.test', 'bounced')", [
    who.tenantId,
  ]);
  const bo = linkOf("bo@example.test");
  expect(await page(bo)).toContain('<form method="post">');
  for (const path of [url, bo]) {
    await app.inject({ method: "POST", url: path });
    expect(await page(path)).toContain("You are unsubscribed");
    expect(await page(path)).not.toContain("<form");
  }
  await call(admin, api.suppressions.remove, { body: { address: "ada@example.test", reason: "They asked" } });
  expect(await page()).toContain('<form method="post">');
});

test("a mail program unsubscribes with one POST, as a form or as multipart (RFC 8058) [MRG-53]", async () => {
  const { who, linkOf } = await sentRun();
  const form = await app.inject({
    method: "POST",
    url: linkOf("bo@example.test"),
    headers: { "content-type": "application/x-www-form-urlencoded" },
    payload: "List-Unsubscribe=One-Click",
  });
  const multipart = await app.inject({
    method: "POST",
    url: linkOf("cy@example.test"),
    headers: { "content-type": "multipart/form-data; boundary=b" },
    payload: '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n',
  });
  expect([form.statusCode, multipart.statusCode]).toEqual([200, 200]);
  expect((await listed(who.tenantId)).map(({ address }) => address)).toEqual(["bo@example.test", "cy@example.test"]);
});

test("a link works after the mail merge was deleted; an unknown one answers 404 and no other route takes forms [MRG-52]", async () => {
  const { who, id, linkOf } = await sentRun();
  const url = linkOf("ada@example.test");
  await call(who, api.mailMerges.remove, { params: { id } });
  expect((await app.inject({ method: "POST", url })).statusCode).toBe(200);
  expect(await listed(who.tenantId)).toHaveLength(1);
  for (const wrong of ["/u/x", `${url.slice(0, -1)}${url.endsWith("A") ? "B" : "A"}`])
    for (const method of ["GET", "POST"] as const)
      expect((await app.inject({ method, url: wrong })).statusCode).toBe(404);
  const elsewhere = await app.inject({
    method: "POST",
    url: "/api/auth/login",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    payload: "email=a",
  });
  expect(elsewhere.statusCode).toBe(415);
});

test("a suppressed address is named with its line in the next list, and left out [MRG-54]", async () => {
  const { who, linkOf } = await sentRun();
  await app.inject({ method: "POST", url: linkOf("bo@example.test") });
  const id = await draft(who);
  const { body } = await call(who, api.mailMerges.get, { params: { id } });
  expect(body.problems).toEqual([{ line: 3, address: "bo@example.test", reason: "suppressed" }]);
  expect(body.totals).toMatchObject({ recipients: 3, waiting: 2, leftOut: 1 });
  const bo = (await recipients(who, id, { show: "left_out" }))[0];
  const back = await call(who, api.mailMerges.changeRecipient, {
    params: { id, recipientId: bo?.id },
    body: { leftOut: false },
  });
  expect(back.status).toBe(409);
  await start(who, id);
  expect(await run(who, id)).toMatchObject({ state: "done", totals: { sent: 2, leftOut: 1 } });
});

test("an administrator adds addresses by hand or from a file, and takes one off with a reason in the audit [MRG-55]", async () => {
  const admin = await person("ADMIN");
  const text = 'Name,Email\n"Ada",Ada@Example.test\nBo,<bo@example.test>; nonsense\n';
  const added = await call(admin, api.suppressions.add, { body: { text, note: "Asked by phone" } });
  expect(added.body).toEqual({ added: 2, known: 0 });
  expect((await call(admin, api.suppressions.add, { body: { text: "bo@example.test" } })).body).toEqual({
    added: 0,
    known: 1,
  });
  expect((await call(admin, api.suppressions.add, { body: { text: "nothing" } })).status).toBe(400);
  const { body } = await call(admin, api.suppressions.list, { query: { q: "ada@" } });
  expect(body).toMatchObject({
    total: 1,
    items: [{ address: "ada@example.test", kind: "added", note: "Asked by phone" }],
  });
  const noReason = await call(admin, api.suppressions.remove, { body: { address: "ada@example.test", reason: " " } });
  expect(noReason.status).toBe(400);
  await call(admin, api.suppressions.remove, { body: { address: "ada@example.test", reason: "Subscribed again" } });
  const [record] = await peek<{ changes: object; target_name: string }>(
    "select changes, target_name from audit_records where tenant_id = $1 and action = 'suppression.removed'",
    [admin.tenantId],
  );
  expect(record).toEqual({ target_name: "ada@example.test", changes: { kind: "added", reason: "Subscribed again" } });
  expect((await listed(admin.tenantId)).map(({ address }) => address)).toEqual(["bo@example.test"]);
});

test("only administrators see the list, and only that of their own company [MRG-55, MRG-80]", async () => {
  const admin = await person("ADMIN");
  await call(admin, api.suppressions.add, { body: { text: "ada@example.test" } });
  const member = await person("NORMAL_USER", { tenantId: admin.tenantId });
  const other = await person("ADMIN");
  expect((await call(member, api.suppressions.list)).status).toBe(403);
  expect((await call(member, api.suppressions.add, { body: { text: "x@example.test" } })).status).toBe(403);
  expect((await call(other, api.suppressions.list)).body.total).toBe(0);
  const foreign = await call(other, api.suppressions.remove, { body: { address: "ada@example.test", reason: "Mine" } });
  expect(foreign.status).toBe(404);
  expect(await listed(admin.tenantId)).toHaveLength(1);
});
