import { expect, test } from "vitest";
import { readMail } from "#outside/mime/read-mail.ts";
import type { AnswerMarks, Batch, Mailbox, MailFolder, MailStub, RemoteFolder, SyncOptions } from "./mailbox.ts";

/** A provider's part of the suite: a fresh mailbox, a way to deliver into it, and the provider's capabilities. */
export type Harness = {
  open(): Promise<Mailbox>;
  deliver(raw: string, options?: { folder?: MailFolder; seen?: boolean }): Promise<void>;
  /** Changes by another mail program; undefined if the protocol cannot report them. */
  elsewhere?: { markRead(subject: string): Promise<void>; remove(subject: string): Promise<void> };
  /** `lasts`: ours may be the only copy, so stored messages are never dropped and fetched again. */
  has: { marks: boolean; trash: boolean; sent: boolean; watch: boolean; lasts?: boolean };
};

type Row = {
  folder: string;
  folders: string[];
  unread: boolean;
  starred: boolean;
  answered?: boolean;
  forwarded?: boolean;
  subject: string;
  messageId: string | null;
  size: number;
};

const marksOf = ({ answered, forwarded }: AnswerMarks): AnswerMarks => ({
  ...{ ...(answered && { answered }), ...(forwarded && { forwarded }) },
});

/** The caller's side: rows and a cursor that change together, like a transaction. */
export class Store {
  rows = new Map<string, Row>();
  /** Rows that left their last folder. */
  gone: (Row & { remoteId: string })[] = [];
  folders: RemoteFolder[] = [];
  cursor: string | null = null;
  hasOlder = false;
  older: number | undefined;
  arrivals: string[] = [];

  commit(batch: Batch) {
    const lost = batch.folders ? this.#missing(batch.folders) : [];
    this.folders = batch.folders ?? this.folders;
    const emptied = [...lost, ...batch.reset];
    for (const [id, { folders }] of this.rows) {
      const left = folders.filter((key) => !emptied.includes(key));
      if (left.length < folders.length) this.#place(id, left);
    }
    for (const id of batch.removed) this.#place(id, []);
    for (const { remoteId, unread, starred, folders, ...marks } of batch.changed) {
      const row = this.rows.get(remoteId);
      if (row && unread !== undefined) row.unread = unread;
      if (row && starred !== undefined) row.starred = starred;
      if (row) Object.assign(row, marks);
      if (row && folders) this.#place(remoteId, folders);
    }
    for (const mail of batch.found ?? []) {
      const known = this.#known(mail);
      if (!known) throw new Error(`The store does not have ${mail.messageId}`);
      const { folders, unread = known.unread, starred = known.starred } = mail;
      this.#put(mail.remoteId, { ...known, folders, unread, starred, ...marksOf(mail) });
    }
    for (const { remoteId, folders, unread, starred, raw, ...more } of batch.arrived) {
      const { subject, messageId } = readMail(Buffer.from(raw));
      this.arrivals.push(subject);
      this.#put(remoteId, { folders, unread, starred, subject, messageId, size: raw.length, ...marksOf(more) });
    }
    this.cursor = batch.cursor;
    this.hasOlder = batch.hasOlder;
    this.older = batch.older ?? this.older;
  }

  #missing = (listed: RemoteFolder[]) =>
    this.folders.flatMap(({ key }) => (listed.some((one) => one.key === key) ? [] : key));

  #put(remoteId: string, row: Omit<Row, "folder">) {
    this.rows.set(remoteId, { ...row, folder: row.folders[0] ?? "" });
  }

  #place(remoteId: string, folders: string[]) {
    const row = this.rows.get(remoteId);
    if (!row) return;
    if (folders.length > 0) return this.#put(remoteId, { ...row, folders });
    this.rows.delete(remoteId);
    this.gone.push({ ...row, remoteId });
  }

  #known({ remoteId, messageId, size, earlierIds = [] }: MailStub): Row | undefined {
    const all = [...[...this.rows].map(([id, row]) => ({ ...row, remoteId: id })), ...this.gone];
    return (
      this.rows.get(remoteId) ??
      all.find((row) => earlierIds.includes(row.remoteId)) ??
      all.find((row) => row.messageId === messageId && row.size === size)
    );
  }

  isStored = async (mails: MailStub[]) => new Set(mails.flatMap((mail) => (this.#known(mail) ? mail.remoteId : [])));

  async sync(mailbox: Mailbox, options: SyncOptions) {
    for await (const batch of mailbox.sync(this.cursor, options)) this.commit(batch);
  }

  subjects(folder: string = "inbox") {
    return [...this.rows.values()]
      .filter((row) => row.folders.includes(folder))
      .map(({ subject }) => subject)
      .sort();
  }

  idOf(subject: string) {
    return [...this.rows].find(([, row]) => row.subject === subject)?.[0] ?? "";
  }
}

export const mailSource = (subject: string) =>
  `From: ana@acme.test\r\nTo: user@acme.test\r\nSubject: ${subject}\r\nMessage-ID: <${subject}@acme.test>\r\n\r\n.A line with a dot\r\n..two\r\n`;
export const numbered = (count: number, from = 1) =>
  Array.from({ length: count }, (_, at) => String(from + at).padStart(3, "0"));

export function mailboxSuite(harness: () => Promise<Harness>) {
  const filled = async (count: number) => {
    const box = await harness();
    for (const subject of numbered(count)) await box.deliver(mailSource(subject));
    return { box, mailbox: await box.open(), store: new Store() };
  };

  test("a first sync brings the newest mail, newest first and no more than asked for, and counts the rest [SYN-08]", async () => {
    const { mailbox, store } = await filled(12);
    await store.sync(mailbox, { limit: 5 });
    expect(store.arrivals).toEqual(["012", "011", "010", "009", "008"]);
    expect([store.hasOlder, store.older]).toEqual([true, 7]);
    await mailbox.close();
  });

  test("the newest mail of the inbox comes before anything else, and a sync that ends after it goes on", async () => {
    const { box, mailbox, store } = await filled(1);
    if (box.has.trash) await box.deliver(mailSource("900"), { folder: "sent", seen: true });
    for (const subject of numbered(59, 2)) await box.deliver(mailSource(subject));
    for await (const batch of mailbox.sync(null, { limit: 70 })) {
      store.commit(batch);
      break;
    }
    await mailbox.close();
    expect(store.arrivals.length).toBeGreaterThanOrEqual(20);
    expect(store.arrivals).toEqual(numbered(60).reverse().slice(0, store.arrivals.length));

    await box.elsewhere?.markRead("059");
    await box.elsewhere?.remove("060");
    const again = await box.open();
    await store.sync(again, { limit: 70, isStored: store.isStored });
    expect(store.subjects()).toEqual(numbered(box.elsewhere ? 59 : 60));
    expect(store.subjects("sent")).toEqual(box.has.trash ? ["900"] : []);
    expect(new Set(store.arrivals).size).toBe(store.arrivals.length);
    if (box.elsewhere) expect(store.rows.get(store.idOf("059"))?.unread).toBe(false);
    await again.close();
  });

  test("older mail comes on request, until there is no more", async () => {
    const { mailbox, store } = await filled(12);
    await store.sync(mailbox, { limit: 5 });
    await store.sync(mailbox, { limit: 5 });
    expect(store.rows.size).toBe(5);
    await store.sync(mailbox, { limit: 5, older: true });
    expect(store.arrivals.slice(5)).toEqual(["007", "006", "005", "004", "003"]);
    expect(store.older).toBe(2);
    await store.sync(mailbox, { limit: 5, older: true });
    expect(store.subjects()).toEqual(numbered(12));
    expect(store.hasOlder).toBe(false);
    await mailbox.close();
  });

  test("new mail comes once, whole, and bytes are the sender's", async () => {
    const { box, mailbox, store } = await filled(3);
    await store.sync(mailbox, { limit: 50 });
    for (const subject of numbered(70, 4)) await box.deliver(mailSource(subject));
    let raw = "";
    for await (const batch of mailbox.sync(store.cursor, { limit: 5 })) {
      store.commit(batch);
      raw = Buffer.from(batch.arrived.at(-1)?.raw ?? []).toString() || raw;
    }
    expect(store.subjects()).toEqual(numbered(73));
    expect(store.arrivals).toHaveLength(73);
    expect(raw).toBe(mailSource("004"));
    await store.sync(mailbox, { limit: 5 });
    expect(store.arrivals).toHaveLength(73);
    await mailbox.close();
  });

  test("a sync that stops before or after any commit loses and duplicates nothing", {
    timeout: 120_000,
  }, async () => {
    // More than any provider returns in one batch.
    const { box, mailbox, store } = await filled(300);
    await mailbox.close();
    for (let stop = 0; stop < 12; stop++) {
      const again = await box.open();
      let at = 0;
      for await (const batch of again.sync(store.cursor, { limit: 500 })) {
        const dies = at++ === Math.floor(stop / 2);
        if (dies && stop % 2 === 0) break;
        store.commit(batch);
        if (dies) break;
      }
      await again.close();
      await box.deliver(mailSource(String(900 + stop)));
    }
    const last = await box.open();
    await store.sync(last, { limit: 500 });
    expect(store.subjects()).toEqual([...numbered(300), ...numbered(12, 900)]);
    expect(new Set(store.rows.keys()).size).toBe(312);
    await last.close();
  });

  test("changes by another mail program are synced", async ({ skip }) => {
    const { box, mailbox, store } = await filled(6);
    if (!box.elsewhere) return skip();
    await store.sync(mailbox, { limit: 50 });
    await box.elsewhere.markRead("002");
    await box.elsewhere.remove("004");
    await box.deliver(mailSource("007"));
    await store.sync(mailbox, { limit: 50 });
    expect(store.subjects()).toEqual(["001", "002", "003", "005", "006", "007"]);
    expect([...store.rows.values()].filter((row) => !row.unread).map(({ subject }) => subject)).toEqual(["002"]);
    await mailbox.close();
  });

  test("read marks and deletions reach the server, as far as it supports them", async () => {
    const { box, mailbox, store } = await filled(3);
    await store.sync(mailbox, { limit: 50 });
    await mailbox.setUnread(store.idOf("001"), false);
    await mailbox.remove(store.idOf("002"));
    await mailbox.close();

    const fresh = new Store();
    const other = await box.open();
    await fresh.sync(other, { limit: 50 });
    expect(fresh.rows.get(fresh.idOf("001"))?.unread).toBe(!box.has.marks);
    expect(fresh.subjects()).toEqual(box.has.trash ? ["001", "003"] : ["001", "002", "003"]);
    expect(fresh.subjects("trash")).toEqual(box.has.trash ? ["002"] : []);
    if (box.has.trash) {
      await other.remove(fresh.idOf("002"));
      await fresh.sync(other, { limit: 50 });
      expect(fresh.subjects("trash")).toEqual([]);
    }
    await other.close();
  });

  test("a sent mail is stored in Sent and found there", async () => {
    const { box, mailbox } = await filled(1);
    expect(await mailbox.hasSent("<out@acme.test>")).toBe(false);
    await mailbox.keepSent(Buffer.from(mailSource("out")));
    expect(await mailbox.hasSent("<out@acme.test>")).toBe(box.has.sent);
    expect(await mailbox.hasSent("<other@acme.test>")).toBe(false);
    const store = new Store();
    await store.sync(mailbox, { limit: 50 });
    expect(store.subjects("sent")).toEqual(box.has.sent ? ["out"] : []);
    await mailbox.close();
  });

  test("a watched mailbox reports new mail and still takes other commands", async () => {
    const { box, mailbox, store } = await filled(1);
    await store.sync(mailbox, { limit: 50 });
    const stop = new AbortController();
    const told = Promise.withResolvers<void>();
    const watching = mailbox.watch(() => told.resolve(), stop.signal);
    await store.sync(mailbox, { limit: 50 });
    await new Promise((done) => setTimeout(done, 300));
    await box.deliver(mailSource("002"));
    if (box.has.watch) await told.promise;
    await store.sync(mailbox, { limit: 50 });
    expect(store.subjects()).toEqual(["001", "002"]);
    stop.abort();
    await watching;
    await mailbox.close();
  });

  test("an invalid cursor is reported as bad_cursor", async ({ skip }) => {
    const { box, mailbox } = await filled(1);
    if (box.has.lasts) return skip();
    for (const cursor of ["", "{}x", '{"inbox":{"known":"x"}}', "[]"]) {
      await expect(mailbox.sync(cursor, { limit: 5 }).next()).rejects.toMatchObject({ fault: "bad_cursor" });
    }
    await mailbox.close();
  });
}
