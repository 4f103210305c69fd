import { readFile } from "node:fs/promises";
import { type APIRequestContext, expect, type Page, test } from "@playwright/test";
import { expectAccessible, expectAccessibleInAllLooks } from "../accessible.ts";
import { demoPassword, keepSession, people, signInAs } from "../people.ts";

// The API's figures, which the journeys compare with the screen's, are for days in UTC.
test.use({ timezoneId: "UTC" });

const unique = () => Math.random().toString(36).slice(2, 8);
const card = (page: Page, label: string) =>
  page.locator("dl > div").filter({ has: page.getByText(label, { exact: true }) });
const chart = (page: Page, caption: string) => page.getByRole("figure", { name: caption });
const sampleMark = (page: Page) => page.getByText("Sample data", { exact: true });
const showSample = (page: Page) => page.getByRole("button", { name: "Show sample numbers" }).click();
const steps = (page: Page) => page.getByRole("region", { name: "Getting started" });

type Figures = { emails: { value: number }; activeUsers?: number; activeTenants?: number; revenue?: number };

async function tokenOf(request: APIRequestContext, email: string, password = demoPassword) {
  const answer = await request.post("/api/auth/login", { data: { email, password } });
  return (await answer.json()).token as string;
}

/** A user of Acme without any activity, signed in. */
async function newcomer(page: Page) {
  const [email, password] = [`new-${unique()}@acme.test`, `a long first phrase ${unique()}`];
  const admin = await tokenOf(page.request, people.admin);
  const made = await page.request.post("/api/users", {
    headers: { authorization: `Bearer ${admin}` },
    data: { name: `New ${email.split("@")[0]}`, email, password, roleCode: "NORMAL_USER" },
  });
  expect(made.status()).toBe(201);
  const signIn = async (typed: string) =>
    (await page.request.post("/api/auth/login", { data: { email, password: typed } })).json();
  // A password that another person set must be replaced first.
  const own = `my own phrase ${unique()}`;
  const replaced = await page.request.post("/api/auth/change-password", {
    headers: { authorization: `Bearer ${(await signIn(password)).token}` },
    data: { currentPassword: password, newPassword: own },
  });
  expect(replaced.status()).toBe(200);
  const session = await signIn(own);
  await keepSession(page, session);
  return { email, token: session.token as string };
}

test("without any activity no number is invented; sample numbers are shown if chosen, marked, and remembered [DLV-01] [DLV-02] [DLV-03] [DSH-03]", async ({
  page,
}) => {
  const { token } = await newcomer(page);
  await page.goto("/dashboard");
  await expect(page.getByText("No activity yet.")).toBeVisible();
  await expect(card(page, "Emails processed")).toHaveCount(0);
  await expect(sampleMark(page)).toHaveCount(0);
  await expectAccessible(page);
  await showSample(page);
  await expect(sampleMark(page)).toBeVisible();
  await expect(card(page, "Emails processed")).toContainText("328");
  await page.reload();
  await expect(sampleMark(page)).toBeVisible();
  await page.getByRole("button", { name: "Show my numbers" }).click();
  await expect(sampleMark(page)).toHaveCount(0);
  await expect(page.getByText("No activity yet.")).toBeVisible();

  const asked = await page.request.post("/api/compose/generate", {
    headers: { authorization: `Bearer ${token}` },
    data: { intent: "Thank Priya for the samples", tone: "friendly" },
  });
  expect(asked.status()).toBe(200);
  await page.reload();
  await expect(card(page, "Compose").getByText("1", { exact: true })).toBeVisible();
  await expect(sampleMark(page)).toHaveCount(0);
});

test("the first steps tick themselves, lead to their place, and can be dismissed and brought back [DLV-04]", async ({
  page,
}) => {
  await newcomer(page);
  await page.goto("/dashboard");
  await expect(steps(page)).toContainText("0 of 4 done");
  await steps(page)
    .getByRole("link", { name: /Add your signature/ })
    .click();
  await expect(page).toHaveURL(/\/profile\?tab=signature$/);
  await page.getByRole("textbox", { name: "Signature" }).fill("Rohan, Acme");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Signature saved")).toBeVisible();
  await page.goto("/dashboard");
  await expect(steps(page)).toContainText("1 of 4 done");
  await expect(steps(page).getByRole("link", { name: "Add your signature (done)" })).toBeVisible();
  await expectAccessibleInAllLooks(page);

  await steps(page).getByRole("button", { name: "Dismiss Getting started" }).click();
  await expect(steps(page)).toHaveCount(0);
  await page.reload();
  await expect(page.getByText("No activity yet.")).toBeVisible();
  await expect(steps(page)).toHaveCount(0);
  await page.getByRole("button", { name: /^Account/ }).click();
  await page.getByRole("button", { name: "Getting started" }).click();
  await expect(steps(page)).toContainText("1 of 4 done");
});

test("My Dashboard has its cards, its chart of 300 px, the AI breakdown and recent activity [DSH-01] [DSH-02] [DSH-03] [DSH-04] [DSH-15]", async ({
  page,
}) => {
  await signInAs(page, "user", "/dashboard");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("My Dashboard");
  await showSample(page);
  for (const label of ["Emails processed", "AI replies generated", "Summaries created", "Average response time"])
    await expect(card(page, label)).toBeVisible();
  for (const label of ["Compose", "Reply", "Summarize"]) await expect(card(page, label)).toBeVisible();
  const drawing = chart(page, "Activity, last 7 days").getByRole("application");
  await expect.poll(async () => (await drawing.boundingBox())?.height).toBe(300);
  const recent = page.getByRole("region", { name: "Recent activity" }).last();
  await expect(recent.getByRole("columnheader")).toHaveText(["Time", "Subject", "Action"]);
  await expect(recent.getByRole("row")).toHaveCount(6);
});

test("Tenant Admin Dashboard has its cards, top users, 6 months in 320 px, approvals and requests [DSH-05] [DSH-06] [DSH-07] [DSH-08] [DSH-09] [DSH-10] [DSH-15]", async ({
  page,
}) => {
  await signInAs(page, "admin", "/admin");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Tenant Admin Dashboard");
  await showSample(page);
  for (const label of ["Total emails", "Active users", "AI usage", "Quota remaining"])
    await expect(card(page, label)).toBeVisible();
  await expect(card(page, "AI usage")).toContainText("72%");
  await expect(card(page, "Quota remaining")).toContainText("62%");
  const drawing = chart(page, "Usage, last 6 months").getByRole("application");
  await expect.poll(async () => (await drawing.boundingBox())?.height).toBe(320);
  await expect(page.getByRole("table").filter({ hasText: "AI requests" }).getByRole("row")).toHaveCount(6);
  const asked = page.getByRole("table").filter({ hasText: "Status" });
  await expect(asked.getByRole("columnheader")).toHaveText(["User", "Type", "Status"]);
  for (const text of ["New user request", "Role change", "Mailbox connect approval", "Pending", "Review"])
    await expect(asked.getByText(text, { exact: true }).first()).toBeVisible();
});

test("Super Admin Dashboard has its cards with rupees in Indian grouping, the trend in 340 px, revenue by plan and top tenants [DSH-11] [DSH-12] [DSH-13] [DSH-14] [DSH-15]", async ({
  page,
}) => {
  await signInAs(page, "owner", "/sa");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Super Admin Dashboard");
  await expect(card(page, "Projected monthly revenue")).toContainText("₹");
  await showSample(page);
  await expect(card(page, "Projected monthly revenue")).toContainText("₹2,12,976");
  for (const label of ["Active companies", "Emails processed, 30 days", "Uptime"])
    await expect(card(page, label)).toBeVisible();
  const drawing = chart(page, "Usage by company, last 30 days").getByRole("application");
  await expect.poll(async () => (await drawing.boundingBox())?.height).toBe(340);
  await expect(page.getByRole("region", { name: "Revenue by plan" }).getByRole("term")).toHaveText([
    /^Enterprise/,
    /^Growth/,
    /^Starter/,
  ]);
  await expect(page.getByRole("table").getByRole("columnheader")).toHaveText(["Company", "Usage", "Plan"]);
});

test("a chart can be read as a table, walked with the arrow keys and saved as CSV", async ({ page }) => {
  await signInAs(page, "owner", "/sa");
  await showSample(page);
  const figure = chart(page, "Usage by company, last 30 days");
  const drawing = figure.getByRole("application");
  await drawing.focus();
  await page.keyboard.press("ArrowRight");
  await expect(figure.getByRole("status")).toContainText("Saffron Foods");
  const first = await figure.getByRole("status").textContent();
  await page.keyboard.press("ArrowRight");
  await expect(figure.getByRole("status")).not.toHaveText(first ?? "");

  await figure.getByRole("button", { name: "View as table" }).click();
  await expect(figure.getByRole("row")).toHaveCount(31);
  await expect(drawing).toHaveCount(0);
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export Top companies by usage as CSV" }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toMatch(/^top-companies-by-usage-\d{4}-\d\d-\d\d\.csv$/);
  const text = await readFile(await file.path(), "utf8");
  expect(text.split("\r\n")[0]).toBe("\uFEFFCompany,Usage,Plan");
  expect(text).toContain("Meridian Textiles,8420,Enterprise\r\n");
});

test("a dashboard of another role says so and links to the own one", async ({ page }) => {
  for (const path of ["/admin", "/sa"]) {
    await signInAs(page, "user", path);
    await expect(page.getByText("You do not have access to this dashboard.")).toBeVisible();
    await page.getByRole("link", { name: "Go to my dashboard" }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
  }
  await signInAs(page, "admin", "/sa");
  await page.getByRole("link", { name: "Go to my dashboard" }).click();
  await expect(page).toHaveURL(/\/admin$/);
});

test("a requested colleague is approved by the admin, and gets an account [DSH-08] [DSH-10]", async ({ page }) => {
  const email = `chitra-${unique()}@acme.test`;
  await signInAs(page, "user", "/dashboard");
  await page.getByRole("button", { name: "Ask an admin" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Send request" }).click();
  await expect(dialog.getByText("Name is required").last()).toBeVisible();
  await dialog.getByLabel("Name").fill("Chitra Rao");
  await dialog.getByLabel("Email").fill(email);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Send request" }).click();
  await expect(dialog).toHaveCount(0);
  const requests = page.getByRole("region", { name: "My requests" });
  await expect(requests.getByRole("listitem").filter({ hasText: email })).toContainText("Pending");

  await signInAs(page, "admin", "/admin");
  const row = page.getByRole("row").filter({ hasText: email });
  await expect(row).toContainText("Pending");
  await row.getByRole("button", { name: /^Review/ }).click();
  await expect(row.getByText("Review", { exact: true })).toBeVisible();
  await row.getByRole("button", { name: /^Approve/ }).click();
  const password = await dialog.locator("code").textContent();
  await page.getByRole("button", { name: "Done" }).click();
  await expect(row).toContainText("Approved");
  await expect(row.getByRole("button")).toHaveCount(0);
  const answer = await page.request.post("/api/auth/login", { data: { email, password } });
  expect(answer.ok()).toBe(true);
});

test("if the company requires approval, a mailbox is connected only after the admin approved it [DSH-09]", async ({
  page,
}) => {
  test.slow();
  const email = `team-${unique()}@acme.test`;
  const policy = page.getByRole("switch", { name: /Approve mailboxes before they are connected/ });
  const connect = async () => {
    const imap = page.getByRole("form", { name: "IMAP" });
    await imap.getByLabel("Username").fill(email);
    await imap.getByLabel("Password", { exact: true }).fill("secret");
    await imap.getByLabel("Host").fill("127.0.0.1");
    await imap.getByLabel("Port").fill("1");
    await imap.getByRole("button", { name: "Connect IMAP" }).click();
    return imap;
  };
  const setPolicy = async (mailboxApproval: boolean) => {
    const headers = { authorization: `Bearer ${await tokenOf(page.request, people.admin)}` };
    const answer = await page.request.put("/api/requests/policy", { headers, data: { mailboxApproval } });
    expect(answer.ok(), await answer.text()).toBe(true);
  };
  // A failed run may have left the setting on.
  await setPolicy(false);
  await signInAs(page, "admin", "/admin");
  await expect(policy).not.toBeChecked();
  try {
    // Not `check`, because the box changes only when the server has answered.
    await policy.click();
    await expect(policy).toBeChecked();
    await signInAs(page, "user", "/inbox?tab=connections");
    await expect(page.getByText("Your company approves mailboxes before they are connected.")).toBeVisible();
    const imap = await connect();
    await expect(imap.getByText(`Ask an admin to approve ${email}.`)).toBeVisible();
    await expectAccessible(page);
    await imap.getByRole("button", { name: "Ask for approval" }).click();
    await expect(imap.getByText(`You can connect ${email} once an admin approves it.`)).toBeVisible();

    await signInAs(page, "admin", "/admin");
    const row = page.getByRole("row").filter({ hasText: email });
    await expect(row).toContainText("Mailbox connect approval");
    await row.getByRole("button", { name: /^Approve/ }).click();
    await expect(row).toContainText("Approved");

    // Nothing listens on that port: the error shows that the connection is tried only now.
    await signInAs(page, "user", "/inbox?tab=connections");
    await expect((await connect()).getByRole("alert")).toContainText(/refused/i);
  } finally {
    await setPolicy(false);
  }
});

test("after a day's work the screens show the figures of the work done and of the API [DSH-01] [DSH-03] [DSH-04] [DSH-05] [DSH-11] [DSH-13] [DLV-01]", async ({
  page,
}) => {
  test.slow();
  const { token } = await newcomer(page);
  const call = async (path: string, data: object) => {
    const answer = await page.request.post(`/api${path}`, { headers: { authorization: `Bearer ${token}` }, data });
    expect(answer.ok(), await answer.text()).toBe(true);
  };
  const subjects = [`First ${unique()}`, `Second ${unique()}`];
  for (const subject of subjects)
    await call("/compose/send", { to: ["user@acme.test"], subject, body: "Hello", html: "<p>Hello</p>" });
  await call("/compose/generate", { intent: "Thank Priya", tone: "friendly" });
  await call("/compose/generate", { intent: "Ask for dates", tone: "concise" });
  await call("/reply/generate", { emailBody: "When can you deliver?", tone: "friendly" });
  await call("/summarize/generate", {
    thread: [{ from: "a@b.test", to: "c@d.test", body: "Please send the invoice." }],
  });

  await page.goto("/dashboard");
  await expect(sampleMark(page)).toHaveCount(0);
  const figure = (label: string) => card(page, label).locator("dd").first();
  for (const [label, count] of [
    ["Emails processed", 2],
    ["AI replies generated", 1],
    ["Summaries created", 1],
    ["Compose", 2],
    ["Reply", 1],
    ["Summarize", 1],
  ] as const)
    await expect(figure(label)).toHaveText(String(count));
  const recent = page.getByRole("region", { name: "Recent activity" }).last();
  for (const subject of subjects)
    await expect(recent.getByRole("row").filter({ hasText: subject })).toContainText("Sent");

  const shown = (value: number) => value.toLocaleString("en-IN");
  // Mail of other journeys may be sent meanwhile, so the screen is loaded again until the figures match.
  const expectFigures = async (
    person: "admin" | "owner",
    screen: string,
    path: string,
    figures: (answer: Figures) => Record<string, string>,
  ) => {
    const session = await signInAs(page, person, screen);
    const headers = { authorization: `Bearer ${session.token}` };
    await expect(async () => {
      await page.reload();
      const answer = await (await page.request.get(`/api${path}?timeZone=UTC`, { headers })).json();
      for (const [label, value] of Object.entries(figures(answer)))
        await expect(figure(label)).toHaveText(value, { timeout: 10_000 });
    }).toPass();
  };
  await expectFigures("admin", "/admin", "/dashboard/tenant", ({ emails, activeUsers = 0 }) => ({
    "Total emails": shown(emails.value),
    "Active users": shown(activeUsers),
  }));
  await expectFigures("owner", "/sa", "/dashboard/platform", ({ emails, activeTenants = 0, revenue = 0 }) => ({
    "Emails processed, 30 days": shown(emails.value),
    "Active companies": shown(activeTenants),
    "Projected monthly revenue": `₹${shown(revenue)}`,
  }));
  const plans = page.getByRole("region", { name: "Revenue by plan" }).getByRole("term");
  for (const plan of ["Starter", "Growth", "Enterprise"])
    await expect(plans.filter({ hasText: new RegExp(`^${plan}`) })).toBeVisible();
});

for (const [person, path] of [
  ["user", "/dashboard"],
  ["admin", "/admin"],
  ["owner", "/sa"],
] as const) {
  test(`${path} is accessible and fits, light and dark, wide and narrow`, async ({ page }) => {
    test.slow();
    await signInAs(page, person, path);
    await expect(page.getByRole("application")).toBeVisible();
    await expectAccessibleInAllLooks(page);
    await showSample(page);
    await page.getByRole("button", { name: "View as table" }).click();
    await expectAccessibleInAllLooks(page);
  });
}
