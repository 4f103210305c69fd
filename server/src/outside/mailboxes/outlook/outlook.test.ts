import { folderRoles } from "@intellibox/contract/rules/folders";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accountAt } from "#test/stand-ins/microsoft/account.ts";
import type { StoredFolder } from "#test/stand-ins/microsoft/folder-tree.ts";
import { headerOf, type MailStore } from "#test/stand-ins/microsoft/mail-store.ts";
import { type Microsoft, startMicrosoft } from "#test/stand-ins/microsoft.ts";
import { folderSuite } from "../folders.suite.ts";
import { mailboxSuite, mailSource, Store } from "../mailbox.suite.ts";
import { openOutlookMailbox } from "./outlook.ts";

let microsoft: Microsoft;
beforeAll(async () => {
  microsoft = await startMicrosoft();
});
afterAll(() => microsoft.stop());

const places = { inbox: "inbox", sent: "sentitems", trash: "deleteditems" } as const;
const roleNames = { ...places, drafts: "drafts", archive: "archive", junk: "junkemail" };
let count = 0;
function newAccount() {
  const email = `person${++count}@outlook.test`;
  const there = microsoft.addAccount(email);
  const account = accountAt(microsoft, email);
  return { there, account, open: () => openOutlookMailbox(account) };
}

describe("a mailbox by Microsoft Graph", () => {
  mailboxSuite(async () => {
    const { there, open } = newAccount();
    return {
      open,
      deliver: async (raw, { folder = "inbox", seen = false } = {}) =>
        void there.add(raw, { folder: places[folder], isRead: seen }),
      elsewhere: {
        markRead: async (subject) => there.update(there.find(subject), { isRead: true }),
        remove: async (subject) => there.move(there.find(subject), "deleteditems"),
      },
      has: { marks: true, trash: true, sent: false, watch: false },
    };
  });
});

/** The folder of a path of names, or of a role; created if it is not there. */
function folderAt({ folders }: MailStore, path: string): StoredFolder {
  const role = Object.entries(roleNames).find(([name]) => name === path)?.[1];
  if (role) return folders.get(role);
  let parentId = folders.rootId;
  let found: StoredFolder | undefined;
  for (const name of path.split("/")) {
    found = folders.below(parentId).find(({ displayName }) => displayName === name) ?? folders.add(name, { parentId });
    parentId = found.id;
  }
  return found as StoredFolder;
}

describe("folders by Microsoft Graph", () => {
  folderSuite(async () => {
    const { there, open } = newAccount();
    const at = (path: string) => folderAt(there, path).name;
    return {
      open,
      deliver: async (raw, folder) => void there.add(raw, { folder: at(folder) }),
      create: async (folder) => void at(folder),
      rename: async (folder, name) => there.folders.rename(at(folder), name),
      remove: async (folder) => there.dropFolder(at(folder)),
      move: async (subject, _from, to) => there.move(there.find(subject), at(to)),
      star: async (subject, _folder, isFlagged) => there.update(there.find(subject), { isFlagged }),
      isStarred: async (subject) => there.find(subject).isFlagged,
      async answer(subject, _folder, mark) {
        there.find(subject).properties.set("Integer 0x1081", mark === "answered" ? "103" : "104");
        there.touch(there.find(subject));
      },
      async answersOf(subject) {
        const verb = there.find(subject).properties.get("Integer 0x1081");
        return verb === "102" ? ["answered"] : verb === "104" ? ["forwarded"] : [];
      },
      subjects: async (folder) =>
        there
          .in(at(folder))
          .map(({ raw }) => headerOf(raw, "subject"))
          .sort(),
      has: { roles: [...folderRoles], several: false, tellsIds: true },
    };
  });
});

const subjects = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => String(from + at).padStart(3, "0"));
const fill = (there: MailStore, from: number, to: number) => {
  for (const subject of subjects(from, to)) there.add(mailSource(subject));
};

test("the newest mail of a new mailbox needs one list, neither the folders nor their changes, and no pause", async () => {
  const { there, account, open } = newAccount();
  fill(there, 1, 60);
  const mailbox = await open();
  let used = 0;
  const { budget } = account;
  account.budget = {
    ...budget,
    take: (units, call) => {
      used += units;
      return budget.take(units, call);
    },
  };
  const before = microsoft.seen.length;
  const arrived: string[] = [];
  for await (const batch of mailbox.sync(null, { limit: 50 })) {
    arrived.push(...batch.arrived.map(({ raw }) => headerOf(Buffer.from(raw), "subject")));
    if (arrived.length === 50) break;
  }
  expect(arrived).toEqual(subjects(11, 60).reverse());
  const asked = microsoft.seen.slice(before).map(({ path }) => path.replace(/messages\/[^/]+/, "messages/id"));
  expect(asked[0]).toBe("/v1.0/me/mailFolders/inbox/messages");
  expect(new Set(asked.slice(1))).toEqual(new Set(["/v1.0/me/messages/id/$value"]));
  // A mailbox may make twelve calls at once.
  expect(used).toBeLessThan(12);
  await mailbox.close();
});

/** The provider's messages in the form of our store. */
const heldThere = (there: MailStore) =>
  Object.entries(places)
    .flatMap(([folder, place]) => there.in(place).map(({ id, isRead }) => `${folder}/${id} ${!isRead}`))
    .sort();
const heldHere = (store: Store) => [...store.rows].map(([id, { unread }]) => `${id} ${unread}`).sort();

test("one call reads the changes of all folders by their delta links [MBX-05]", async () => {
  const { there, open } = newAccount();
  fill(there, 1, 30);
  const mailbox = await open();
  const store = new Store();
  await store.sync(mailbox, { limit: 50 });
  microsoft.seen.length = 0;
  await store.sync(mailbox, { limit: 50 });
  expect(microsoft.seen.map(({ method, path }) => `${method} ${path}`)).toEqual(["POST /v1.0/$batch"]);
  const { requests } = JSON.parse(microsoft.seen[0]?.body.toString() ?? "") as { requests: { url: string }[] };
  expect(requests.map(({ url }) => /(messages|mailFolders)\/delta\?\$deltatoken=/.exec(url)?.[1])).toEqual([
    ...["messages", "messages", "messages"],
    "mailFolders",
  ]);
  there.add(mailSource("031"));
  microsoft.seen.length = 0;
  await store.sync(mailbox, { limit: 50 });
  expect(store.subjects()).toEqual(subjects(1, 31));
  expect(microsoft.seen).toHaveLength(2);
});

test("expired delta links lose and duplicate no mail [MBX-05]", async () => {
  const { there, open } = newAccount();
  fill(there, 1, 40);
  const mailbox = await open();
  const store = new Store();
  await store.sync(mailbox, { limit: 25 });
  microsoft.expireDelta();
  there.move(there.find("030"), "gone");
  there.update(there.find("031"), { isRead: true });
  there.add(mailSource("041"));
  await store.sync(mailbox, { limit: 5 });
  expect(store.subjects()).toEqual(subjects(16, 41).filter((subject) => subject !== "030"));
  expect(store.rows.get(store.idOf("031"))?.unread).toBe(false);
  expect(store.hasOlder).toBe(true);
  await store.sync(mailbox, { limit: 100, older: true });
  expect(heldHere(store)).toEqual(heldThere(there));
});

test("syncs that stop before and after every batch, while mail changes and delta links expire, end with the provider's messages [MBX-08]", async () => {
  const { there, open } = newAccount();
  fill(there, 1, 90);
  const store = new Store();
  for (let stop = 0; stop < 24; stop++) {
    const mailbox = await open();
    let at = 0;
    for await (const batch of mailbox.sync(store.cursor, { limit: 60, older: stop === 9 })) {
      const dies = at++ === stop % 4;
      if (dies && stop % 2 === 0) break;
      store.commit(batch);
      if (dies) break;
    }
    there.add(mailSource(String(200 + stop)));
    there.update(there.find(String(60 + stop).padStart(3, "0")), { isRead: true });
    there.move(there.find(String(200 + stop)), stop % 3 === 0 ? "deleteditems" : "inbox");
    if (stop % 5 === 0) there.move(there.find(String(40 + stop).padStart(3, "0")), "gone");
    if (stop === 12) microsoft.expireDelta();
  }
  const last = await open();
  await store.sync(last, { limit: 60, older: true });
  while (store.hasOlder) await store.sync(last, { limit: 60, older: true });
  expect(heldHere(store)).toEqual(heldThere(there));
  expect(new Set(store.subjects()).size).toBe(there.in("inbox").length);
});

test("a moved message is in its new folder only, whichever folder is read first", async () => {
  const { there, open } = newAccount();
  fill(there, 1, 5);
  const mailbox = await open();
  const store = new Store();
  await store.sync(mailbox, { limit: 50 });
  there.move(there.find("002"), "deleteditems");
  there.move(there.find("003"), "archive");
  await store.sync(mailbox, { limit: 50 });
  expect([store.subjects(), store.subjects("trash")]).toEqual([["001", "004", "005"], ["002"]]);
  there.move(there.find("002"), "inbox");
  there.move(there.find("003"), "inbox");
  await store.sync(mailbox, { limit: 50 });
  expect([store.subjects(), store.subjects("trash")]).toEqual([["001", "002", "003", "004", "005"], []]);
});

test("a limit does not split mails of the same second", async () => {
  const { there, open } = newAccount();
  const receivedAt = new Date("2026-03-01T10:00:00Z");
  for (const subject of subjects(1, 9)) there.add(mailSource(subject), { receivedAt });
  there.add(mailSource("010"));
  const mailbox = await open();
  const store = new Store();
  await store.sync(mailbox, { limit: 1 });
  expect(store.subjects()).toEqual(["010"]);
  await store.sync(mailbox, { limit: 3, older: true });
  expect(store.subjects()).toEqual(subjects(1, 10));
  expect(store.hasOlder).toBe(false);
});

test("a short Retry-After is waited for; a long one ends the sync and says when to try again", async () => {
  const { there, open } = newAccount();
  fill(there, 1, 3);
  const mailbox = await open();
  const store = new Store();
  microsoft.refuse(/^GET .*\$value$/, { status: 429, retryAfter: 1, count: 1 });
  const began = Date.now();
  await store.sync(mailbox, { limit: 50 });
  expect(store.subjects()).toEqual(["001", "002", "003"]);
  expect(Date.now() - began).toBeGreaterThanOrEqual(990);
  // Within a batch, a single answer may be refused.
  microsoft.refuse(/^GET .*inbox.*delta/, { status: 429, retryAfter: 1, count: 1 });
  there.add(mailSource("004"));
  await store.sync(mailbox, { limit: 50 });
  expect(store.subjects()).toEqual(["001", "002", "003", "004"]);
  microsoft.refuse(/batch/, { status: 429, retryAfter: 600, count: 1 });
  const before = microsoft.seen.length;
  const refusal = { fault: "throttled", retryAt: expect.any(Date) };
  await expect(store.sync(mailbox, { limit: 50 })).rejects.toMatchObject(refusal);
  await expect(store.sync(mailbox, { limit: 50 })).rejects.toMatchObject(refusal);
  expect(microsoft.seen.length).toBe(before + 1);
});

test("changes during an outage of the provider are synced afterwards", async () => {
  const { there, open } = newAccount();
  fill(there, 1, 10);
  const store = new Store();
  await store.sync(await open(), { limit: 50 });
  microsoft.setDown(true);
  await expect(open()).rejects.toMatchObject({ fault: "unreachable" });
  fill(there, 11, 20);
  there.move(there.find("001"), "gone");
  microsoft.setDown(false);
  await store.sync(await open(), { limit: 50 });
  expect(heldHere(store)).toEqual(heldThere(there));
});

test("an expired access token is renewed once; a revoked consent is an auth error", async () => {
  const { there, account, open } = newAccount();
  fill(there, 1, 6);
  microsoft.signIn.expireAccess(account.email);
  const store = new Store();
  await store.sync(await open(), { limit: 50 });
  expect([store.subjects().length, account.renewals]).toEqual([6, 1]);
  microsoft.signIn.revoke(account.email);
  await expect(open()).rejects.toMatchObject({ fault: "auth" });
});

test("a sent mail is found by its Message-ID with any characters", async () => {
  const { there, open } = newAccount();
  const internetMessageId = "<it's-'quoted'@acme.test>";
  there.add(mailSource("sent"), { folder: "sentitems", internetMessageId });
  const mailbox = await open();
  expect(await mailbox.hasSent(internetMessageId)).toBe(true);
  expect(await mailbox.hasSent("<' or 1 eq 1@acme.test>")).toBe(false);
});

test("the token is not sent to another host that an answer names", async () => {
  const { there, account } = newAccount();
  fill(there, 1, 3);
  const store = new Store();
  const mailbox = await openOutlookMailbox(account);
  await store.sync(mailbox, { limit: 50 });
  const cursor = store.cursor?.replaceAll(microsoft.url, "http://127.0.0.1:9") ?? "";
  await expect(mailbox.sync(cursor, { limit: 5 }).next()).rejects.toMatchObject({ fault: "protocol" });
});

const fieldsOfEarlierRelease = "receivedDateTime,isRead";

test("a mailbox of an earlier release gets its stars by a second list, while the first one still reports removals", async () => {
  const { there, account, open } = newAccount();
  fill(there, 1, 6);
  there.update(there.find("002"), { isFlagged: true });
  const [mailbox, store] = [await open(), new Store()];
  await store.sync(mailbox, { limit: 50 });
  const { more: _, ...cursor } = JSON.parse(store.cursor ?? "");
  for (const [folder, place] of Object.entries(places)) {
    const link = `${microsoft.url}/v1.0/me/mailFolders/${place}/messages/delta?$select=${fieldsOfEarlierRelease}`;
    const headers = {
      authorization: `Bearer ${await account.token()}`,
      prefer: 'IdType="ImmutableId", odata.maxpagesize=500',
    };
    const page = (await (await fetch(link, { headers })).json()) as { "@odata.deltaLink": string };
    const { since: __, ...state } = cursor.folders[folder];
    cursor.folders[folder] = { ...state, link: page["@odata.deltaLink"] };
  }
  store.cursor = JSON.stringify(cursor);
  for (const row of store.rows.values()) row.starred = false;
  there.move(there.find("003"), "gone");
  there.add(mailSource("007"));
  const batches = mailbox.sync(store.cursor, { limit: 50 });
  store.commit((await batches.next()).value);
  // After the second list was read, and before the first one has been read once more.
  there.move(there.find("004"), "gone");
  there.update(there.find("005"), { isFlagged: true });
  for await (const batch of batches) store.commit(batch);
  await store.sync(mailbox, { limit: 50 });
  expect(heldHere(store)).toEqual(heldThere(there));
  expect(store.arrivals).toEqual(["006", "005", "004", "003", "002", "001", "007"]);
  const starred = [...store.rows.values()].filter((row) => row.starred).map(({ subject }) => subject);
  expect(starred.sort()).toEqual(["002", "005"]);
  microsoft.seen.length = 0;
  await store.sync(mailbox, { limit: 50 });
  expect(microsoft.seen).toHaveLength(1);
});
