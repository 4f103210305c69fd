import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Dovecot, type DovecotOptions, hasDovecot, startDovecot } from "#test/dovecot.ts";
import { foldersOf } from "#test/dovecot-folders.ts";
import { type FolderHarness, folderSuite, Reader } from "../folders.suite.ts";
import { mailSource, numbered } from "../mailbox.suite.ts";
import { openImapMailbox } from "./imap.ts";

const servers: [string, DovecotOptions, Partial<FolderHarness["has"]>][] = [
  ["QRESYNC and LIST-STATUS", { config: "ssl = no", exactStatus: true }, {}],
  [
    "no extension",
    { config: "ssl = no", exactStatus: true, imapCapability: "IMAP4rev1 LITERAL+" },
    { tellsIds: false },
  ],
];
/** The long form, with `TEST_FAULTS=long`, runs the suite on both servers. */
const isLong = process.env.TEST_FAULTS === "long";
let people = 0;

describe.skipIf(!hasDovecot).each(servers)("folders of a server with %s", (_name, options, has) => {
  let dovecot: Dovecot;
  beforeAll(async () => {
    dovecot = await startDovecot(options);
  });
  afterAll(() => dovecot.remove());

  const person = () => {
    const user = `f${++people}`;
    return {
      // The STATUS of a server without CONDSTORE does not tell about stars.
      open: () => openImapMailbox(dovecot.imap(user), { compareAfterMs: 0 }),
      ...foldersOf(dovecot, user),
      has: { roles: ["inbox", "sent", "drafts", "archive", "junk", "trash"], several: true, tellsIds: true, ...has },
    } satisfies FolderHarness;
  };
  if (has.tellsIds !== false || isLong) folderSuite(async () => person());

  test("mail that another program archives is found in a folder that is not followed, and nothing else there", async () => {
    const box = person();
    for (const subject of numbered(4)) await box.deliver(mailSource(subject), "inbox");
    await box.deliver(mailSource("old"), "archive");
    const reader = await new Reader(await box.open()).read();
    await box.move("002", "inbox", "archive");
    await box.move("003", "inbox", "junk");
    await box.deliver(mailSource("new"), "archive");
    await reader.read();
    expect(reader.held("inbox", "archive", "junk")).toEqual({ inbox: ["001", "004"], archive: ["002"], junk: ["003"] });
    expect(reader.arrivals).toHaveLength(4);
    // It is followed there as far as it is stored.
    await box.star("002", "archive", true);
    await box.move("003", "junk", "inbox");
    await reader.read();
    expect(reader.rows.get(reader.idOf("002"))?.starred).toBe(true);
    expect(reader.held("inbox", "junk")).toEqual({ inbox: ["001", "003", "004"], junk: [] });
    reader.followed.push("archive");
    await reader.read();
    expect(reader.held("archive")).toEqual({ archive: ["002", "new", "old"] });
    expect(reader.arrivals.slice(4).sort()).toEqual(["new", "old"]);
    await reader.mailbox.close();
  });
});
