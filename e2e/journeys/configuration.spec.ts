import { expect, test } from "@playwright/test";
import { expectAccessibleInAllLooks } from "../accessible.ts";
import { goWithin, signInAs } from "../people.ts";

test.describe("mail configuration", () => {
  test("a super admin chooses the company, which becomes the acting tenant; an admin has no choice [MCF-01] [MCF-02] [RTE-10]", async ({
    page,
  }) => {
    await signInAs(page, "admin", "/smtp");
    await expect(page.getByRole("heading", { level: 1, name: "Mail Configuration" })).toBeVisible();
    await expect(page.getByLabel("Host")).toBeVisible();
    await expect(page.getByRole("main").getByLabel("Company")).toHaveCount(0);
    await signInAs(page, "owner", "/smtp");
    await page.getByRole("main").getByLabel("Company").click();
    await page.getByRole("listbox").getByRole("option", { name: "Globex India" }).click();
    await expect(page.getByLabel("Username")).toHaveValue("demo-globex");
    await expect.poll(() => page.evaluate(() => localStorage.getItem("actTenantName"))).toBe("Globex India");
    await expect(page.getByText("Acting: Globex India")).toBeVisible();
  });

  test("the three tabs have the specified fields and defaults [MCF-03] [MCF-04] [MCF-07] [MCF-14] [LIM-06] [LIM-07] [LIM-08]", async ({
    page,
  }) => {
    const session = await signInAs(page, "owner", "/smtp");
    // A company that has nothing configured yet.
    const code = `M${Math.random().toString(36).slice(2, 8).toUpperCase()}`;
    const created = await page.request.post("/api/tenants", {
      headers: { authorization: `Bearer ${session.token}` },
      data: { code, name: `Mailless ${code}` },
    });
    expect(created.ok()).toBe(true);
    await page.reload();
    await page.getByRole("main").getByLabel("Company").click();
    await page
      .getByRole("listbox")
      .getByRole("option", { name: `Mailless ${code}` })
      .click();
    await expect(page.getByRole("tab")).toHaveText(["SMTP", "IMAP", "POP3"]);

    const expected = { SMTP: ["587", false], IMAP: ["993", true], POP3: ["995", true] } as const;
    for (const [name, [port, secure]] of Object.entries(expected)) {
      await page.getByRole("tab", { name }).click();
      await expect(page.getByLabel("Host")).toHaveValue("");
      await expect(page.getByLabel("Port")).toHaveValue(port);
      await expect(page.getByLabel(/Secure \(TLS\/SSL\)/)).toBeChecked({ checked: secure });
      await expect(page.getByLabel("Username")).toBeVisible();
      await expect(page.getByLabel("Password", { exact: true })).toBeVisible();
      const onlySmtp = name === "SMTP" ? 1 : 0;
      for (const label of ["From Name", "Test email to", "Email message"])
        await expect(page.getByLabel(label)).toHaveCount(onlySmtp);
      await expect(page.getByRole("button", { name: `Test ${name}` })).toBeVisible();
      await expect(page.getByRole("main").getByRole("alert")).toHaveCount(0);
    }
  });

  test("the first save is a POST, later ones are a PUT, a PUT that finds nothing is followed by a POST, and a blank password keeps the stored one [MCF-05] [MCF-06] [MCF-09] [MCF-10] [MCF-11] [MCF-12] [MCF-13]", async ({
    page,
  }) => {
    const session = await signInAs(page, "owner", "/smtp");
    const headers = { authorization: `Bearer ${session.token}` };
    const code = `S${Math.random().toString(36).slice(2, 8).toUpperCase()}`;
    const tenant = await (
      await page.request.post("/api/tenants", { headers, data: { code, name: `Saver ${code}` } })
    ).json();
    await page.reload();
    await page.getByRole("main").getByLabel("Company").click();
    await page
      .getByRole("listbox")
      .getByRole("option", { name: `Saver ${code}` })
      .click();
    // The form is filled again when the company's settings arrive.
    const loaded = page.waitForResponse(
      (response) =>
        response.url().endsWith("/api/tenants/imap") && response.request().headers()["x-tenant-id"] === tenant._id,
    );
    await page.getByRole("tab", { name: "IMAP" }).click();
    await loaded;
    const methods: string[] = [];
    page.on(
      "request",
      (request) =>
        request.url().endsWith("/api/tenants/imap") && request.method() !== "GET" && methods.push(request.method()),
    );

    await page.getByLabel("Host").fill("imap.example.com");
    await page.getByLabel("Username").fill("box");
    await page.getByLabel("Password", { exact: true }).fill("a stored secret");
    const save = page.getByRole("button", { name: "Save Settings" });
    await save.click();
    await expect(page.getByText("IMAP settings saved")).toBeVisible();
    await expect(page.getByLabel("Password", { exact: true })).toHaveAttribute(
      "placeholder",
      "Leave blank to keep the current password",
    );
    await page.getByLabel("Username").fill("box2");
    await save.click();
    await expect.poll(() => methods).toEqual(["POST", "PUT"]);
    const stored = async () =>
      (await page.request.get("/api/tenants/imap", { headers: { ...headers, "x-tenant-id": tenant._id } })).json();
    await expect.poll(stored).toMatchObject({ username: "box2", hasPassword: true });

    await page.route("**/api/tenants/imap", (route) =>
      route.request().method() === "PUT"
        ? route.fulfill({ status: 404, body: '{"error":"not there"}' })
        : route.fallback(),
    );
    await page.getByLabel("Username").fill("box3");
    await save.click();
    await expect.poll(() => methods).toEqual(["POST", "PUT", "PUT", "POST"]);
  });

  test("a missing value is reported beside its field [VAL-18] [VAL-19] [VAL-20]", async ({ page }) => {
    await signInAs(page, "admin", "/smtp?tab=pop3");
    await page.getByLabel("Port").fill("");
    await page.getByRole("button", { name: "Save Settings" }).click();
    for (const words of ["Host is required", "Port is required", "Username is required"])
      await expect(page.getByText(words)).toBeVisible();
  });

  test("the test sends a mail, and Reset reloads the page [MCF-08]", async ({ page }) => {
    await signInAs(page, "admin", "/smtp");
    await page.getByLabel("Test email to").fill("user@acme.test");
    await page.getByRole("button", { name: "Test SMTP" }).click();
    await expect(page.getByRole("status").filter({ hasText: /sent/i })).toBeVisible({ timeout: 20_000 });
    await page.getByLabel("Host").fill("changed.example.com");
    await page.evaluate(() => Object.assign(window, { isThisPage: true }));
    await page.getByRole("button", { name: "Reset" }).click();
    await expect(page.getByLabel("Host")).toHaveValue("127.0.0.1");
    expect(await page.evaluate(() => "isThisPage" in window)).toBe(false);
  });

  test("settings and companies that cannot be loaded, saved or tested show an error [ERR-08] [ERR-09] [ERR-10] [ERR-11]", async ({
    page,
  }) => {
    await signInAs(page, "admin", "/smtp");
    await expect(page.getByLabel("Host")).toHaveValue("127.0.0.1");
    await page.route("**/api/smtp/test", (route) => route.fulfill({ status: 500, body: "{}" }));
    await page.getByRole("button", { name: "Test SMTP" }).click();
    await expect(page.getByText("Test failed").first()).toBeVisible();
    await page.route("**/api/tenants/smtp", (route) =>
      route.request().method() === "PUT" ? route.fulfill({ status: 500, body: "{}" }) : route.fallback(),
    );
    await page.getByRole("button", { name: "Save Settings" }).click();
    await expect(page.getByText("Save failed").first()).toBeVisible();
    await page.route("**/api/tenants/pop3", (route) => route.fulfill({ status: 400, body: "{}" }));
    await page.getByRole("tab", { name: "POP3" }).click();
    await expect(page.getByText("Failed to load settings")).toBeVisible();
    await page.route(/\/api\/tenants\?/, (route) => route.fulfill({ status: 400, body: "{}" }));
    await signInAs(page, "owner", "/smtp");
    await expect(page.getByText("Failed to load companies")).toBeVisible();
  });
});

test.describe("AI configuration", () => {
  test("providers, suggestions, temperature, key and prompt are as specified [AIC-01] [AIC-02] [AIC-03] [AIC-04] [AIC-05] [AIC-07] [AIC-08] [AIC-13]", async ({
    page,
  }) => {
    await signInAs(page, "owner", "/openai");
    await expect(page.getByLabel("Provider", { exact: true })).toContainText("Google Gemini");
    const model = page.getByLabel("Model", { exact: true });
    await expect(model).toHaveValue("gemini-1.5-pro");
    const suggestions = () =>
      page
        .locator("datalist")
        // The next one is of the embedding model.
        .first()
        .locator("option")
        .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value));
    await expect.poll(suggestions).toEqual(["gemini-1.5-pro", "gemini-1.5-flash", "gemini-1.0-pro"]);
    const slider = page.getByRole("slider", { name: "Temp" });
    await expect(slider).toHaveValue("0.7");
    for (const [name, value] of [
      ["min", "0"],
      ["max", "1"],
      ["step", "0.1"],
    ] as const)
      await expect(slider).toHaveAttribute(name, value);
    await page.getByLabel("Temperature value").fill("0.3");
    await expect(slider).toHaveValue("0.3");
    await expect(page.getByLabel("API Key")).toHaveAttribute("type", "password");
    await page.getByRole("button", { name: "Show system prompt" }).click();
    await expect(page.getByLabel("System prompt")).toHaveValue(/intelligent, professional and concise email assistant/);
    await page.getByRole("button", { name: "Hide system prompt" }).click();
    await expect(page.getByLabel("System prompt")).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Save" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Test", exact: true })).toBeVisible();

    await page.getByLabel("Provider", { exact: true }).click();
    await expect(page.getByRole("option").filter({ hasText: /Gemini|^OpenAI$/ })).toHaveText([
      "Google Gemini",
      "OpenAI",
    ]);
    await page.getByRole("option", { name: "OpenAI", exact: true }).click();
    await expect(model).toHaveValue("gpt-4o");
    await expect.poll(suggestions).toEqual(["gpt-4o", "gpt-4o-mini", "gpt-3.5-turbo"]);
    await model.fill("gpt-of-my-own");
    await expect(model).toHaveValue("gpt-of-my-own");
  });

  test("a prompt is answered with the provider, its cost and its duration [AIC-10] [AIC-11]", async ({ page }) => {
    await signInAs(page, "owner", "/openai");
    await page.getByLabel("Prompt", { exact: true }).fill("Hello");
    const asked = page.waitForRequest("**/api/ai/test");
    await page.getByRole("button", { name: "Go" }).click();
    expect((await asked).postDataJSON()).toEqual({ prompt: "Hello" });
    const result = page.getByRole("status").filter({ hasText: "tokens" });
    await expect(result).toContainText("OK");
    await expect(result).toContainText(/Built-in engine · builtin · [\d,]+ tokens · [\d,]+ ms/);
    await page.route("**/api/ai/test", (route) =>
      route.fulfill({
        json: { ok: false, provider: "openai", model: "gpt-4o", tokens: 0, durationMs: 5, output: "No such model" },
      }),
    );
    await page.getByRole("button", { name: "Go" }).click();
    await expect(page.getByText("Provider returned an error.")).toBeVisible();
  });

  test("a key is saved once and never shown, and a blank one keeps it [AIC-06] [ERR-23]", async ({ page }) => {
    const session = await signInAs(page, "owner", "/openai");
    const headers = { authorization: `Bearer ${session.token}` };
    const code = `A${Math.random().toString(36).slice(2, 8).toUpperCase()}`;
    await page.request.post("/api/tenants", { headers, data: { code, name: `Keyed ${code}` } });
    await page.reload();
    await page.getByRole("main").getByLabel("Company").click();
    await page
      .getByRole("listbox")
      .getByRole("option", { name: `Keyed ${code}` })
      .click();
    await page.getByLabel("API Key").fill("a-secret-key-of-theirs");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByLabel("API Key")).toHaveValue("");
    await expect(page.getByText("A key is saved.")).toBeVisible();
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("A key is saved.")).toBeVisible();
    expect(await page.content()).not.toContain("a-secret-key-of-theirs");
    await page.route("**/api/ai/test", (route) =>
      route.fulfill({
        json: { ok: false, provider: "gemini", model: "gemini-1.5-pro", tokens: 0, durationMs: 5, output: "Bad key" },
      }),
    );
    await page.getByRole("button", { name: "Test", exact: true }).click();
    await expect(page.getByText("Provider returned an error.")).toBeVisible();
  });
});

test("the configuration screens are accessible, light and dark, wide and narrow", async ({ page }) => {
  test.slow();
  await signInAs(page, "owner", "/smtp");
  await expect(page.getByLabel("Host")).toBeVisible();
  await expectAccessibleInAllLooks(page);
  await goWithin(page, "/openai");
  await expect(page.getByLabel("Model", { exact: true })).toBeVisible();
  await expectAccessibleInAllLooks(page);
});
