// Lists of folders as odd and hostile servers send them.
import type { ImapFlow, ListResponse } from "imapflow";
import { describe, expect, test } from "vitest";
import { describeFolders } from "./folders.ts";

type Entry = Partial<ListResponse> & { path: string; attributes?: string[] };

const entryOf = ({ path, attributes = [], ...rest }: Entry): ListResponse => {
  const parent = path.split(rest.delimiter ?? "/");
  const name = parent.pop() ?? "";
  const place = { path, pathAsListed: path, parent, parentPath: parent.join("/"), name, delimiter: "/" };
  return { ...place, flags: new Set(attributes), listed: true, subscribed: false, ...rest };
};
const clientOf = (prefix = "", delimiter = "/") =>
  ({
    capabilities: new Map([["LIST-STATUS", true]]),
    namespace: { prefix, delimiter },
    usable: true,
  }) as unknown as ImapFlow;
const known = () => ({ states: new Map(), directory: new Map() });
const describeList = (entries: Entry[], { wanted = "INBOX", client = clientOf() } = {}) =>
  describeFolders(client, entries.map(entryOf), wanted, known());
const inbox = { path: "INBOX", subscribed: true, specialUse: "\\Inbox" };

describe("a list of folders", () => {
  test("has each role once, also those that the server does not have", async () => {
    const folders = await describeList([inbox, { path: "Gesendet", specialUse: "\\Sent" }]);
    expect(folders.map(({ key, name, path }) => [key, name, path])).toEqual([
      ["inbox", "Inbox", "INBOX"],
      ["sent", "Gesendet", "Gesendet"],
      ["drafts", "Drafts", undefined],
      ["archive", "Archive", undefined],
      ["junk", "Spam", undefined],
      ["trash", "Trash", undefined],
    ]);
  });

  test("has subscribed folders and those above them; all if none is subscribed", async () => {
    const tree = [inbox, { path: "A", attributes: ["\\Noselect"] }, { path: "A/B" }, { path: "C" }];
    const own = async (entries: Entry[]) =>
      (await describeList(entries)).filter(({ role }) => !role).map(({ path, isSelectable }) => [path, isSelectable]);
    expect(await own(tree)).toEqual([
      ["A", false],
      ["A/B", true],
      ["C", true],
    ]);
    const some = tree.map((one) => ({ ...one, subscribed: one.path === "A/B" }));
    expect(await own(some)).toEqual([
      ["A", false],
      ["A/B", true],
    ]);
    expect(await own([...tree, { path: "Ghost", attributes: ["\\NonExistent"] }])).toHaveLength(3);
  });

  test("leaves out views, and archives into the folder of all mail if there is no archive", async () => {
    const folders = await describeList([
      inbox,
      { path: "[Gmail]/All Mail", specialUse: "\\All" },
      { path: "[Gmail]/Starred", specialUse: "\\Flagged" },
      { path: "[Gmail]/Important", attributes: ["\\Important"] },
    ]);
    expect(folders.find(({ role }) => role === "archive")?.path).toBe("[Gmail]/All Mail");
    expect(folders.filter(({ role }) => !role)).toEqual([]);
  });

  test("shows no prefix that all folders have", async () => {
    const client = clientOf("INBOX.", ".");
    const folders = await describeList([inbox, { path: "INBOX.Work.Bills", delimiter: "." }], { client });
    expect(folders.at(-1)).toMatchObject({ name: "Bills", above: ["Work"] });
  });

  test("is bounded, with clean names and keys that differ", async () => {
    const deep = Array.from({ length: 500 }, (_, at) => `d${at}`).join("/");
    const odd = ["\u202egnihsihp", "bell\u0007\r\nInbox", "x".repeat(5_000), "x".repeat(4_999), "   ", "\ud800", deep];
    const many = Array.from({ length: 10_000 }, (_, at) => ({ path: `folder ${at}` }));
    const folders = await describeList([inbox, ...odd.map((path) => ({ path })), { path: "folder 1" }, ...many]);
    expect(folders.length).toBeLessThanOrEqual(1_006);
    expect(new Set(folders.map(({ key }) => key)).size).toBe(folders.length);
    for (const { key, name, above } of folders) {
      expect(key.length).toBeLessThanOrEqual(300);
      expect(name.length).toBeLessThanOrEqual(300);
      expect(above.length).toBeLessThanOrEqual(20);
      expect([name, ...above].join("")).not.toMatch(/[\p{Cc}\u202e\ud800]/u);
      expect(name).not.toBe("");
    }
    expect(folders.map(({ name }) => name)).toEqual(expect.arrayContaining(["gnihsihp", "bell Inbox", "Unnamed"]));
  });
});
