import { test as base, expect, type Page } from "@playwright/test";
import type { Dovecot } from "../server/test/dovecot.ts";
import {
  connectMailbox,
  mailOf,
  removeMailboxes,
  type Session,
  startMailServer,
  type TestMail,
  waitForMail,
} from "./mail.ts";
import { openAs, sessionOf } from "./people.ts";

export const rows = (page: Page) => page.getByRole("listbox", { name: "Messages" }).getByRole("option");
export const row = (page: Page, subject: string) => rows(page).filter({ hasText: subject });
export const preview = (page: Page) => page.getByRole("region", { name: "Message", exact: true });
export const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** One mail server for all journeys of a worker, because a start takes as long as some journeys. */
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
/** A user name that is new on the mail server. */
export const newPerson = () => `reader${process.pid}x${people++}`;

type Reader = { user: string; mailbox: { id: string; email: string }; session: Session; dovecot: Dovecot };

/**
 * A mailbox with these mails, newest first, which is connected once for all journeys of a file. A journey changes only mails
 * that no other journey uses.
 */
export function readerOf(mails: TestMail[] = []) {
  let reader: Reader | undefined;
  const it = (): Reader => {
    if (!reader) throw new Error("The mailbox is connected before the journeys begin");
    return reader;
  };
  test.beforeAll(async ({ dovecot, request }) => {
    const [user, session] = [newPerson(), await sessionOf({ request }, "user")];
    for (const [at, mail] of mails.entries()) {
      await dovecot.deliver(user, mailOf({ date: new Date(Date.now() - (at + 1) * 60_000), ...mail }));
    }
    const mailbox = await connectMailbox({ request }, session, dovecot, user);
    reader = { user, mailbox, session, dovecot };
    await waitForMail({ request }, session, mailbox.id, mails.length);
  });
  test.afterAll(({ request }) => removeMailboxes({ request }, it().session));
  return {
    it,
    /** Opens the inbox with only this mailbox's mails in the list. */
    async open(page: Page) {
      await openAs(page, it().session, `/inbox?mailbox=${it().mailbox.id}`);
      await expect(mails.length > 0 ? rows(page).first() : page.getByText("No messages.")).toBeVisible();
    },
    flagsOf: (subject: string) =>
      it().dovecot.admin("-f", "tab", "fetch", "-u", it().user, "flags", "mailbox", "INBOX", "subject", subject),
    countIn: (folder: string) =>
      it().dovecot.admin("search", "-u", it().user, "mailbox", folder, "ALL").trim().split("\n").filter(Boolean).length,
  };
}
