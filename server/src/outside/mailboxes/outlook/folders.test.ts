// Cases of Outlook's folders beyond the suite, and invalid answers.
import { afterAll, beforeAll, expect, test } from "vitest";
import { accountAt } from "#test/stand-ins/microsoft/account.ts";
import { type Microsoft, startMicrosoft } from "#test/stand-ins/microsoft.ts";
import { pathOf, Reader } from "../folders.suite.ts";
import { mailSource } from "../mailbox.suite.ts";
import { listFolders } from "./folders.ts";
import { openOutlookMailbox } from "./outlook.ts";

let microsoft: Microsoft;
beforeAll(async () => {
  microsoft = await startMicrosoft();
});
afterAll(() => microsoft.stop());

let count = 0;
async function newReader() {
  const email = `folders${++count}@outlook.test`;
  const there = microsoft.addAccount(email);
  const account = accountAt(microsoft, email);
  const mailbox = await openOutlookMailbox(account);
  return { there, account, mailbox, reader: new Reader(mailbox) };
}

test("folders that hold no filed mail are not listed: hidden ones, searches, the outbox, and deleted folders", async () => {
  const { there, reader } = await newReader();
  const { folders } = there;
  folders.add("Clutter", { isHidden: true });
  folders.add("Weekly digests", { under: "inbox", isSearch: true });
  folders.add("Conflicts", { under: "syncissues" });
  folders.add("Receipts", { under: "inbox" });
  const work = folders.add("Work").name;
  there.add(mailSource("001"), { folder: work });
  await reader.read();
  const usual = ["Archive", "Deleted Items", "Drafts", "Inbox", "Inbox/Receipts", "Junk Email", "Sent Items"];
  expect(reader.folders.map(pathOf).sort()).toEqual([...usual, "Work"]);
  reader.followed.push("Work");
  await reader.read();
  expect(reader.held("Work")).toEqual({ Work: ["001"] });
  // Outlook deletes a folder by moving it.
  folders.move(work, "deleteditems");
  await reader.read();
  expect(reader.folders.map(pathOf).sort()).toEqual(usual);
  expect(reader.rows.size).toBe(0);
});

test("the archive is offered if Outlook has none yet, and made by the first move", async () => {
  const { there, reader, mailbox } = await newReader();
  there.folders.remove("archive");
  there.add(mailSource("001"));
  reader.followed.push("archive");
  await reader.read();
  expect(reader.held("inbox", "archive")).toEqual({ inbox: ["001"], archive: [] });
  await mailbox.setFolders?.(reader.placesOf("001"), { add: ["archive"], remove: ["inbox"] });
  await reader.read();
  expect(reader.held("inbox", "archive")).toEqual({ inbox: [], archive: ["001"] });
  expect([reader.arrivals.length, reader.folder("archive").name]).toEqual([1, "Archive"]);
});

test("a change that gives a message no folder, two, or a missing one is denied, and a deleted message is gone", async () => {
  const { there, reader, mailbox } = await newReader();
  there.add(mailSource("001"));
  const work = there.folders.add("Work").name;
  await reader.read();
  const change = (add: string[]) => mailbox.setFolders?.(reader.placesOf("001"), { add, remove: ["inbox"] });
  for (const add of [[], [work, "archive"], ["AQMkNothing"]])
    await expect(change(add)).rejects.toMatchObject({ fault: "denied" });
  microsoft.refuse(/move$/, { status: 403, code: "ErrorAccessDenied" });
  await expect(change([work])).rejects.toMatchObject({ fault: "denied" });
  expect(there.in("inbox")).toHaveLength(1);
  there.move(there.find("001"), "gone");
  await expect(change([work])).rejects.toMatchObject({ fault: "gone" });
});

test("nested folders are created by one name, and existing ones are used", async () => {
  const { there, mailbox } = await newReader();
  const made = await mailbox.createFolder?.("Clients/Acme");
  expect(made).toMatchObject({ name: "Acme", above: ["Clients"], role: null });
  expect(await mailbox.createFolder?.("clients/ACME")).toMatchObject({ key: made?.key });
  expect(await mailbox.createFolder?.("Inbox")).toMatchObject({ key: "inbox", role: "inbox" });
  expect((await mailbox.createFolder?.("It's 'quoted'"))?.key).toBe(
    (await mailbox.createFolder?.("It's 'quoted'"))?.key,
  );
  for (const name of ["", " / ", "x".repeat(201)])
    await expect(mailbox.createFolder?.(name)).rejects.toMatchObject({ fault: "denied" });
  expect([...there.folders.all.values()].filter(({ displayName }) => /acme|clients/i.test(displayName))).toHaveLength(
    2,
  );
});

test("thirty followed folders are read by two calls if nothing has changed", async () => {
  const { there, reader } = await newReader();
  for (let at = 0; at < 27; at++) {
    const name = `Folder ${at}`;
    there.add(mailSource(name), { folder: there.folders.add(name, { under: "inbox" }).name });
    reader.followed.push(`Inbox/${name}`);
  }
  await reader.read();
  await reader.read();
  expect(reader.rows.size).toBe(27);
  microsoft.seen.length = 0;
  await reader.sync(reader.mailbox, reader.options());
  expect(microsoft.seen.map(({ path }) => path)).toEqual(["/v1.0/$batch", "/v1.0/$batch"]);
});

test("a message that Exchange does not find yet comes with a later sync, and one that it never finds is given up", async () => {
  const { there, reader } = await newReader();
  await reader.read();
  there.add(mailSource("001"));
  there.add(mailSource("002"));
  const sync = () => reader.sync(reader.mailbox, reader.options());
  const refuse = (count: number) =>
    microsoft.refuse(/^GET .*\$value$/, { status: 404, code: "ErrorItemNotFound", count });
  refuse(1);
  await sync();
  expect(reader.rows.size).toBe(1);
  await sync();
  expect(reader.held("inbox")).toEqual({ inbox: ["001", "002"] });
  there.add(mailSource("003"));
  for (let at = 0; at < 3; at++) {
    refuse(1);
    await sync();
  }
  await sync();
  expect(reader.rows.size).toBe(2);
  // It is asked for again when something is said of it.
  there.touch(there.find("003"));
  await sync();
  expect(reader.rows.size).toBe(3);
});

test("a link that Graph gave and does not understand any more is replaced, without a download", async () => {
  const { there, reader } = await newReader();
  for (const subject of ["001", "002"]) there.add(mailSource(subject));
  await reader.read();
  there.move(there.find("001"), "gone");
  microsoft.refuse(/^GET .*messages\/delta/, { status: 400, code: "BadRequest", count: 2 });
  await reader.read();
  expect(reader.held("inbox")).toEqual({ inbox: ["002"] });
  expect(reader.arrivals).toHaveLength(2);
});

type Answer = { status?: number; body: unknown };

/** An account whose provider answers what the function says. */
function hostile(answer: (path: string) => Answer) {
  const email = `hostile${++count}@outlook.test`;
  microsoft.addAccount(email);
  let calls = 0;
  const fetch = async (url: string | URL | Request, init?: RequestInit) => {
    calls++;
    const path = decodeURIComponent(String(url).slice(microsoft.url.length + "/v1.0".length));
    if (path !== "/$batch") {
      const { status = 200, body } = answer(path);
      return Response.json(body, { status });
    }
    const { requests } = JSON.parse(String(init?.body)) as { requests: { id: string; url: string }[] };
    const responses = requests.map(({ id, url: below }) => {
      const { status = 200, body } = answer(decodeURIComponent(below));
      return { id, status, body };
    });
    return Response.json({ responses });
  };
  const account = { ...accountAt(microsoft, email), fetch: fetch as typeof globalThis.fetch };
  return { account, calls: () => calls };
}

const missing: Answer = { status: 404, body: { error: { code: "ErrorItemNotFound", message: "Not found" } } };
const isWellKnown = (path: string) => /^\/me\/mailFolders\/[a-z]+\?/.test(path) && !path.includes("/delta?");
const deltaLink = () => ({ body: { value: [], "@odata.deltaLink": `${microsoft.url}/v1.0/me/mailFolders/delta?x` } });

test("folders that contain each other, repeat, lack fields or have monstrous names are listed once and cut", async () => {
  const odd = [
    { id: "a", displayName: "A\u0000\r\n\u2028B", childFolderCount: 9 },
    { id: "a", displayName: "Again", childFolderCount: 9 },
    { id: "b", childFolderCount: 1 },
    { id: "c", displayName: "\ud800".repeat(5000), childFolderCount: 1 },
    { id: "x".repeat(301), displayName: "Long id" },
    { id: "inbox", displayName: "Not the inbox" },
    { id: 5, displayName: "A number" },
    { id: "\u0000", displayName: "NUL" },
    { id: "", displayName: "Empty" },
    { displayName: "No id", childFolderCount: 3 },
    ...[null, "text", []],
  ];
  const { account, calls } = hostile((path) =>
    path.includes("/delta") ? deltaLink() : isWellKnown(path) ? missing : { body: { value: odd } },
  );
  const { folders } = await listFolders(account);
  const own = folders.filter(({ role }) => !role);
  expect(own.map(({ key, name }) => [key, name.length > 20 ? name.length : name])).toEqual([
    ["a", "A B"],
    ["b", "(no name)"],
    ["c", 200],
  ]);
  expect(folders.filter(({ role }) => role).map(({ key }) => key)).toHaveLength(6);
  expect(calls()).toBeLessThan(10);
});

test("of ten thousand folders, and of a list without an end, the first two thousand are listed", async () => {
  let pages = 0;
  const { account, calls } = hostile((path) => {
    if (path.includes("/delta")) return deltaLink();
    if (isWellKnown(path)) return missing;
    const value = Array.from({ length: 250 }, (_, at) => ({
      id: `f${++pages}-${at}`,
      displayName: "x",
      childFolderCount: 5,
    }));
    return { body: { value, "@odata.nextLink": `${microsoft.url}/v1.0/me/mailFolders?$skip=${pages}` } };
  });
  const { folders } = await listFolders(account);
  expect(folders.filter(({ role }) => !role)).toHaveLength(2000);
  expect(calls()).toBeLessThan(200);
  const empty = hostile((path) =>
    path.includes("/delta")
      ? deltaLink()
      : isWellKnown(path)
        ? missing
        : { body: { value: [], "@odata.nextLink": `${microsoft.url}/v1.0/me/mailFolders?$skip=1` } },
  );
  expect((await listFolders(empty.account)).folders).toHaveLength(6);
});

test("messages with impossible dates, ids and links are refused or read, and nothing else breaks", async () => {
  const item = { id: "AAkALg", isRead: false, flag: { flagStatus: "flagged" } };
  const sync = async (value: unknown[], link: unknown) => {
    const { account } = hostile((path) => {
      if (path.startsWith("/me/mailFolders/delta")) return deltaLink();
      if (path.startsWith("/me/mailFolders?")) return { body: { value: [] } };
      if (path.includes("$value")) return { body: "Subject: x" };
      if (!path.includes("inbox")) return missing;
      return { body: isWellKnown(path) ? { id: "i" } : { value, "@odata.deltaLink": link } };
    });
    const reader = new Reader(await openOutlookMailbox(account));
    await reader.sync(reader.mailbox, { limit: 5 });
    return [...reader.rows.values()].map(({ starred }) => starred);
  };
  const link = `${microsoft.url}/v1.0/me/x`;
  for (const receivedDateTime of ["-000001-01-01T00:00:00Z", "+275760-01-01T00:00:00Z", "2026-01-01T00:00:00Z"])
    expect(await sync([{ ...item, receivedDateTime }], link)).toEqual([true]);
  expect(await sync([{ ...item, receivedDateTime: "never" }, { id: "AAkB" }], link)).toEqual([]);
  for (const [value, next] of [
    [[{ ...item, id: "\u0000" }], link],
    [[{ id: 1 }], link],
    [[], undefined],
  ] as const)
    await expect(sync([...value], next)).rejects.toMatchObject({ fault: "protocol" });
});

test("a link that is no address, or another host's, is a fault of the provider", async () => {
  for (const address of ["https://[", "http://127.0.0.1:1/x"]) {
    const { account } = hostile((path) =>
      path.includes("/delta") ? { body: { value: [], "@odata.nextLink": address } } : missing,
    );
    await expect(listFolders(account)).rejects.toMatchObject({ fault: "protocol" });
  }
});

test("a list of folders that is no list ends the sync with a fault, and changes nothing", async () => {
  for (const body of [{}, { value: "x" }, [], null, "<html>"]) {
    const { account } = hostile(() => ({ body }));
    await expect(listFolders(account)).rejects.toMatchObject({ fault: "protocol" });
  }
});
