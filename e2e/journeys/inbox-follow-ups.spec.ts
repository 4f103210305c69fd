import { expect, type Page } from "@playwright/test";
import { makeFollowUpsDue } from "../../server/test/change-running.ts";
import { row, test } from "../inbox-reader.ts";
import { openAs, people, sessionOf, signInAs } from "../people.ts";
import { productData } from "../workers.ts";

test.describe.configure({ timeout: 300_000 });
test.use({ viewport: { width: 1440, height: 900 } });

type Session = { token: string; user: { _id: string } };
const as = ({ token }: Session) => ({ authorization: `Bearer ${token}` });

/** Sends mail and makes its follow-ups due, with a draft for each. Only the waiting time is simulated. */
async function sentLongAgo(page: Page, session: Session, subjects: string[]) {
  for (const subject of subjects) {
    const answer = await page.request.post("/api/compose/send", {
      headers: { ...as(session), "x-followup-days": "1", "x-track-engagement": "0" },
      data: { to: [people.stranger], subject, body: "Our offer." },
    });
    expect(answer.status(), await answer.text()).toBe(200);
  }
  await makeFollowUpsDue(productData() ?? "", session.user._id, "Hello,\n\nMay I ask about our offer?");
}

type FollowUp = { id: string; original: { subject: string } };
async function followUpsOf(page: Page, session: Session, status: "ready" | "waiting") {
  const answer = await page.request.get(`/api/follow-ups?status=${status}`, { headers: as(session) });
  return ((await answer.json()) as { items: FollowUp[] }).items;
}
const statesOf = async (page: Page, session: Session, status: "ready" | "waiting") =>
  (await followUpsOf(page, session, status)).map(({ original }) => original.subject);

/** Other journeys of the same user leave follow-ups too. */
async function dismissAll(page: Page, session: Session) {
  for (const status of ["ready", "waiting"] as const) {
    for (const { id } of await followUpsOf(page, session, status)) {
      const answer = await page.request.post(`/api/follow-ups/${id}/dismiss`, { headers: as(session) });
      expect(answer.ok(), await answer.text()).toBe(true);
    }
  }
}

test("follow-ups are shown above the list and on the dashboard, and one click sends, edits, postpones or dismisses one [SND-19] [SND-20]", async ({
  page,
}) => {
  const session = await sessionOf(page, "user");
  const offers = [1, 2, 3, 4].map((number) => `Offer ${number} of ${Date.now()}`);
  await dismissAll(page, session);
  await sentLongAgo(page, session, offers);
  await openAs(page, session, "/dashboard");
  await expect(page.getByText("4 without an answer")).toBeVisible();

  await page.goto("/inbox");
  const panel = page.getByRole("region", { name: "Follow-ups" });
  await panel.getByRole("button", { name: /Follow-ups/ }).click();
  await expect(panel.getByRole("listitem")).toHaveCount(4);
  await expect(panel.getByRole("listitem").first()).toContainText("May I ask about our offer?");
  const actionOn = (action: string, subject = "") =>
    panel
      .getByRole("listitem")
      .filter({ hasText: subject })
      .getByRole("button", { name: new RegExp(`^${action}`) });
  const [first, second, third, fourth] = offers;
  await actionOn("Send", first).click();
  await expect(panel.getByRole("listitem")).toHaveCount(3);
  await actionOn("Postpone", second).click();
  await expect(panel.getByRole("listitem")).toHaveCount(2);
  await actionOn("Dismiss", third).click();
  await expect(panel.getByRole("listitem")).toHaveCount(1);
  await expect.poll(() => statesOf(page, session, "waiting")).toEqual([second]);

  // By keyboard in their own place.
  await page.goto("/inbox?view=follow-ups");
  await expect(actionOn("Edit", fourth)).toBeVisible();
  await page.keyboard.press("j");
  await expect(actionOn("Edit", fourth)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/compose$/);
  await expect(page.getByRole("textbox", { name: "Subject" })).toHaveValue(`Re: ${fourth}`);
  const sent = page.waitForResponse((answer) => answer.url().endsWith("/api/compose/send"));
  await page.getByRole("button", { name: "Send", exact: true }).click();
  expect((await sent).ok()).toBe(true);
  await expect.poll(() => statesOf(page, session, "ready")).toEqual([]);

  // The sent follow-up has arrived.
  await signInAs(page, "stranger", "/inbox");
  await expect(row(page, `Re: ${first}`)).toBeVisible({ timeout: 30_000 });
});
