import { expect, type Page, test } from "@playwright/test";
import { expectAccessibleInAllLooks } from "../accessible.ts";
import { preview, row } from "../inbox-reader.ts";
import { openAs, people, sessionOf } from "../people.ts";
import { editorOf, forgetDraft, toastOf } from "../writing.ts";

test.describe.configure({ timeout: 300_000 });
test.use({ viewport: { width: 1440, height: 900 } });

const question = "Which size of boxes do you need?";
const card = (page: Page) => preview(page).getByRole("region", { name: "The assistant prepared a reply" });

const headersOf = ({ token }: { token: string }) => ({ authorization: `Bearer ${token}` });

/** The reader's mailbox that is part of the product. It is made with the demo's first mail. */
async function mailboxOf(page: Page, session: { token: string }) {
  let id = "";
  const find = async () => {
    const { items } = await (await page.request.get("/api/mail/mailboxes", { headers: headersOf(session) })).json();
    id = items.find((one: { type: string }) => one.type === "local")?.id ?? "";
    return id;
  };
  await expect.poll(find, { timeout: 60_000 }).not.toBe("");
  return id;
}

async function ask(page: Page, about: string) {
  const writer = await sessionOf(page, "user");
  const data = { to: [people.stranger], subject: about, body: `Hello,\n\n${question}\n\nBest regards` };
  expect((await page.request.post("/api/compose/send", { headers: headersOf(writer), data })).ok()).toBe(true);
}

test("drafts are prepared once they are switched on, and are used or discarded in the conversation [DRW-01] [DRW-11] [DRW-12]", async ({
  page,
}) => {
  const reader = await sessionOf(page, "stranger");
  const mailbox = await mailboxOf(page, reader);
  const off = () =>
    page.request.put(`/api/mail/mailboxes/${mailbox}`, { headers: headersOf(reader), data: { preparesFor: [] } });
  await off();
  try {
    await openAs(page, reader, `/inbox?tab=settings&mailbox=${mailbox}`);
    const settings = page.getByRole("tabpanel", { name: "Sync Settings" });
    const isOn = settings.getByRole("switch", { name: /^Prepare drafts of replies/ });
    await expect(isOn).not.toBeChecked();
    await isOn.click();
    const kinds = settings.getByRole("group", { name: "For mail from" });
    await expect(kinds.getByRole("checkbox", { name: "Colleagues" })).toBeChecked();
    await kinds.getByRole("checkbox", { name: "Everybody else" }).click();
    await expect(kinds.getByRole("checkbox", { name: "Everybody else" })).toBeChecked();
    await expect(kinds.getByRole("checkbox", { name: "Everybody else" })).toBeEnabled();
    await expectAccessibleInAllLooks(page);
    await page.reload();
    await expect(kinds.getByRole("checkbox", { name: "Everybody else" })).toBeChecked();

    const [used, discarded] = [`Boxes ${crypto.randomUUID()}`, `Crates ${crypto.randomUUID()}`];
    await ask(page, used);
    await ask(page, discarded);
    await page.getByRole("tab", { name: "Unified Inbox" }).click();
    // The row gets its mark without a reload.
    await expect(row(page, used)).toContainText("Draft ready", { timeout: 60_000 });
    await row(page, used).click();
    await expect(card(page)).toContainText(`It answers: “${question}”`);
    await expect(card(page)).toContainText("It was written from this message.");
    await expectAccessibleInAllLooks(page);

    await card(page).getByRole("button", { name: "Use this draft" }).click();
    const composer = page.getByRole("region", { name: "Reply", exact: true });
    await expect(editorOf(page, "Your reply")).not.toBeEmpty();
    await expect(composer).toContainText("Draft by AI");
    await expect(card(page)).toHaveCount(0);
    await expect(row(page, used)).not.toContainText("Draft ready", { timeout: 30_000 });
    // Now it is an ordinary draft, which can be continued after a reload.
    await composer.getByRole("button", { name: "Close" }).click();
    await expect(preview(page).getByText("Draft reply", { exact: true })).toBeVisible({ timeout: 30_000 });
    await composer.waitFor({ state: "detached" });
    await preview(page).getByRole("button", { name: "Discard" }).click();
    await expect(toastOf(page, "Draft discarded")).toBeVisible();

    await expect(row(page, discarded)).toContainText("Draft ready", { timeout: 60_000 });
    await row(page, discarded).click();
    await card(page).getByRole("button", { name: "Discard" }).click();
    await expect(card(page)).toHaveCount(0);
    await expect(row(page, discarded)).not.toContainText("Draft ready", { timeout: 30_000 });
    await page.reload();
    await expect(preview(page).getByRole("heading", { name: discarded })).toBeVisible();
    await expect(card(page)).toHaveCount(0);
  } finally {
    await off();
    await forgetDraft(page, reader, "compose");
  }
});
