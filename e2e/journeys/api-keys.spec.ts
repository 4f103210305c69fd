import { expect, test } from "@playwright/test";
import { expectAccessibleInAllLooks } from "../accessible.ts";
import { openAs, sessionOf } from "../people.ts";

test("a person makes a key, sees it once, uses it, decides about a proposal and revokes it [KEY-01] [KEY-08] [MCP-08]", async ({
  page,
}) => {
  await openAs(page, await sessionOf(page, "user"), "/profile?tab=programs");
  const keys = page.getByRole("region", { name: "API keys" });
  await expect(keys.getByText("There are no API keys yet.")).toBeVisible();
  await keys.getByRole("button", { name: "Create API key" }).click();
  const form = page.getByRole("dialog", { name: "Create API key" });
  await form.getByRole("button", { name: "Create key" }).click();
  await expect(form.getByText("Name is required")).toBeVisible();
  await expect(form.getByText("Choose what the key may do")).toBeVisible();
  await form.getByLabel("Name").fill("Desk agent");
  await form.getByLabel("Read mail: list, search, open and download").check();
  await form.getByLabel("Connect an AI program (MCP)").check();
  await expectAccessibleInAllLooks(page);
  await form.getByRole("button", { name: "Create key" }).click();
  const made = page.getByRole("dialog", { name: "API key created" });
  const key = await made.locator("code").innerText();
  expect(key).toMatch(/^ibx_[\w-]{43}$/);
  await made.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText(key)).toHaveCount(0);
  await expect(keys.getByRole("listitem")).toContainText("Never used");

  const headers = { authorization: `Bearer ${key}` };
  expect((await page.request.get("/api/mail/threads", { headers })).status()).toBe(200);
  expect((await page.request.get("/api/compose/drafts", { headers })).status()).toBe(403);
  const proposed = await page.request.post("/mcp", {
    headers: { ...headers, accept: "application/json, text/event-stream" },
    data: {
      ...{ jsonrpc: "2.0", id: 1, method: "tools/call" },
      params: {
        name: "propose_send",
        arguments: { to: "meera@example.com", subject: "Hello", text: "From a program.", reason: "She asked" },
      },
    },
  });
  expect(await proposed.text()).toContain("Waiting for the person's yes");
  await page.reload();
  await expect(page.getByText("The program Desk agent waits for your yes")).toBeVisible();
  const waiting = page.getByRole("region", { name: "Waiting for your yes" });
  await expect(waiting.getByRole("heading", { name: "Desk agent wants to send a mail" })).toBeVisible();
  await expect(waiting.getByText("From a program.")).toBeVisible();
  await expectAccessibleInAllLooks(page);
  await waiting.getByRole("button", { name: "Send mail" }).click();
  await expect(waiting.getByText("No program asks for anything.")).toBeVisible();
  await expect(page.getByText("waits for your yes since")).toHaveCount(0);

  await expect(keys.getByRole("listitem")).toContainText("Last used");
  await keys.getByRole("button", { name: "Revoke Desk agent" }).click();
  await page.getByRole("button", { name: "Revoke key" }).click();
  await expect(keys.getByText("There are no API keys yet.")).toBeVisible();
  expect((await page.request.get("/api/mail/threads", { headers })).status()).toBe(401);
});

test("an admin makes a key of the company, and the API page tries a call with it [KEY-04] [KEY-15]", async ({
  page,
}) => {
  await openAs(page, await sessionOf(page, "admin"), "/settings");
  await page.getByRole("link", { name: "Integrations" }).click();
  await page.getByRole("button", { name: "Create API key" }).click();
  const form = page.getByRole("dialog", { name: "Create API key" });
  await expect(form.getByLabel("Send mail, without asking you")).toHaveCount(0);
  await form.getByLabel("Name").fill("Directory");
  await form.getByLabel("Read users").check();
  await form.getByRole("button", { name: "Create key" }).click();
  const made = page.getByRole("dialog", { name: "API key created" });
  const key = await made.locator("code").innerText();
  await made.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "Directory" })).toContainText("Read users");

  await page.goto("/api/docs");
  await page.getByLabel("API key").fill(key);
  const call = page.locator('details[data-path="/api/users/all"]');
  await call.locator("summary").click();
  await call.getByRole("button", { name: "Send with the key" }).click();
  await expect(call.locator("form pre")).toContainText("200 OK");
  await expect(call.locator("form pre")).toContainText("admin@acme.test");
});
