import { test as base, expect, type Page } from "@playwright/test";
import type { Dovecot } from "../server/test/dovecot.ts";
import {
  connectMailbox,
  type Letter,
  mailOf,
  removeMailboxes,
  type Session,
  startMailServer,
  waitForMail,
} from "./mail.ts";
import { openAs, sessionOf } from "./people.ts";

export const rows = (page: Page) => page.getByRole("listbox", { name: "Messages" }).getByRole("option");
export const row = (page: Page, subject: string) => rows(page).filter({ hasText: subject });
export const preview = (page: Page) => page.getByRole("region", { name: "Message", exact: true });
export const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** One mail server for all journeys of a worker: starting one takes as long as some journeys do. */
export const test = base.extend<object, { dovecot: Dovecot }>({
  dovecot: [
    // biome-ignore lint/correctness/noEmptyPattern: fixtures name what they use by destructuring, and this one uses nothing
    async ({}, use) => {
      const dovecot = await startMailServer();
      await use(dovecot);
      await dovecot.remove();
    },
    { scope: "worker", timeout: 60_000 },
  ],
});

let people = 0;
/** A name nobody else has on the mail server. */
export const newPerson = () => `reader${process.pid}x${people++}`;

type Reader = { user: string; mailbox: { id: string; email: string }; session: Session; dovecot: Dovecot };

/**
 * A mailbox with these letters, the first the newest, connected once for all journeys of a file. A journey changes only
 * letters that no other looks at.
 */
export function readerOf(letters: Letter[] = []) {
  let reader: Reader | undefined;
  const it = (): Reader => {
    if (!reader) throw new Error("The mailbox is connected before the journeys begin");
    return reader;
  };
  test.beforeAll(async ({ dovecot, request }) => {
    const [user, session] = [newPerson(), await sessionOf({ request }, "user")];
    for (const [at, letter] of letters.entries()) {
      await dovecot.deliver(user, mailOf({ date: new Date(Date.now() - (at + 1) * 60_000), ...letter }));
    }
    const mailbox = await connectMailbox({ request }, session, dovecot, user);
    reader = { user, mailbox, session, dovecot };
    await waitForMail({ request }, session, mailbox.id, letters.length);
  });
  test.afterAll(({ request }) => removeMailboxes({ request }, it().session));
  return {
    it,
    /** The inbox, with this mailbox's letters and no others in the list. */
    async open(page: Page) {
      await openAs(page, it().session, `/inbox?mailbox=${it().mailbox.id}`);
      await expect(letters.length > 0 ? rows(page).first() : page.getByText("No messages.")).toBeVisible();
    },
    flagsOf: (subject: string) =>
      it().dovecot.admin("-f", "tab", "fetch", "-u", it().user, "flags", "mailbox", "INBOX", "subject", subject),
    countIn: (folder: string) =>
      it().dovecot.admin("search", "-u", it().user, "mailbox", folder, "ALL").trim().split("\n").filter(Boolean).length,
  };
}
