import { api } from "@intellibox/contract/api";
import { maxMergeDrafts } from "@intellibox/contract/rules/mail-merge";
import { expect, test } from "vitest";
import { newId } from "#lib/ids.ts";
import { file, mergeWorld } from "#test/merge-world.ts";
import { sendDueMerges } from "./run-merges.ts";

const { writer, call, draft, keep, get, start, run, recipients, totals, app, person, smtp, pointAt, logsOf, world } =
  await mergeWorld();

const rawOf = (server: { mails: { to: string[]; raw: Buffer }[] }, address: string) =>
  server.mails.find(({ to }) => to.includes(address))?.raw.toString() ?? "";
const unfolded = (raw: string) =>
  raw
    .replaceAll(/\r\n[ \t]/g, " ")
    .replaceAll("=\r\n", "")
    .replaceAll("=3D", "=");

test("a draft is kept on the server with its recipients, text and settings [MRG-10]", async () => {
  const { who } = await writer();
  const id = await draft(who, { ratePerMinute: 60, tracked: false, fallbacks: { City: "your city" } });
  expect(await get(who, id)).toMatchObject({
    state: "draft",
    subject: "Hello {FirstName}",
    fileName: "list.csv",
    columns: ["Email", "FirstName", "City"],
    addressColumn: "Email",
    ...{ ratePerMinute: 60, tracked: false, fallbacks: { City: "your city" } },
    totals: { recipients: 3, waiting: 3, sent: 0 },
  });
  const { body } = await call(who, api.mailMerges.list);
  expect(body).toMatchObject({ total: 1, items: [{ id, totals: { recipients: 3 } }] });
});

test("a person can have 50 drafts [MRG-10]", async () => {
  const { who } = await writer();
  const [first] = await Promise.all(Array.from({ length: maxMergeDrafts }, () => call(who, api.mailMerges.create)));
  const refused = await call(who, api.mailMerges.create);
  expect([refused.status, refused.body]).toEqual([
    409,
    expect.objectContaining({ error: "You have 50 drafts already. Delete one that you do not need." }),
  ]);
  await call(who, api.mailMerges.remove, { params: { id: first?.body.id ?? "" } });
  expect((await call(who, api.mailMerges.create)).status).toBe(201);
});

test("other recipients replace the first ones, and too many are refused with their number [MRG-01]", async () => {
  const { who } = await writer();
  const id = await draft(who);
  const typed = { source: "typed", text: "Dee Fox <dee@example.test>, eve@example.test" };
  await call(who, api.mailMerges.setRecipients, { params: { id }, body: typed });
  expect((await recipients(who, id)).map(({ address, values }) => [address, values])).toEqual([
    ["dee@example.test", { Name: "Dee Fox" }],
    ["eve@example.test", {}],
  ]);
  const lines = Array.from({ length: 5_001 }, (_, at) => `p${at}@example.test`).join("\n");
  const refused = await call(who, api.mailMerges.setRecipients, {
    params: { id },
    body: { source: "typed", text: lines },
  });
  expect(refused.status).toBe(400);
  expect(refused.body.error).toContain("5001");
});

test("missing values are listed; a value, a fallback or leaving out closes the gap [MRG-20]", async () => {
  const { who } = await writer();
  const csv = "Email,FirstName\nada@example.test,Ada\nbo@example.test,\ncy@example.test,\ndee@example.test,\n";
  const id = await draft(who, { csv });
  const check = async () => (await call(who, api.mailMerges.check, { params: { id } })).body;
  const first = await check();
  expect(first).toMatchObject({ ready: 4, gapCount: 3, tokens: ["FirstName", "City"] });
  expect(first.gaps.map(({ address, line, missing, at }) => [address, line, missing, at])).toEqual([
    ["bo@example.test", 3, ["FirstName"], 1],
    ["cy@example.test", 4, ["FirstName"], 2],
    ["dee@example.test", 5, ["FirstName"], 3],
  ]);
  expect((await start(who, id)).status).toBe(409);
  const [, bo, cy] = await recipients(who, id);
  await call(who, api.mailMerges.changeRecipient, {
    params: { id, recipientId: bo?.id },
    body: { values: { FirstName: "Bo" } },
  });
  await call(who, api.mailMerges.changeRecipient, { params: { id, recipientId: cy?.id }, body: { leftOut: true } });
  expect(await check()).toMatchObject({ ready: 3, leftOut: 1, gapCount: 1 });
  await keep(who, id, { fallbacks: { FirstName: "friend" } });
  expect(await check()).toMatchObject({ ready: 3, gapCount: 0, problems: [] });
  await keep(who, id, { fallbacks: {} });
  const { body } = await call(who, api.mailMerges.leaveOutGaps, { params: { id } });
  expect(body).toMatchObject({ ready: 2, leftOut: 2, gapCount: 0, problems: [] });
});

test("the preview shows each recipient's mail, with values as text and never as HTML [MRG-21]", async () => {
  const { who } = await writer();
  const id = await draft(who, {
    csv: 'Email,FirstName\nada@example.test,"<img src=x onerror=alert(1)>"\nbo@example.test,Bo\n',
  });
  const at = async (number: number) =>
    (await call(who, api.mailMerges.preview, { params: { id }, query: { at: number } })).body;
  const first = await at(0);
  expect(first).toMatchObject({ address: "ada@example.test", count: 2, missing: [], from: who.email });
  expect(first.html).toContain("Dear &lt;img src=x onerror=alert(1)&gt;, your city is unknown.");
  expect(first.html).toContain("Unsubscribe");
  expect(await at(1)).toMatchObject({ subject: "Hello Bo", address: "bo@example.test" });
  const beyond = await call(who, api.mailMerges.preview, { params: { id }, query: { at: 2 } });
  expect(beyond.status).toBe(404);
});

test("the sender's people fill the values that the list does not have [MRG-20]", async () => {
  const { who } = await writer();
  const colleague = await person("NORMAL_USER", { tenantId: who.tenantId, name: "Dr. Meera Rao" });
  const id = await draft(who);
  const typed = { source: "typed", text: `${colleague.email}, Bo Li <bo@example.test>` };
  await call(who, api.mailMerges.setRecipients, { params: { id }, body: typed });
  const subjects = [0, 1].map(
    async (at) => (await call(who, api.mailMerges.preview, { params: { id }, query: { at } })).body.subject,
  );
  expect(await Promise.all(subjects)).toEqual(["Hello Meera", "Hello Bo"]);
});

test("of two windows that change one draft, the second is refused and the first stays [MRG-12]", async () => {
  const { who } = await writer();
  const id = await draft(who);
  const { version } = await get(who, id);
  const first = await keep(who, id, { subject: "First", basedOn: version });
  expect([first.status, first.body.version]).toEqual([200, version + 1]);
  const second = await keep(who, id, { subject: "Second", html: "<p>Second</p>", basedOn: version });
  expect([second.status, second.body]).toEqual([
    409,
    expect.objectContaining({
      error: "This draft was changed in another window meanwhile. Look at it, and repeat your change.",
    }),
  ]);
  expect(await get(who, id)).toMatchObject({ subject: "First", version: version + 1 });
  const blind = await call(who, api.mailMerges.keep, { params: { id }, body: { subject: "Blind" } });
  expect([blind.status, blind.body]).toEqual([
    400,
    expect.objectContaining({ fields: { basedOn: expect.any(String) } }),
  ]);
  const both = await Promise.all(["A", "B"].map((subject) => keep(who, id, { subject, basedOn: version + 1 })));
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test("values that a person gives lose characters that hide or reverse text [MRG-05]", async () => {
  const { who } = await writer();
  const id = await draft(who);
  const { body } = await keep(who, id, { fallbacks: { City: "O\u202eslo" } });
  expect(body.fallbacks).toEqual({ City: "Oslo" });
});

test("chosen people are added with what their cards say; foreign ids and doubles are not [MRG-04]", async () => {
  const { who } = await writer();
  const stranger = (await writer()).who;
  const colleague = await person("NORMAL_USER", { tenantId: who.tenantId, name: "Meera Rao" });
  const card = { firstName: "Anna Maria", lastName: "Costa", name: "Anna Maria Costa" };
  const add = (owner: typeof who, changes: Record<string, unknown>) =>
    call(owner, api.people.create, { body: { ...card, addresses: ["anna@example.test"], ...changes } });
  const anna = (await add(who, { company: "Costa Srl", jobTitle: "CFO", phone: "+39 1" })).body;
  const ada = (await add(who, { addresses: ["ada@example.test"] })).body;
  const foreign = (await add(stranger, { addresses: ["foreign@example.test"] })).body;
  const id = await draft(who);
  const choose = (ids: string[], by = who) => call(by, api.mailMerges.addPeople, { params: { id }, body: { ids } });
  const refused = await choose([anna.id, foreign.id]);
  expect([refused.status, refused.body]).toEqual([
    404,
    expect.objectContaining({ error: "This person does not exist" }),
  ]);
  expect((await choose([anna.id], stranger)).status).toBe(404);
  expect((await get(who, id)).totals.recipients).toBe(3);
  const { body } = await choose([anna.id, ada.id, anna.id, colleague.id]);
  expect(body).toMatchObject({ totals: { recipients: 5 }, fileName: "list.csv" });
  expect(body.columns).toEqual(["Email", "FirstName", "City", "LastName", "Company", "JobTitle", "Phone"]);
  const added = (await recipients(who, id)).slice(3);
  expect(added.map(({ address, values }) => [address, values])).toEqual([
    [
      "anna@example.test",
      { FirstName: "Anna Maria", LastName: "Costa", Company: "Costa Srl", JobTitle: "CFO", Phone: "+39 1" },
    ],
    [colleague.email, expect.objectContaining({ FirstName: "Meera", LastName: "Rao" })],
  ]);
  await start(who, id);
  expect((await choose([ada.id])).status).toBe(409);
});

test("recipients are found by address and value; one that is removed gets no mail until put back or added again [MRG-06]", async () => {
  const { who, server } = await writer();
  const id = await draft(who);
  const found = async (q: string) => (await recipients(who, id, { q })).map(({ address }) => address);
  expect(await found("BO@")).toEqual(["bo@example.test"]);
  expect(await found("oslo")).toEqual(["cy@example.test"]);
  expect(await found("FirstName")).toEqual([]);
  expect(await found('"')).toEqual([]);
  const [ada, bo, cy] = await recipients(who, id);
  const leave = (recipientId: string | undefined, leftOut: boolean) =>
    call(who, api.mailMerges.changeRecipient, { params: { id, recipientId: recipientId ?? "" }, body: { leftOut } });
  for (const one of [ada, bo, cy]) await leave(one?.id, true);
  expect(await totals(who, id)).toMatchObject({ recipients: 3, waiting: 0, leftOut: 3 });
  await leave(bo?.id, false);
  const card = { firstName: "Cy", lastName: "Twombly", addresses: ["cy@example.test"] };
  const { body } = await call(who, api.people.create, { body: card });
  await call(who, api.mailMerges.addPeople, { params: { id }, body: { ids: [body.id] } });
  expect(await totals(who, id)).toMatchObject({ recipients: 3, waiting: 2, leftOut: 1 });
  await start(who, id);
  await run(who, id);
  expect(server.mails.map(({ to }) => to).sort()).toEqual([["bo@example.test"], ["cy@example.test"]]);
  expect((await leave(ada?.id, false)).status).toBe(409);
});

test("a test goes to the sender alone, and its unsubscribe link changes nothing [MRG-22]", async () => {
  const { who, server } = await writer();
  const id = await draft(who);
  const { status, body } = await call(who, api.mailMerges.test, { params: { id }, body: { at: 1 } });
  expect([status, body]).toEqual([200, { to: who.email, status: "sent" }]);
  expect(server.mails).toHaveLength(1);
  expect(server.mails[0]?.to).toEqual([who.email]);
  const raw = unfolded(rawOf(server, who.email));
  expect(raw).toContain("Subject: Test: Hello Bo");
  expect(raw).toMatch(/\/u\/test\b/);
  const page = await app.inject({ method: "POST", url: "/u/test" });
  expect([page.statusCode, page.body.includes("test mail")]).toEqual([200, true]);
  expect(await totals(who, id)).toMatchObject({ waiting: 3, sent: 0 });
});

test("everybody gets one mail of their own, with the headers of RFC 8058 and an unsubscribe line [MRG-30] [MRG-50]", async () => {
  const { who, server } = await writer();
  const id = await draft(who);
  const started = await start(who, id);
  expect([started.status, started.body.state]).toEqual([200, "running"]);
  expect(await run(who, id)).toMatchObject({ state: "done", totals: { sent: 3, waiting: 0, failed: 0 } });
  expect(server.mails.map(({ to }) => to).sort()).toEqual([
    ["ada@example.test"],
    ["bo@example.test"],
    ["cy@example.test"],
  ]);
  const raw = unfolded(rawOf(server, "ada@example.test"));
  expect(raw).toContain("Subject: Hello Ada");
  expect(raw).toContain("Dear Ada, your city is London.");
  const link = /^List-Unsubscribe: <([^>]+)>\r$/m.exec(raw)?.[1] ?? "";
  expect(link).toMatch(/\/u\/[\w-]{43}$/);
  expect(link).not.toContain(who.tenantId);
  expect(raw).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n");
  expect(raw.split(link).length).toBe(4);
  expect(unfolded(rawOf(server, "bo@example.test"))).toContain("your city is unknown.");
  const links = server.mails.map((mail) => /^List-Unsubscribe: <([^>]+)>/m.exec(unfolded(mail.raw.toString()))?.[1]);
  expect(new Set(links).size).toBe(3);
});

test("a start is refused if another number of people would get it than was confirmed, and a second start too [MRG-31]", async () => {
  const { who } = await writer();
  const id = await draft(who);
  const other = await call(who, api.mailMerges.start, { params: { id }, body: { count: 2 } });
  expect([other.status, other.body.error]).toEqual([409, expect.stringContaining("3 people")]);
  expect((await start(who, id)).status).toBe(200);
  expect((await start(who, id)).status).toBe(409);
  const changed = await keep(who, id, { subject: "Other" });
  expect(changed.status).toBe(409);
});

test("a scheduled run begins at its time [MRG-32]", async () => {
  const { who, server } = await writer();
  const startAt = new Date(Date.now() + 3_600_000).toISOString();
  const id = await draft(who, { startAt });
  const { body } = await start(who, id);
  expect(body).toMatchObject({ state: "scheduled", startAt, startedAt: null });
  const past = await draft(who);
  const refused = await keep(who, past, { startAt: new Date(Date.now() - 3_600_000).toISOString() });
  expect(refused.status).toBe(400);
  await sendDueMerges(world);
  expect(await get(who, id)).toMatchObject({ state: "scheduled", totals: { waiting: 3 } });
  // Moves its time to now.
  expect(await run(who, id)).toMatchObject({ state: "done", startedAt: expect.any(String), totals: { sent: 3 } });
  expect(server.mails).toHaveLength(3);
});

test("results are filtered and exported as CSV, without formulas [MRG-60]", async () => {
  const { who, server } = await writer();
  server.script.rcpt = (address) => (address.startsWith("bo@") ? "550 5.7.1 Not wanted" : undefined);
  const id = await draft(who, { csv: file.replace("Ada,London", "Ada,=1+1") });
  await start(who, id);
  expect(await run(who, id)).toMatchObject({ state: "done", totals: { sent: 2, failed: 1 } });
  const failed = await recipients(who, id, { show: "failed" });
  expect(failed).toMatchObject([
    { address: "bo@example.test", outcome: "failed", error: expect.stringContaining("Not wanted") },
  ]);
  expect(await recipients(who, id, { show: "sent", q: "cy@" })).toMatchObject([{ address: "cy@example.test" }]);
  const answer = await app.inject({
    url: `/api/mail-merges/${id}/results.csv`,
    headers: { authorization: `Bearer ${who.token}` },
  });
  expect(answer.headers["content-type"]).toContain("text/csv");
  const lines = answer.body.trimEnd().split("\r\n");
  expect(lines).toHaveLength(4);
  expect(lines[0]).toContain("Address,State,Reason,Sent,Opens,Clicks,Replied,Unsubscribed,FirstName,City");
  expect(lines[1]).toMatch(/^ada@example\.test,sent,.*,Ada,'=1\+1$/);
  expect(lines[2]).toMatch(/^bo@example\.test,failed,.*Not wanted/);
});

test("those who failed get another run, and those whose mail may have arrived do not [MRG-61]", async () => {
  const { who, server } = await writer();
  server.script.rcpt = (address) => (address.startsWith("bo@") ? "550 5.7.1 Not wanted" : undefined);
  const id = await draft(who);
  await start(who, id);
  await run(who, id);
  server.script.rcpt = undefined;
  const { status, body } = await call(who, api.mailMerges.retryFailed, { params: { id } });
  expect([status, body.state, body.subject, body.totals.recipients]).toEqual([201, "draft", "Hello {FirstName}", 1]);
  await start(who, body.id);
  expect(await run(who, body.id)).toMatchObject({ state: "done", totals: { sent: 1 } });
  expect(server.mails.filter(({ to }) => to.includes("bo@example.test"))).toHaveLength(1);
  expect((await call(who, api.mailMerges.retryFailed, { params: { id: body.id } })).status).toBe(409);
});

test("a run that was started cannot be deleted before it ended; its mail stays in the log [MRG-11]", async () => {
  const { who } = await writer();
  const id = await draft(who);
  await start(who, id);
  expect((await call(who, api.mailMerges.remove, { params: { id } })).status).toBe(409);
  await run(who, id);
  expect((await call(who, api.mailMerges.remove, { params: { id } })).status).toBe(200);
  expect((await call(who, api.mailMerges.get, { params: { id } })).status).toBe(404);
  expect(await logsOf(who)).toHaveLength(3);
});

test("nobody reaches a mail merge of a colleague or of another company: every call answers 404 [MRG-80]", async () => {
  const { who } = await writer();
  const id = await draft(who);
  const [recipient] = await recipients(who, id);
  const strangers = [
    (await writer("ADMIN")).who,
    await person("ADMIN", { tenantId: who.tenantId }),
    await person("NORMAL_USER", { tenantId: who.tenantId }),
  ];
  const params = { id, recipientId: recipient?.id ?? newId() };
  const typed = { source: "typed", text: "x@example.test" };
  for (const stranger of strangers) {
    const { mailMerges } = api;
    const calls = [
      call(stranger, mailMerges.get, { params }),
      call(stranger, mailMerges.keep, { params, body: { subject: "Mine", basedOn: 1 } }),
      call(stranger, mailMerges.remove, { params }),
      call(stranger, mailMerges.setRecipients, { params, body: typed }),
      call(stranger, mailMerges.recipients, { params }),
      call(stranger, mailMerges.changeRecipient, { params, body: { leftOut: true } }),
      call(stranger, mailMerges.leaveOutGaps, { params }),
      call(stranger, mailMerges.check, { params }),
      call(stranger, mailMerges.preview, { params, query: {} }),
      call(stranger, mailMerges.test, { params, body: {} }),
      call(stranger, mailMerges.start, { params, body: { count: 3 } }),
      call(stranger, mailMerges.pause, { params }),
      call(stranger, mailMerges.resume, { params }),
      call(stranger, mailMerges.cancel, { params }),
      call(stranger, mailMerges.retryFailed, { params }),
    ];
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(calls.map(() => 404));
    const csv = await app.inject({
      url: `/api/mail-merges/${id}/results.csv`,
      headers: { authorization: `Bearer ${stranger.token}` },
    });
    expect(csv.statusCode).toBe(404);
    expect((await call(stranger, mailMerges.list)).body.total).toBe(0);
  }
  const mailbox = await call(strangers[0] ?? who, api.mailMerges.create);
  expect(mailbox.status).toBe(201);
  expect(await get(who, id)).toMatchObject({ state: "draft", subject: "Hello {FirstName}", totals: { waiting: 3 } });
});

test("an administrator sees the totals of the company's runs, not their text, recipients or drafts [MRG-81]", async () => {
  const { who } = await writer();
  const admin = await person("ADMIN", { tenantId: who.tenantId });
  const id = await draft(who);
  await draft(who);
  await start(who, id);
  await run(who, id);
  const { body } = await call(admin, api.mailMerges.company);
  expect(body.total).toBe(1);
  expect(body.items).toMatchObject([{ id, sender: { email: who.email }, totals: { sent: 3, recipients: 3 } }]);
  expect(JSON.stringify(body)).not.toContain("ada@example.test");
  expect((await call(who, api.mailMerges.company)).status).toBe(403);
  const other = await person("ADMIN");
  expect((await call(other, api.mailMerges.company)).body.total).toBe(0);
});

test("a mailbox of somebody else cannot be chosen to send from [MRG-80]", async () => {
  const { who } = await writer();
  const stranger = await person("NORMAL_USER");
  await pointAt(stranger.tenantId, await smtp());
  const id = await draft(who);
  const refused = await keep(who, id, { mailboxId: newId() });
  expect(refused.status).toBe(404);
  await keep(who, id, { fromAccount: stranger.email });
  const started = await start(who, id);
  expect([started.status, started.body.error]).toEqual([409, expect.stringContaining("not an address of yours")]);
});
