import { expect, test, vi } from "vitest";
import { googleBoxes } from "#test/google-boxes.ts";
import { accountAt } from "#test/stand-ins/google/account.ts";
import { Reader } from "../folders.suite.ts";
import { mailSource, numbered } from "../mailbox.suite.ts";
import { openGmailMailbox } from "./gmail.ts";

// Many small calls to the stand-in take long on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const { google, newBox } = await googleBoxes(10);

/** A reader of an account with so much mail in the inbox. */
async function readerOf(count: number) {
  const box = newBox();
  for (const subject of numbered(count)) await box.deliver(mailSource(subject), "inbox");
  const reader = new Reader(await box.open());
  return { box, reader };
}
const change = (reader: Reader, subject: string, add: string[], remove: string[]) =>
  reader.mailbox.setFolders?.(reader.placesOf(subject), { add: add.map(reader.key), remove: remove.map(reader.key) });

test("changes made here are made by one call each, and the archive has no label", async () => {
  const { box, reader } = await readerOf(6);
  await box.create("Work");
  await reader.read();
  const calls = google.calls(/POST .*\/modify/);
  await change(reader, "001", ["archive"], ["inbox"]);
  await change(reader, "002", ["junk"], ["inbox"]);
  await change(reader, "003", ["trash"], ["inbox"]);
  await change(reader, "004", ["Work"], []);
  expect(google.calls(/POST .*\/modify/)).toBe(calls + 4);
  const labelled = async (subject: string) => (await box.labelled(subject)).toSorted();
  expect(await labelled("001")).toEqual(["UNREAD"]);
  expect(await labelled("002")).toEqual(["SPAM", "UNREAD"]);
  expect(await labelled("003")).toEqual(["TRASH", "UNREAD"]);
  expect(await labelled("004")).toEqual(["INBOX", reader.key("Work"), "UNREAD"].toSorted());
  await reader.read();
  expect(reader.held("inbox", "archive", "junk", "trash", "Work")).toEqual({
    ...{ inbox: ["004", "005", "006"], archive: ["001"], junk: ["002"], trash: ["003"], Work: ["004"] },
  });
  // And back.
  expect(await change(reader, "002", ["inbox"], ["junk"])).toEqual({ inbox: reader.idOf("002") });
  await change(reader, "001", ["inbox"], ["archive"]);
  await change(reader, "003", ["inbox"], ["trash"]);
  await reader.read();
  expect(reader.held("inbox")).toEqual({ inbox: numbered(6) });
  expect(reader.arrivals).toHaveLength(6);
});

test("a sent mail can be put into the trash, though Google keeps its label Sent", async () => {
  const { box, reader } = await readerOf(0);
  await box.deliver(mailSource("out"), "sent");
  await reader.read();
  await change(reader, "out", ["trash"], ["sent"]);
  await reader.read();
  expect(reader.held("sent", "trash")).toEqual({ sent: [], trash: ["out"] });
  await change(reader, "out", ["sent"], ["trash"]);
  await reader.read();
  expect(reader.held("sent", "trash")).toEqual({ sent: ["out"], trash: [] });
});

test("a change that Google refuses is denied, and the next sync works", async () => {
  const { box, reader } = await readerOf(1);
  await box.create("Work");
  await reader.read();
  const places = reader.placesOf("001");
  const work = reader.key("Work");
  await box.remove("Work");
  await expect(reader.mailbox.setFolders?.(places, { add: [work], remove: ["inbox"] })).rejects.toMatchObject({
    fault: "denied",
  });
  expect(await box.labelled("001")).toContain("INBOX");
  await expect(reader.mailbox.setFolders?.({ inbox: "unknown" }, { add: ["trash"], remove: [] })).rejects.toMatchObject(
    { fault: "gone" },
  );
  google.trouble({ status: 403, reason: "rateLimitExceeded", matches: /modify/ });
  await reader.mailbox.setFolders?.(places, { add: ["archive"], remove: ["inbox"] });
  await reader.read();
  expect(reader.held("archive")).toEqual({ archive: ["001"] });
});

test("a label is created with those above it, or found in spite of its case", async () => {
  const { box, reader } = await readerOf(0);
  const create = (name: string) => reader.mailbox.createFolder?.(name);
  expect(await create("Kunden / Nord/Bremen")).toMatchObject({
    above: ["Kunden", "Nord"],
    name: "Bremen",
    kind: "label",
  });
  await reader.read();
  expect(reader.folder("Kunden/Nord").kind).toBe("label");
  expect(await create("kunden/nord")).toEqual(reader.folder("Kunden/Nord"));
  for (const name of ["", " / ", "Inbox", "bell\u0007", "x".repeat(300)])
    await expect(create(name)).rejects.toMatchObject({ fault: "denied" });
  // Created by another program between our list and our call.
  await box.create("Race");
  const account = await accountAt(google, box.email);
  let lists = 0;
  const late: typeof fetch = async (url, init) => {
    const isFirst = String(url).endsWith("/labels") && !init?.body && lists++ === 0;
    return isFirst ? Response.json({ labels: [] }) : fetch(url, init);
  };
  const other = await openGmailMailbox({ ...account, fetch: late });
  await reader.read();
  expect(await other.createFolder?.("Race")).toEqual(reader.folder("Race"));
});

test("a change whose answer is lost is made once, and asking again is harmless", async () => {
  const { box, reader } = await readerOf(1);
  await reader.read();
  google.trouble({ status: 500, afterwards: true, drop: true, matches: /modify/ });
  await expect(change(reader, "001", ["archive"], ["inbox"])).rejects.toBeDefined();
  expect(await box.labelled("001")).toEqual(["UNREAD"]);
  await change(reader, "001", ["archive"], ["inbox"]);
  await reader.read();
  expect(reader.held("inbox", "archive")).toEqual({ inbox: [], archive: ["001"] });
  expect(reader.arrivals).toHaveLength(1);
});
