import { afterAll, beforeAll, describe } from "vitest";
import { type Dovecot, type DovecotOptions, hasDovecot, startDovecot } from "#test/dovecot.ts";
import { foldersOf } from "#test/dovecot-folders.ts";
import { type FolderHarness, folderSuite } from "./folders.suite.ts";
import { openImapMailbox } from "./imap.ts";

const servers: [string, DovecotOptions, Partial<FolderHarness["has"]>][] = [
  ["QRESYNC and LIST-STATUS", { config: "ssl = no" }, {}],
  ["no extension", { config: "ssl = no", imapCapability: "IMAP4rev1 LITERAL+" }, { tellsIds: false }],
];
let people = 0;

describe.skipIf(!hasDovecot).each(servers)("folders of a server with %s", (_name, options, has) => {
  let dovecot: Dovecot;
  beforeAll(async () => {
    dovecot = await startDovecot(options);
  });
  afterAll(() => dovecot.remove());

  folderSuite(async () => {
    const user = `f${++people}`;
    return {
      // The STATUS of a server without CONDSTORE does not tell about stars.
      open: () => openImapMailbox(dovecot.imap(user), { compareAfterMs: 0 }),
      ...foldersOf(dovecot, user),
      has: { roles: ["inbox", "sent", "drafts", "archive", "junk", "trash"], several: true, tellsIds: true, ...has },
    };
  });
});
