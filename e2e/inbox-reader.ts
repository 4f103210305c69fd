import { expect, type Page } from "@playwright/test";
import type { Dovecot } from "../server/test/dovecot.ts";
import { connectMailbox, type Letter, mailOf } from "./mail.ts";
import { signInAs } from "./people.ts";

export const rows = (page: Page) => page.getByRole("listbox", { name: "Messages" }).getByRole("option");
export const row = (page: Page, subject: string) => rows(page).filter({ hasText: subject });
export const preview = (page: Page) => page.getByRole("region", { name: "Message", exact: true });
export const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

let people = 0;
/** A name nobody else has on the mail server. */
export const newPerson = () => `reader${process.pid}x${people++}`;

/** A mailbox with these letters, the first the newest, open in the inbox and nothing else in the list. */
export async function readerOf(page: Page, dovecot: Dovecot, letters: Letter[]) {
  const user = newPerson();
  for (const [at, letter] of letters.entries()) {
    await dovecot.deliver(user, mailOf({ date: new Date(Date.now() - (at + 1) * 60_000), ...letter }));
  }
  const session = await signInAs(page, "user", "/inbox?tab=rules");
  const mailbox = await connectMailbox(page, session, dovecot, user);
  await page.goto(`/inbox?mailbox=${mailbox.id}`);
  // Only what is in sight is in the page; each row knows of how many it is one.
  await expect(rows(page).first()).toHaveAttribute("aria-setsize", String(letters.length), { timeout: 60_000 });
  return { user, mailbox, session };
}
