import { readFile } from "node:fs/promises";
import { expect, type Page, test } from "@playwright/test";
import { expectAccessibleInAllLooks } from "../accessible.ts";
import { goWithin, sessionOf, signInAs } from "../people.ts";

const row = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });

/** Sends a mail of the demo through the API, which the log then shows. */
async function send(page: Page, token: string, to: string, subject: string) {
  const answer = await page.request.post("/api/compose/send", {
    headers: { authorization: `Bearer ${token}`, "x-track-engagement": "1" },
    data: { to: [to], subject, body: "Hello", html: "<p>Hello</p>" },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
}

test("the log shows sent mail, newest first, twenty to a page, with the specified columns [LOG-02] [LOG-03] [LOG-04] [LOG-05] [LOG-08] [LOG-10] [RTE-15]", async ({
  page,
}) => {
  const mark = crypto.randomUUID().slice(0, 6);
  const subject = `Subject ${mark} is longer than thirty characters`;
  const foreign = `Foreign ${mark} of another company`;
  const { token } = await sessionOf(page, "stranger");
  await send(page, token, "user@globex.test", foreign);
  const session = await signInAs(page, "admin", "/email-logs");
  await send(page, session.token, "user@acme.test", subject);
  await expect(row(page, subject.slice(0, 25))).toBeVisible();
  await expect(page.getByRole("columnheader").filter({ hasText: /\S/ })).toHaveText([
    /Date/,
    /From/,
    /To/,
    /Subject/,
    /Provider/,
    /Status/,
  ]);
  await expect(page.getByRole("columnheader", { name: "Date" })).toHaveAttribute("aria-sort", "descending");
  await expect(page.getByLabel("Rows per page")).toContainText("20");
  const shown = row(page, subject.slice(0, 25)).first();
  await expect(shown.getByRole("cell").first()).toHaveText(/^\d\d-\d\d-\d{4}$/);
  await expect(shown).toContainText(`Subject ${mark} is longer than…`);
  await expect(shown).toContainText("Sent", { timeout: 30_000 });
  await page.setViewportSize({ width: 360, height: 740 });
  const status = shown.getByText("Sent", { exact: true }).filter({ visible: true });
  await expect(status, "in sight on phones").toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 1280, height: 720 });

  await expect(row(page, foreign.slice(0, 25))).toHaveCount(0);

  await signInAs(page, "owner", "/email-logs");
  await expect(page.getByRole("columnheader", { name: "Company" })).toBeVisible();
  await expect(row(page, foreign.slice(0, 25)).first()).toContainText("GLOBEX");
  await expect(row(page, subject.slice(0, 25)).first()).toContainText("ACME");
});

test("filters narrow the log, and a row opens the history of its mail [LOG-01] [LOG-11] [LOG-13]", async ({ page }) => {
  const mark = `outside-${Math.random().toString(36).slice(2)}`;
  const session = await signInAs(page, "admin", "/email-logs");
  await send(page, session.token, "someone@outside.example", mark);
  await page.getByLabel("Search").fill(mark);
  await page.getByLabel("Status").click();
  await page.getByRole("option", { name: "Sent" }).click();
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByText("Showing 1 of 1")).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`q=${mark}`));
  await row(page, mark).getByRole("button").first().click();
  await expect(page.getByText("Kept in the data folder", { exact: false })).toBeVisible();
  await expect(page.getByText("0 opens, 0 clicks")).toBeVisible();
});

test("a failed mail shows the reason, and Retry sends it again [LOG-12]", async ({ page }) => {
  const mark = `refused-${Math.random().toString(36).slice(2)}`;
  const session = await signInAs(page, "admin", "/email-logs");
  const headers = { authorization: `Bearer ${session.token}` };
  const server = await (await page.request.get("/api/tenants/smtp", { headers })).json();
  const settings = { host: server.host, port: server.port, secure: server.secure, username: server.username };
  // The server refuses this user name permanently.
  const wrong = await page.request.put("/api/tenants/smtp", { headers, data: { ...settings, username: "nobody" } });
  expect(wrong.ok()).toBe(true);
  try {
    const mail = { to: ["user@acme.test"], subject: mark, body: "Hello", html: "<p>Hello</p>" };
    await page.request.post("/api/compose/send", { headers, data: mail });
    await page.goto(`/email-logs?q=${mark}`);
    await expect(row(page, mark)).toContainText("Failed");
  } finally {
    expect((await page.request.put("/api/tenants/smtp", { headers, data: settings })).ok()).toBe(true);
  }
  await row(page, mark).getByRole("button").first().click();
  // A toast may show the failure too, with its own Retry.
  const table = page.getByRole("table", { name: "Email logs" });
  await expect(table.getByRole("alert")).toContainText(/refused|user name|password/i);
  await table.getByRole("button", { name: "Retry" }).click();
  await expect(row(page, mark).first()).toContainText("Sent", { timeout: 30_000 });
});

test("the log is exported as CSV, with formulas escaped", async ({ page }) => {
  const session = await signInAs(page, "admin", "/email-logs");
  await send(page, session.token, "user@acme.test", "=HYPERLINK(1)");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^email-logs-.*\.csv$/);
  const text = await readFile(await file.path(), "utf8");
  expect(text).toContain("'=HYPERLINK(1)");
});

test("the audit trail shows who did what", async ({ page }) => {
  // A new number each time, because the audit trail records only changes.
  const contactPhone = `+91 22 ${String(Date.now()).slice(-8)}`;
  const session = await signInAs(page, "admin", "/email-logs?tab=audit");
  await page.request.put(`/api/tenants/${session.tenant._id}`, {
    headers: { authorization: `Bearer ${session.token}` },
    data: { contactPhone },
  });
  await page.reload();
  const entry = row(page, "Updated company").first();
  await expect(entry).toContainText("Priya Nair");
  await entry.getByRole("button").first().click();
  await expect(page.getByText(contactPhone)).toBeVisible();
});

test("the logs are accessible, light and dark, wide and narrow", async ({ page }) => {
  test.slow();
  await signInAs(page, "owner", "/email-logs");
  await expect(page.getByRole("table", { name: "Email logs" })).toBeVisible();
  await expectAccessibleInAllLooks(page);
  await goWithin(page, "/email-logs?tab=audit");
  await expect(page.getByRole("table", { name: "Audit trail" })).toBeVisible();
  await expectAccessibleInAllLooks(page);
});
