// Messages that are moved and folders that are created here, also while the connection breaks.
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type Dovecot, hasDovecot, startDovecot } from "#test/dovecot.ts";
import { foldersOf } from "#test/dovecot-folders.ts";
import { until } from "#test/outbox-world.ts";
import { startRelay } from "#test/relay.ts";
import { pathOf, Reader } from "../folders.suite.ts";
import { mailSource, numbered } from "../mailbox.suite.ts";
import { openImapMailbox } from "./imap.ts";

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});
/** The long form, with `TEST_FAULTS=long`, cuts the connection also late in a change. */
const isLong = process.env.TEST_FAULTS === "long";
let people = 0;

async function reached(dovecot: Dovecot, folders: string[], mails: string[]) {
  const user = `p${++people}`;
  const there = foldersOf(dovecot, user);
  for (const folder of folders) await there.create(folder);
  for (const subject of mails) await there.deliver(mailSource(subject), "inbox");
  const relay = await startRelay(dovecot.ports.imap);
  cleanups.push(relay.stop);
  const open = async () => {
    const mailbox = await openImapMailbox({ ...dovecot.imap(user), port: relay.port });
    cleanups.push(mailbox.close);
    return mailbox;
  };
  const reader = new Reader(await open());
  reader.followed.push(...folders);
  return { there, relay, open, reader: await reader.read() };
}

const noMove = { config: "ssl = no", exactStatus: true, imapCapability: "IMAP4rev1 LITERAL+ UIDPLUS" };

describe.skipIf(!hasDovecot).each([
  ["MOVE", { config: "ssl = no", exactStatus: true }],
  ["COPY alone", noMove],
])("a server with %s", (_name, options) => {
  let dovecot: Dovecot;
  beforeAll(async () => {
    dovecot = await startDovecot(options);
  });
  afterAll(() => dovecot.remove());

  test("has one copy of a message whose move or copy was cut off anywhere and made again", {
    timeout: 60_000,
  }, async () => {
    const subjects = numbered(isLong ? 24 : 12);
    const { there, relay, open, reader } = await reached(dovecot, ["Work", "Home"], subjects);
    const [work, home, inbox] = ["Work", "Home", "inbox"].map(reader.key) as [string, string, string];
    let cuts = 0;
    for (const [at, subject] of subjects.entries()) {
      // A move, or a copy and a move; the connection ends instead of the answer that is the next one in the next round.
      const change = at % 2 === 0 ? { add: [work], remove: [inbox] } : { add: [home, work], remove: [inbox] };
      const mailbox = await open();
      mailbox.recall?.(reader.cursor);
      let answers = 0;
      relay.onAnswer = (data) => {
        if (answers++ < Math.floor(at / 2)) return data;
        relay.cut();
        return Buffer.of();
      };
      const places = reader.placesOf(subject);
      await mailbox.setFolders?.(places, change).catch((error: unknown) => {
        expect(error).toMatchObject({ fault: "unreachable" });
        cuts++;
      });
      relay.onAnswer = (data) => data;
      const again = await open();
      again.recall?.(reader.cursor);
      await again
        .setFolders?.(places, change)
        .catch((error: unknown) => expect(error).toMatchObject({ fault: "gone" }));
    }
    expect(cuts).toBeGreaterThan(4);
    expect([await there.subjects("inbox"), await there.subjects("Work")]).toEqual([[], subjects]);
    expect(await there.subjects("Home")).toEqual(subjects.filter((_, at) => at % 2 === 1));
    reader.mailbox = await open();
    await reader.read();
    expect(reader.held("inbox", "Work")).toEqual({ inbox: [], Work: subjects });
    expect(reader.arrivals).toHaveLength(subjects.length);
  });
});

describe.skipIf(!hasDovecot)("an account with 20 folders", () => {
  let dovecot: Dovecot;
  beforeAll(async () => {
    dovecot = await startDovecot({ config: "ssl = no", specialFolders: ["Sent", "Trash"] });
  });
  afterAll(() => dovecot.remove());
  const names = [
    ...Array.from({ length: 14 }, (_, at) => `Folder ${at}`),
    ...["Ärger & Post", "日本/東京", "Work/Bills/2026", "Work/Bills/2027"],
  ];

  test("is asked for its changes by one LIST, and only folders that changed are selected", async () => {
    const { there, relay, reader } = await reached(dovecot, names, []);
    // Names that only hold other folders.
    expect(reader.folder("Work")).toMatchObject({ isSelectable: false });
    expect(reader.folder("Work/Bills/2026").above).toEqual(["Work", "Bills"]);
    const said: string[] = [];
    relay.onCommand = (words) => void said.push(words.trim().replace(/^\w+ (UID )?(\w+).*$/s, "$2"));
    await there.deliver(mailSource("one"), "日本/東京");
    await until(async () => {
      said.length = 0;
      await reader.sync(reader.mailbox, reader.options());
      return reader.arrivals.length > 0;
    });
    expect(reader.held("日本/東京")).toEqual({ "日本/東京": ["one"] });
    expect(said.filter((word) => word === "SELECT")).toHaveLength(2);
    await reader.sync(reader.mailbox, reader.options());
    said.length = 0;
    await reader.sync(reader.mailbox, reader.options());
    expect(said).toEqual(["LIST", "SELECT"]);
  });

  test("gets an archive, spam and drafts folder when the first mail is put there", async () => {
    const { there, reader } = await reached(dovecot, [], numbered(3));
    for (const [at, role] of (["archive", "junk", "drafts"] as const).entries()) {
      const change = { add: [reader.key(role)], remove: ["inbox"] };
      const told = await reader.mailbox.setFolders?.(reader.placesOf(numbered(3)[at] ?? ""), change);
      expect(Object.keys(told ?? {})).toEqual([role]);
      expect(await there.subjects(role)).toEqual([numbered(3)[at]]);
    }
    reader.followed.push("archive", "junk", "drafts");
    await reader.read();
    expect(reader.held("inbox", "archive", "junk", "drafts")).toEqual({
      ...{ inbox: [], archive: ["001"], junk: ["002"], drafts: ["003"] },
    });
    expect(reader.folders.filter(({ role }) => role).map(({ key }) => key)).toHaveLength(6);
  });

  test("refuses names that are no names for folders, and takes an existing one for INBOX", async () => {
    const { reader } = await reached(dovecot, [], []);
    for (const name of ["", "  ", "a//b", "/a", "a\u0000b", "a\r\nb", "50%", "*", "x".repeat(300)])
      await expect(reader.mailbox.createFolder?.(name), name).rejects.toMatchObject({ fault: "denied" });
    expect(await reader.mailbox.createFolder?.("Inbox")).toMatchObject({ key: "inbox", role: "inbox" });
    expect(await reader.mailbox.createFolder?.("New/Deep/er")).toMatchObject({ above: ["New", "Deep"], name: "er" });
    // RFC 3501 5.1: INBOX is case-insensitive, also above other names.
    const made = await reader.mailbox.createFolder?.("Inbox/Später");
    expect(made).toMatchObject({ above: ["INBOX"], name: "Später", isSelectable: true });
    for (const name of ["INBOX/Später", "inbox/Später"])
      expect(await reader.mailbox.createFolder?.(name)).toEqual(made);
    const change = { add: ["f-nothing"], remove: [] };
    await expect(reader.mailbox.setFolders?.({ inbox: "inbox/1/1" }, change)).rejects.toMatchObject({
      fault: "denied",
    });
    await expect(reader.mailbox.setStarred?.("inbox/1/1", true)).rejects.toMatchObject({ fault: "stale" });
  });
});

describe.skipIf(!hasDovecot).each(["/", "."])("a server that separates folders by %s", (separator) => {
  let dovecot: Dovecot;
  beforeAll(async () => {
    dovecot = await startDovecot({
      config: `ssl = no\nnamespace inbox {\n  separator = ${separator}\n}`,
      exactStatus: true,
    });
  });
  afterAll(() => dovecot.remove());
  const names = [
    ...['He said "no"', "back\\slash", "A & B", "&", "&AOQ-", "per%cent", "a*b", "{5}", "(a) [b]", "🎉 party"],
    ...[" leading", "trailing ", "x".repeat(200), `INBOX${separator}inbox`, `Deep${separator}er`],
  ];

  test("has folders with odd names, into which mail is moved and from which it comes back", async () => {
    const { there, reader } = await reached(dovecot, names, numbered(names.length));
    // Blanks around a name are not shown. The folder keeps them.
    const shown = (name: string) => name.trim().replaceAll(separator, "/");
    for (const [at, name] of names.entries()) {
      const [subject = "", key] = [
        numbered(names.length)[at],
        reader.folders.find((one) => pathOf(one) === shown(name))?.key,
      ];
      await reader.mailbox.setFolders?.(reader.placesOf(subject), { add: [key ?? name], remove: ["inbox"] });
      expect([name, await there.subjects(name)]).toEqual([name, [subject]]);
    }
    reader.followed.push(...names.map(shown));
    await reader.read();
    for (const [at, name] of names.entries()) {
      const subject = numbered(names.length)[at] ?? "";
      expect(reader.held(shown(name))).toEqual({ [shown(name)]: [subject] });
      const [key = ""] = Object.keys(reader.placesOf(subject));
      await reader.mailbox.setFolders?.(reader.placesOf(subject), { add: ["inbox"], remove: [key] });
    }
    expect(await there.subjects("inbox")).toEqual(numbered(names.length));
    await reader.read();
    expect(reader.held("inbox")).toEqual({ inbox: numbered(names.length) });
    expect(reader.arrivals).toHaveLength(names.length);
  });

  test("creates a folder with an odd name, or says why it does not", async () => {
    const { reader } = await reached(dovecot, [], []);
    for (const name of ['Say "yes"', "A\\B", "C & D", "🎉", "{9}"])
      expect(await reader.mailbox.createFolder?.(name)).toMatchObject({ above: [], name });
    // One of them is the separator of folders, the other one that of Dovecot's store.
    await expect(reader.mailbox.createFolder?.("per.iod")).rejects.toMatchObject({ fault: "denied" });
  });
});

describe.skipIf(!hasDovecot)("a server that keeps all folders below the inbox and does not tell its namespace", () => {
  let dovecot: Dovecot;
  beforeAll(async () => {
    dovecot = await startDovecot({
      config: "ssl = no\nnamespace inbox {\n  separator = .\n  prefix = INBOX.\n}",
      exactStatus: true,
      imapCapability: "IMAP4rev1 LITERAL+ UIDPLUS MOVE",
    });
  });
  afterAll(() => dovecot.remove());

  test("creates a folder there if it has no others, and shows it without the inbox", async () => {
    const { reader } = await reached(dovecot, [], ["One"]);
    expect(await reader.mailbox.createFolder?.("Receipts")).toMatchObject({ above: [], name: "Receipts" });
    expect(await reader.mailbox.createFolder?.("Clients/Acme")).toMatchObject({ above: ["Clients"], name: "Acme" });
  });

  test("moves mail into folders that were there and into one that is created", async () => {
    const { there, reader } = await reached(dovecot, ["INBOX.Work"], ["One", "Two"]);
    expect(reader.folders.map(pathOf)).toContain("Work");
    const created = await reader.mailbox.createFolder?.("Receipts");
    expect(created).toMatchObject({ above: [], name: "Receipts" });
    const change = { add: [created?.key ?? ""], remove: ["inbox"] };
    await reader.mailbox.setFolders?.(reader.placesOf("One"), change);
    expect(await there.subjects("INBOX.Receipts")).toEqual(["One"]);
    // A folder with a role is created on first use.
    await reader.mailbox.setFolders?.(reader.placesOf("Two"), { add: ["archive"], remove: ["inbox"] });
    expect(await there.subjects("inbox")).toEqual([]);
  });
});
