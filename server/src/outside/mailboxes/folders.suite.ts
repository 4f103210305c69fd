// Cases for every kind of mailbox whose server has folders or labels.
import type { FolderRole } from "@intellibox/contract/rules/folders";
import { expect, test } from "vitest";
import { mailSource, numbered, Store } from "./mailbox.suite.ts";
import type { AnswerMark, Mailbox, RemoteFolder, RemotePlaces } from "./mailbox.ts";

/** A fresh mailbox, and another mail program on it. A folder is named by its role, or by its names from the outermost, with `/`. */
export type FolderHarness = {
  open(): Promise<Mailbox>;
  deliver(raw: string, folder: string): Promise<void>;
  create(folder: string): Promise<void>;
  rename(folder: string, name: string): Promise<void>;
  /** With the mail in it. */
  remove(folder: string): Promise<void>;
  move(subject: string, from: string, to: string): Promise<void>;
  /** Puts a message into one more folder; absent if a message is in one folder only. */
  copy?(subject: string, from: string, to: string): Promise<void>;
  star(subject: string, folder: string, starred: boolean): Promise<void>;
  isStarred(subject: string, folder: string): Promise<boolean>;
  /** Absent if the server does not keep which messages were answered and forwarded. */
  answer?(subject: string, folder: string, mark: AnswerMark): Promise<void>;
  answersOf?(subject: string, folder: string): Promise<AnswerMark[]>;
  /** Sorted. */
  subjects(folder: string): Promise<string[]>;
  has: {
    /** The roles that its folders have without having been created. */
    roles: FolderRole[];
    /** Whether a message in one folder can be put into a second one by `setFolders`. */
    several: boolean;
    /** Whether the server tells the remote id of a message that was moved. */
    tellsIds: boolean;
  };
};

export const pathOf = ({ above, name }: RemoteFolder) => [...above, name].join("/");

/** A store that follows folders by their names, and a mailbox that was synced once. */
export class Reader extends Store {
  mailbox: Mailbox;
  followed: string[] = ["inbox", "sent", "trash"];

  constructor(mailbox: Mailbox) {
    super();
    this.mailbox = mailbox;
  }

  folder(name: string): RemoteFolder {
    const found = this.folders.find((one) => (one.role ?? pathOf(one)) === name);
    if (!found) throw new Error(`No folder ${name} in ${this.folders.map(pathOf).join(", ")}`);
    return found;
  }

  key = (name: string) => this.folder(name).key;

  /** The messages of the given folders; without any, of those that are followed. */
  held(...names: string[]): Record<string, string[]> {
    const all = names.length > 0 ? names : this.followed;
    return Object.fromEntries(all.map((name) => [name, this.subjects(this.key(name))]));
  }

  placesOf(subject: string): RemotePlaces {
    const rows = [...this.rows].filter(([, row]) => row.subject === subject);
    return Object.fromEntries(rows.flatMap(([id, { folders }]) => folders.map((key) => [key, id])));
  }

  options(limit = 50) {
    const keys = this.folders.filter((one) => this.followed.includes(one.role ?? pathOf(one))).map(({ key }) => key);
    return { limit, isStored: this.isStored, ...(keys.length > 0 && { followed: new Set(keys) }) };
  }

  /** Twice, because a folder can be followed only after it was listed. */
  async read(limit = 50) {
    await this.sync(this.mailbox, this.options(limit));
    await this.sync(this.mailbox, this.options(limit));
    return this;
  }
}

export function folderSuite(harness: () => Promise<FolderHarness>) {
  const opened = async (folders: string[], followed: string[] = folders) => {
    const box = await harness();
    for (const folder of folders) await box.create(folder);
    const reader = new Reader(await box.open());
    reader.followed.push(...followed);
    return { box, reader };
  };

  test("folders are listed with their names, roles and keys that differ", async () => {
    const { box, reader } = await opened(["Work", "Work/Bills", "Ärger & Post", "日本/東京"], []);
    await reader.read();
    expect(box.has.roles.map((role) => reader.folder(role).role)).toEqual(box.has.roles);
    expect(reader.folder("Work")).toMatchObject({ above: [], name: "Work", role: null, isSelectable: true });
    expect(reader.folder("Work/Bills")).toMatchObject({ above: ["Work"], name: "Bills" });
    expect(reader.folder("Ärger & Post").name).toBe("Ärger & Post");
    expect(reader.folder("日本/東京").above).toEqual(["日本"]);
    const keys = reader.folders.map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    expect(Math.max(...keys.map(({ length }) => length))).toBeLessThanOrEqual(300);
    await reader.mailbox.close();
  });

  test("only followed folders are synced, and a folder that is followed later brings its newest mail", async () => {
    const { box, reader } = await opened(["Work"], []);
    await box.deliver(mailSource("in"), "inbox");
    for (const subject of numbered(8)) await box.deliver(mailSource(subject), "Work");
    await reader.read();
    expect(reader.held("inbox", "Work")).toEqual({ inbox: ["in"], Work: [] });
    reader.followed.push("Work");
    await reader.read(3);
    expect(reader.held("inbox", "Work")).toEqual({ inbox: ["in"], Work: ["006", "007", "008"] });
    await box.deliver(mailSource("009"), "Work");
    await reader.read(3);
    expect(reader.held("Work")).toEqual({ Work: ["006", "007", "008", "009"] });
    await reader.sync(reader.mailbox, { ...reader.options(), older: true });
    expect(reader.held("Work")).toEqual({ Work: numbered(9) });
    await reader.mailbox.close();
  });

  test("a folder that is not followed any more gets no mail, and all of it when it is followed again", async () => {
    const { box, reader } = await opened(["Work"]);
    await box.deliver(mailSource("001"), "Work");
    await reader.read();
    reader.followed.pop();
    await reader.read();
    await box.deliver(mailSource("002"), "Work");
    await box.deliver(mailSource("in"), "inbox");
    await reader.read();
    expect(reader.held("inbox")).toEqual({ inbox: ["in"] });
    expect(reader.arrivals).not.toContain("002");
    reader.followed.push("Work");
    await reader.read();
    expect(reader.held("Work")).toEqual({ Work: ["001", "002"] });
    await reader.mailbox.close();
  });

  test("a move by another program is a move, without a download", async () => {
    const { box, reader } = await opened(["Work", "Home"]);
    for (const subject of numbered(5)) await box.deliver(mailSource(subject), "inbox");
    await reader.read();
    await box.move("002", "inbox", "Work");
    await box.move("003", "inbox", "Work");
    await box.move("003", "Work", "Home");
    await box.move("004", "inbox", "trash");
    await reader.read();
    expect(reader.held()).toEqual({ inbox: ["001", "005"], sent: [], trash: ["004"], Work: ["002"], Home: ["003"] });
    await box.move("002", "Work", "inbox");
    await reader.read();
    expect(reader.held("inbox", "Work")).toEqual({ inbox: ["001", "002", "005"], Work: [] });
    expect(reader.arrivals.toSorted()).toEqual(numbered(5));
    await reader.mailbox.close();
  });

  test("mail that the store has no more is downloaded after a move", async () => {
    const { box, reader } = await opened(["Work"]);
    await box.deliver(mailSource("001"), "inbox");
    await reader.read();
    await box.move("001", "inbox", "Work");
    const options = { ...reader.options(), isStored: async () => new Set<string>() };
    await reader.sync(reader.mailbox, options);
    await reader.sync(reader.mailbox, options);
    expect(reader.held("inbox", "Work")).toEqual({ inbox: [], Work: ["001"] });
    await reader.mailbox.close();
  });

  test("a renamed folder keeps its key and its mail", async () => {
    const { box, reader } = await opened(["Work", "Home"]);
    for (const subject of numbered(3)) await box.deliver(mailSource(subject), "Work");
    await reader.read();
    const before = { key: reader.key("Work"), rows: new Map(reader.rows) };
    await box.rename("Work", "Büro");
    await box.deliver(mailSource("004"), "Büro");
    reader.followed.push("Büro");
    await reader.read();
    expect(reader.key("Büro")).toBe(before.key);
    expect(reader.folders.map(pathOf)).not.toContain("Work");
    for (const id of before.rows.keys()) expect(reader.rows.get(id)).toEqual(before.rows.get(id));
    expect(reader.held("Büro")).toEqual({ Büro: numbered(4) });
    expect(reader.arrivals).toHaveLength(4);
    await reader.mailbox.close();
    // Another session knows it by the cursor, and a new folder of the old name is another one.
    await box.create("Work");
    reader.mailbox = await box.open();
    await reader.read();
    expect(reader.key("Büro")).toBe(before.key);
    expect(reader.key("Work")).not.toBe(before.key);
    expect(reader.held("Büro", "Work")).toEqual({ Büro: numbered(4), Work: [] });
    await reader.mailbox.close();
  });

  test("a deleted folder is gone with its mail, and nothing else is", async () => {
    const { box, reader } = await opened(["Work", "Home"]);
    for (const subject of numbered(3)) await box.deliver(mailSource(subject), "Work");
    await box.deliver(mailSource("home"), "Home");
    await reader.read();
    await box.move("002", "Work", "Home");
    await box.remove("Work");
    await reader.read();
    expect(reader.folders.map(pathOf)).not.toContain("Work");
    expect(reader.held("Home")).toEqual({ Home: ["002", "home"] });
    expect(reader.rows.size).toBe(2);
    await reader.mailbox.close();
  });

  test("a message in two folders is in both, and leaves one alone", async ({ skip }) => {
    const { box, reader } = await opened(["Work"]);
    if (!box.copy) return skip();
    for (const subject of numbered(2)) await box.deliver(mailSource(subject), "inbox");
    await reader.read();
    await box.copy("001", "inbox", "Work");
    await reader.read();
    expect(reader.held("inbox", "Work")).toEqual({ inbox: ["001", "002"], Work: ["001"] });
    expect(reader.arrivals).toHaveLength(2);
    if (!reader.mailbox.setFolders) throw new Error("no setFolders");
    await reader.mailbox.setFolders(reader.placesOf("001"), { add: [], remove: [reader.key("inbox")] });
    await reader.read();
    expect(reader.held("inbox", "Work")).toEqual({ inbox: ["002"], Work: ["001"] });
    expect(reader.arrivals).toHaveLength(2);
    await reader.mailbox.close();
  });

  test("stars come and go both ways", async () => {
    const { box, reader } = await opened(["Work"]);
    await box.deliver(mailSource("001"), "inbox");
    await box.deliver(mailSource("002"), "Work");
    await box.star("002", "Work", true);
    await reader.read();
    const starred = () => ["001", "002"].filter((subject) => reader.rows.get(reader.idOf(subject))?.starred);
    expect(starred()).toEqual(["002"]);
    await box.star("001", "inbox", true);
    await box.star("002", "Work", false);
    await reader.read();
    expect(starred()).toEqual(["001"]);
    await reader.mailbox.setStarred?.(reader.idOf("001"), false);
    await reader.mailbox.setStarred?.(reader.idOf("002"), true);
    expect([await box.isStarred("001", "inbox"), await box.isStarred("002", "Work")]).toEqual([false, true]);
    await reader.read();
    expect(starred()).toEqual(["002"]);
    await reader.mailbox.close();
  });

  test("answered and forwarded marks come and go both ways, if the server keeps them", async () => {
    const { box, reader } = await opened([]);
    for (const subject of numbered(5)) await box.deliver(mailSource(subject), "inbox");
    if (!box.answer || !box.answersOf) return expect(reader.mailbox.setAnswered).toBeUndefined();
    await box.answer("001", "inbox", "answered");
    await reader.read();
    const marked = () =>
      [...reader.rows.values()]
        .flatMap(({ subject, answered, forwarded }) => [
          ...(answered ? [`${subject} answered`] : []),
          ...(forwarded ? [`${subject} forwarded`] : []),
        ])
        .sort();
    expect(marked()).toEqual(["001 answered"]);
    await box.answer("002", "inbox", "answered");
    await box.answer("003", "inbox", "forwarded");
    await reader.mailbox.setAnswered?.(reader.idOf("004"), "answered");
    await reader.mailbox.setAnswered?.(reader.idOf("005"), "forwarded");
    expect([await box.answersOf("004", "inbox"), await box.answersOf("005", "inbox")]).toEqual([
      ["answered"],
      ["forwarded"],
    ]);
    await reader.read();
    expect(marked()).toEqual(["001 answered", "002 answered", "003 forwarded", "004 answered", "005 forwarded"]);
    await reader.mailbox.close();
  });

  test("a message is moved on the server, once, however often it is asked", async () => {
    const { box, reader } = await opened(["Work"]);
    for (const subject of numbered(3)) await box.deliver(mailSource(subject), "inbox");
    await reader.read();
    const change = { add: [reader.key("Work")], remove: [reader.key("inbox")] };
    const places = reader.placesOf("002");
    const told = await reader.mailbox.setFolders?.(places, change);
    await reader.mailbox.setFolders?.(places, change).catch((error: unknown) => {
      expect(error).toMatchObject({ fault: "gone" });
    });
    expect([await box.subjects("inbox"), await box.subjects("Work")]).toEqual([["001", "003"], ["002"]]);
    await reader.read();
    expect(reader.held("inbox", "Work")).toEqual({ inbox: ["001", "003"], Work: ["002"] });
    expect(reader.arrivals).toHaveLength(3);
    if (box.has.tellsIds) expect(told).toEqual(reader.placesOf("002"));
    // A message that is in the target folder already stays there.
    const held = reader.placesOf("002");
    await reader.mailbox.setFolders?.(held, { add: [reader.key("Work")], remove: [] });
    expect(await box.subjects("Work")).toEqual(["002"]);
    await reader.mailbox.close();
  });

  test("a message is put into a second folder if its server can", async ({ skip }) => {
    const { box, reader } = await opened(["Work", "Home"]);
    if (!box.has.several) return skip();
    await box.deliver(mailSource("001"), "inbox");
    await reader.read();
    const [work, home] = [reader.key("Work"), reader.key("Home")];
    await reader.mailbox.setFolders?.(reader.placesOf("001"), { add: [work], remove: [] });
    await reader.read();
    expect(reader.held("inbox", "Work")).toEqual({ inbox: ["001"], Work: ["001"] });
    await reader.mailbox.setFolders?.(reader.placesOf("001"), { add: [home], remove: [work, reader.key("inbox")] });
    await reader.read();
    expect(reader.held("inbox", "Work", "Home")).toEqual({ inbox: [], Work: [], Home: ["001"] });
    expect(await box.subjects("Home")).toEqual(["001"]);
    expect(reader.arrivals).toHaveLength(1);
    await reader.mailbox.close();
  });

  test("a folder is created once, and mail can be moved into it", async () => {
    const { box, reader } = await opened([]);
    await box.deliver(mailSource("001"), "inbox");
    await reader.read();
    const made = await reader.mailbox.createFolder?.("Neue Ärger");
    expect(made).toMatchObject({ name: "Neue Ärger", above: [], role: null, isSelectable: true });
    expect(await reader.mailbox.createFolder?.("Neue Ärger")).toEqual(made);
    await reader.mailbox.setFolders?.(reader.placesOf("001"), {
      add: [made?.key ?? ""],
      remove: [reader.key("inbox")],
    });
    expect(await box.subjects("Neue Ärger")).toEqual(["001"]);
    reader.followed.push("Neue Ärger");
    await reader.read();
    expect(reader.key("Neue Ärger")).toBe(made?.key);
    expect(reader.held("inbox", "Neue Ärger")).toEqual({ inbox: [], "Neue Ärger": ["001"] });
    expect(reader.arrivals).toHaveLength(1);
    await reader.mailbox.close();
  });

  test("a sync that stops before or after any commit between moves loses and duplicates nothing", {
    timeout: 120_000,
  }, async () => {
    const { box, reader } = await opened(["Work", "Home"]);
    for (const subject of numbered(40)) await box.deliver(mailSource(subject), "inbox");
    await reader.read();
    const moved: Record<string, string[]> = { Work: [], Home: [] };
    for (let stop = 0; stop < 8; stop++) {
      const [one, two, three] = numbered(3, stop * 4 + 1) as [string, string, string];
      await box.move(one, "inbox", "Work");
      await box.move(two, "inbox", "Home");
      await box.move(three, "inbox", "Work");
      let at = 0;
      for await (const batch of reader.mailbox.sync(reader.cursor, reader.options())) {
        const dies = at++ === Math.floor(stop / 2) % 3;
        if (dies && stop % 2 === 0) break;
        reader.commit(batch);
        if (dies) break;
      }
      await box.move(three, "Work", "Home");
      moved.Work?.push(one);
      moved.Home?.push(two, three);
    }
    await reader.read();
    const left = numbered(40).filter((one) => !moved.Work?.includes(one) && !moved.Home?.includes(one));
    expect(reader.held("inbox", "Work", "Home")).toEqual({ inbox: left, ...moved });
    expect(new Set(reader.arrivals).size).toBe(40);
    await reader.mailbox.close();
  });
}
