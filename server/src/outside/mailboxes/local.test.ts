import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { folderRoles } from "@intellibox/contract/rules/folders";
import { afterAll, expect, test } from "vitest";
import { deliverLocally, openLocalMailbox } from "./local.ts";
import { mailboxSuite, mailSource, Store } from "./mailbox.suite.ts";

const root = await mkdtemp(join(tmpdir(), "intellibox-local-"));
afterAll(() => rm(root, { recursive: true, force: true }));
let boxes = 0;
const newFolder = () => join(root, String(++boxes));

async function fileWith(folder: string, subject: string) {
  for (const file of await readdir(join(folder, "inbox"))) {
    const path = join(folder, "inbox", file);
    if ((await readFile(path, "utf8")).includes(`Subject: ${subject}\r`)) return path;
  }
  throw new Error(`No mail ${subject}`);
}

mailboxSuite(async () => {
  const folder = newFolder();
  return {
    open: () => openLocalMailbox({ folder }),
    deliver: (raw, { folder: name } = {}) => deliverLocally({ folder }, Buffer.from(raw), name),
    has: { marks: false, trash: true, sent: true, watch: true },
  };
});

test("a file removed by hand leaves the mailbox", async () => {
  const folder = newFolder();
  for (const subject of ["a", "b"]) await deliverLocally({ folder }, Buffer.from(mailSource(subject)));
  const [mailbox, store] = [await openLocalMailbox({ folder }), new Store()];
  await store.sync(mailbox, { limit: 50 });
  await rm(await fileWith(folder, "a"));
  await store.sync(mailbox, { limit: 50 });
  expect(store.subjects()).toEqual(["b"]);
});

test("a partly written mail is not listed", async () => {
  const folder = newFolder();
  const [mailbox, store] = [await openLocalMailbox({ folder }), new Store()];
  await writeFile(join(folder, "inbox", ".00001.tmp"), "From: x");
  await store.sync(mailbox, { limit: 50 });
  expect(store.rows.size).toBe(0);
});

test("no remote id can leave the directory", async () => {
  const mailbox = await openLocalMailbox({ folder: newFolder() });
  for (const id of ["../x.eml", "inbox/../../x", "other/x.eml", "inbox/", "", "inbox/nothing.eml"]) {
    await expect(mailbox.remove(id)).rejects.toMatchObject({ fault: "gone" });
  }
});

test("concurrent deliveries are all stored, in order of arrival", async () => {
  const folder = newFolder();
  await Promise.all(
    Array.from({ length: 100 }, (_, at) => deliverLocally({ folder }, Buffer.from(mailSource(String(at))))),
  );
  const [mailbox, store] = [await openLocalMailbox({ folder }), new Store()];
  await store.sync(mailbox, { limit: 500 });
  expect(store.rows.size).toBe(100);
});

test("a file that moves to another folder is the same message, with the flags that it has here", async () => {
  const folder = newFolder();
  const anonymous = "From: ana@acme.test\r\nSubject: a\r\n\r\nNo Message-ID.\r\n";
  await deliverLocally({ folder }, Buffer.from(anonymous));
  const [mailbox, store] = [await openLocalMailbox({ folder }), new Store()];
  const sync = () => store.sync(mailbox, { limit: 50, isStored: store.isStored });
  await sync();
  const [remoteId = "", row] = [...store.rows][0] ?? [];
  Object.assign(row ?? {}, { unread: false, starred: true });
  const told = await mailbox.setFolders?.({ inbox: remoteId }, { add: ["archive"], remove: ["inbox"] });
  expect(await mailbox.setFolders?.({ inbox: remoteId }, { add: ["archive"], remove: ["inbox"] })).toEqual(told);
  await sync();
  expect([...store.rows]).toEqual([
    [told?.archive, expect.objectContaining({ folders: ["archive"], unread: false, starred: true })],
  ]);
  await mailbox.remove(told?.archive ?? "");
  await sync();
  expect([...store.rows.values()]).toMatchObject([{ folders: ["trash"], unread: false, starred: true }]);
  expect(store.arrivals).toEqual(["a"]);
});

test("the local mailbox has the folders of every role", async () => {
  const [mailbox, store] = [await openLocalMailbox({ folder: newFolder() }), new Store()];
  await store.sync(mailbox, { limit: 50 });
  expect(store.folders.map(({ key, role }) => key === role && role)).toEqual([...folderRoles]);
});
