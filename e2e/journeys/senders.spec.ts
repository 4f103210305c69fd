import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "@playwright/test";
import { expectAccessibleInAllLooks } from "../accessible.ts";
import { button, preview, readerOf, row, test } from "../inbox-reader.ts";
import { toastOf } from "../writing.ts";

test.describe.configure({ timeout: 300_000, mode: "serial" });
test.use({ viewport: { width: 1440, height: 900 } });

/** The server of a mailing list. */
const calls: string[] = [];
const lists = createServer((request, response) => {
  calls.push(`${request.method} ${request.url}`);
  request.resume();
  response.end();
});
await new Promise<void>((done) => lists.listen(0, "127.0.0.1", done));
const listAt = (name: string) => `http://127.0.0.1:${(lists.address() as AddressInfo).port}/${name}`;
test.afterAll(() => void lists.close());

const newsletter = (name: string, subject: string) => ({
  from: `${name} <news@${name.toLowerCase()}.test>`,
  subject,
  text: "News of the week.",
  headers: [
    `List-Id: <news.${name.toLowerCase()}.test>`,
    `List-Unsubscribe: <${listAt(name)}>`,
    "List-Unsubscribe-Post: List-Unsubscribe=One-Click",
  ],
});
const reader = readerOf([
  newsletter("Harbour", "Harbour one"),
  newsletter("Harbour", "Harbour two"),
  newsletter("Lantern", "Lantern one"),
  { subject: "Lunch", text: "Shall we?" },
]);

test("a newsletter is left with one click, after a question that says how", async ({ page }) => {
  await reader.open(page);
  await row(page, "Lunch").click();
  await expect(preview(page).getByText("Shall we?")).toBeVisible();
  await expect(button(page, "Unsubscribe")).toHaveCount(0);
  await row(page, "Harbour one").click();
  await button(page, "Unsubscribe").click();
  const question = page.getByRole("alertdialog", { name: "Unsubscribe from Harbour?" });
  await expect(question).toContainText("127.0.0.1");
  expect(calls).toEqual([]);
  await question.getByRole("button", { name: "Unsubscribe" }).click();
  await expect(preview(page).getByText(/Unsubscribed on/)).toBeVisible();
  expect(calls).toEqual(["POST /Harbour"]);
});

test("senders are listed by how much they write, and left, archived and blocked together", async ({ page }) => {
  await reader.open(page);
  await button(page, "Senders").click();
  const list = page.getByRole("list", { name: "Senders" });
  const lantern = list.getByRole("listitem").filter({ hasText: "news@lantern.test" });
  await expect(list.getByRole("listitem").filter({ hasText: "news@harbour.test" })).toContainText("Unsubscribed on");
  await expect(lantern).toContainText("1 message, none read");
  await expectAccessibleInAllLooks(page);

  const choose = () => lantern.getByRole("checkbox").check();
  await choose();
  await button(page, "Unsubscribe").click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Unsubscribe" }).click();
  await expect(toastOf(page, "Unsubscribed from 1 sender.")).toBeVisible();
  expect(calls).toContain("POST /Lantern");

  await choose();
  await button(page, "Block").click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Block" }).click();
  await expect(lantern).toContainText("Blocked");
  await choose();
  await button(page, "Archive all").click();
  await expect(toastOf(page, "Archived 1 message.")).toBeVisible();
  await button(page, "Unblock news@lantern.test").click();
  await expect(page.getByRole("region", { name: "Blocked senders" })).toHaveCount(0);

  await button(page, "Back to the inbox").click();
  await expect(row(page, "Lunch")).toBeVisible();
  await expect(row(page, "Lantern one")).toHaveCount(0);
});
