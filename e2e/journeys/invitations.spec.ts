import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { expectAccessibleInAllLooks } from "../accessible.ts";
import { preview, readerOf, row, test } from "../inbox-reader.ts";
import { demoPassword, openAs, sessionOf } from "../people.ts";
import { setUndoSeconds, toastOf } from "../writing.ts";

test.describe.configure({ timeout: 300_000 });
test.use({ viewport: { width: 1440, height: 900 }, timezoneId: "Asia/Kolkata" });

const party = [
  ...["BEGIN:VCALENDAR", "VERSION:2.0", "METHOD:PUBLISH", "BEGIN:VEVENT", "UID:party@meridian.test"],
  ...["DTSTART;VALUE=DATE:20301224", "DTEND;VALUE=DATE:20301227", "SUMMARY:Winter <i>party</i>"],
  ...["RRULE:FREQ=YEARLY", "LOCATION:https://meet.meridian.test/party", "END:VEVENT", "END:VCALENDAR", ""],
].join("\r\n");

const reader = readerOf([
  { subject: "A party", text: "Come!", files: [{ name: "party.ics", type: "application/ics", content: party }] },
  { subject: "A broken file", text: "See it.", files: [{ name: "x.ics", type: "text/calendar", content: "nothing" }] },
]);

const card = (page: Page, name = "Invitation") => preview(page).getByRole("region", { name, exact: true });
const press = (page: Page, name: string) => card(page).getByRole("button", { name, exact: true }).click();

/** The raw sources of the organizer's mails with this subject. */
async function sourcesOf(page: Page, subject: string): Promise<string[]> {
  const login = await page.request.post("/api/auth/login", {
    data: { email: "admin@globex.test", password: demoPassword },
  });
  const headers = { authorization: `Bearer ${(await login.json()).token}` };
  const { items } = await (await page.request.get("/api/mail/threads?limit=20", { headers })).json();
  const found = items.filter((item: { subject: string }) => item.subject === subject);
  return Promise.all(
    found.map(async ({ id }: { id: string }) =>
      (await page.request.get(`/api/mail/messages/${id}/source`, { headers })).text(),
    ),
  );
}

const calendarIn = (source: string) => {
  const [, encoding = "", body = ""] =
    /Content-Type: text\/calendar; charset=utf-8; method=REPLY\r\n(?:[\w-]+: .*\r\n)*?Content-Transfer-Encoding: (\S+)\r\n\r\n([\s\S]*?)\r\n--/.exec(
      source,
    ) ?? [];
  return encoding === "base64" ? Buffer.from(body, "base64").toString() : body;
};

test("an invitation is accepted, the organizer gets the reply, and Decline changes it [INV-04] [INV-05] [INV-06]", async ({
  page,
}) => {
  const session = await sessionOf(page, "stranger");
  await setUndoSeconds(page, session.token, 0);
  await openAs(page, session, "/inbox");
  await row(page, "Quarterly review: time and figures").click();
  await expect(card(page)).toContainText("Large meeting room");
  await expect(card(page)).toContainText(/GMT\+5:30|IST/);
  await expect(card(page)).toContainText("user@globex.test");
  await expectAccessibleInAllLooks(page);

  await press(page, "Add a note");
  await card(page).getByLabel("Note to the organizer").fill("I bring the returns.");
  await press(page, "Accept");
  await expect(card(page)).toContainText("You accepted on");
  await expect(card(page).getByRole("button", { name: "Accept" })).toHaveAttribute("aria-pressed", "true");
  await expect.poll(() => sourcesOf(page, "Accepted: Quarterly review"), { timeout: 30_000 }).not.toHaveLength(0);
  const [accepted = ""] = await sourcesOf(page, "Accepted: Quarterly review");
  expect(accepted).toMatch(/^From: Arjun Iyer <user@globex\.test>\r$/m);
  expect(calendarIn(accepted)).toContain("METHOD:REPLY");
  expect(calendarIn(accepted).replaceAll("\r\n ", "")).toMatch(/ATTENDEE;PARTSTAT=ACCEPTED;.*mailto:user@globex\.test/);
  expect(calendarIn(accepted)).toContain("COMMENT:I bring the returns.");

  await press(page, "Decline");
  await expect(card(page)).toContainText("You declined on");
  await expect.poll(() => sourcesOf(page, "Declined: Quarterly review"), { timeout: 30_000 }).not.toHaveLength(0);
  await page.reload();
  await expect(card(page)).toContainText("You declined on");
  await expect(card(page).getByRole("button", { name: "Decline" })).toHaveAttribute("aria-pressed", "true");
});

test("an answer can be undone, and then nothing was answered [INV-06]", async ({ page }) => {
  const session = await sessionOf(page, "stranger");
  await setUndoSeconds(page, session.token, 30);
  await openAs(page, session, "/inbox");
  await row(page, "Interview panel: operations manager").click();
  await expect(card(page).getByRole("link", { name: "meet.talentbridge.example" })).toBeVisible();
  await press(page, "Maybe");
  await expect(card(page)).toContainText("You answered with maybe on");
  await page.getByRole("button", { name: /^Undo/ }).click();
  await expect(toastOf(page, "Your answer was taken back.")).toBeVisible();
  await expect(card(page)).not.toContainText("You answered with maybe");
  await expect(card(page).getByRole("button", { name: "Maybe" })).toHaveAttribute("aria-pressed", "false");
  await setUndoSeconds(page, session.token, 0);
});

test("a calendar file is shown and saved for the own calendar, and a broken one can be downloaded [INV-02] [INV-03] [INV-10]", async ({
  page,
}) => {
  await reader.open(page);
  await row(page, "A party").click();
  const event = card(page, "Event");
  await expect(event).toContainText("Winter <i>party</i>");
  await expect(event).toContainText(/24.*26 December 2030/);
  await expect(event).toContainText("Every year");
  await expect(event.getByRole("button", { name: "Accept" })).toHaveCount(0);
  const saved = page.waitForEvent("download");
  await event.getByRole("button", { name: "Add to calendar" }).click();
  const file = await readFile(await (await saved).path(), "utf8");
  expect(file).toMatch(/^BEGIN:VCALENDAR\r\n[\s\S]*METHOD:PUBLISH\r\n[\s\S]*UID:party@meridian\.test\r\n/);
  expect((await saved).suggestedFilename()).toBe("event.ics");
  await expectAccessibleInAllLooks(page);

  await row(page, "A broken file").click();
  const broken = card(page, "Calendar file");
  await expect(broken).toContainText("This calendar file cannot be read.");
  const source = page.waitForEvent("download");
  await broken.getByRole("button", { name: "Download" }).click();
  expect(await readFile(await (await source).path(), "utf8")).toBe("nothing");
});
