import { expect, type Page, test } from "@playwright/test";
import { expectAccessibleInAllLooks } from "../accessible.ts";
import { openAs, sessionOf } from "../people.ts";

/** An account of its own: the sessions of the demo's accounts belong to the other journeys. */
async function newAccount({ request }: Page) {
  const [email, own] = [`sessions-${Date.now()}@acme.test`, "a sentence only I know"];
  const { token } = await sessionOf({ request }, "admin");
  const created = await request.post("/api/users", {
    headers: { authorization: `Bearer ${token}` },
    data: { name: "Meera Iyer", email, roleCode: "NORMAL_USER" },
  });
  const { temporaryPassword: first } = await created.json();
  const signIn = async (password: string) =>
    (await request.post("/api/auth/login", { data: { email, password } })).json();
  const changed = await request.post("/api/auth/change-password", {
    headers: { authorization: `Bearer ${(await signIn(first)).token}` },
    data: { currentPassword: first, newPassword: own },
  });
  expect(changed.ok(), await changed.text()).toBe(true);
  return () => signIn(own);
}

test("a user sees where they are signed in, and ends other sessions [IDN-01] [IDN-02]", async ({ page }) => {
  const signIn = await newAccount(page);
  const [first, second] = [await signIn(), await signIn()];
  await openAs(page, await signIn(), "/profile?tab=security");
  const list = page.getByRole("region", { name: "Where you are signed in" });
  const own = list.getByRole("listitem").filter({ hasText: "This device" });
  await expect(own).toContainText("The computer that runs Intellibox");
  await expect(own.getByRole("button")).toHaveCount(0);
  await expectAccessibleInAllLooks(page);
  const rows = list.getByRole("listitem");
  // The first sign-in, two more, and this one.
  await expect(rows).toHaveCount(4);
  await rows.filter({ hasNotText: "This device" }).first().getByRole("button").click();
  await expect(rows).toHaveCount(3);
  await list.getByRole("button", { name: "End all other sessions" }).click();
  await page.getByRole("button", { name: "End all others" }).click();
  await expect(rows).toHaveCount(1);
  for (const { token } of [first, second]) {
    const answer = await page.request.get("/api/auth/me", { headers: { authorization: `Bearer ${token}` } });
    expect(answer.status()).toBe(401);
  }
  await page.reload();
  await expect(rows).toHaveCount(1);
});

test("an admin sets after how long sessions end [IDN-03]", async ({ page }) => {
  const session = await sessionOf(page, "admin");
  await openAs(page, session, "/settings");
  await page.getByRole("link", { name: "Security" }).click();
  const form = page.getByRole("region", { name: "Sessions" });
  const choose = async (label: string, option: string) => {
    await form.getByRole("combobox", { name: label }).click();
    await page.getByRole("option", { name: option, exact: true }).click();
  };
  await expect(form.getByRole("combobox", { name: "Time without use" })).toHaveText("7 days");
  await expectAccessibleInAllLooks(page);
  await choose("Time after the sign-in", "3 days");
  await expect(form.getByText("The time without use may not be longer")).toBeVisible();
  await choose("Time without use", "1 day");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Session settings saved")).toBeVisible();
  await page.reload();
  await expect(form.getByRole("combobox", { name: "Time after the sign-in" })).toHaveText("3 days");
  // Back to what the other journeys expect.
  const answer = await page.request.put(`/api/tenants/${session.tenant._id}/session-limits`, {
    headers: { authorization: `Bearer ${session.token}` },
    data: { idleHours: 168, lifeHours: 720 },
  });
  expect(answer.status()).toBe(200);
});
