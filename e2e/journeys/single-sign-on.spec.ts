// Single sign-on at a real OpenID provider, from the settings of an admin to the session of a person.
import { test as base, expect } from "@playwright/test";
import { freePort } from "../../server/test/free-port.ts";
import { type OpenidProvider, startOpenidProvider } from "../../server/test/stand-ins/openid-provider.ts";
import { expectAccessibleInAllLooks } from "../accessible.ts";
import { sessionOf, signInAs, signInByForm } from "../people.ts";
import { startProduct } from "../product.ts";

type Sso = { url: string; provider: OpenidProvider };

const test = base.extend<object, { sso: Sso }>({
  sso: [
    // biome-ignore lint/correctness/noEmptyPattern: fixtures name what they use by destructuring, and this one uses nothing
    async ({}, use) => {
      const port = await freePort();
      const url = `http://localhost:${port}`;
      const provider = await startOpenidProvider({ redirectUri: `${url}/api/auth/sso/callback` });
      const product = await startProduct({ PORT: String(port), PUBLIC_URL: url });
      await use({ url, provider });
      await product.remove();
      await provider.stop();
    },
    { scope: "worker", timeout: 180_000 },
  ],
  baseURL: async ({ sso }, use) => use(sso.url),
});

test("an admin sets single sign-on up, and a person signs in at the provider [SSO-01] [SSO-04] [SSO-08] [SSO-10] [SSO-12]", async ({
  page,
  browser,
  sso: { provider, url },
}) => {
  test.setTimeout(180_000);
  const session = await signInAs(page, "admin", "/settings");
  await page.getByRole("link", { name: "Security" }).click();
  const form = page.getByRole("region", { name: "Single sign-on" });
  await expect(form.getByRole("textbox", { name: "Redirect address" })).toHaveValue(
    `${url}/api/auth/sso/callback/${session.tenant._id}`,
  );
  await form.getByRole("textbox", { name: "Issuer" }).fill(`${provider.issuer}/wrong`);
  await form.getByRole("button", { name: "Test" }).click();
  await expect(form.getByText("No OpenID provider answers at")).toBeVisible();
  await form.getByRole("textbox", { name: "Issuer" }).fill(provider.issuer);
  await form.getByRole("button", { name: "Test" }).click();
  await expect(form.getByText(`The provider answers as ${provider.issuer}.`)).toBeVisible();
  await form.getByRole("checkbox", { name: "Single sign-on is on" }).check();
  await form.getByRole("checkbox", { name: "Give new people an account" }).check();
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByText("Client ID is required")).toBeVisible();
  await form.getByRole("textbox", { name: "Client ID" }).fill(provider.clientId);
  await form.getByLabel("Client secret", { exact: true }).fill(provider.clientSecret);
  await form.getByRole("button", { name: "Add a group" }).click();
  await form.getByRole("textbox", { name: "Group 1" }).fill("Mail admins");
  await form.getByRole("combobox", { name: "Role of group 1" }).click();
  await page.getByRole("option", { name: "Admin", exact: true }).click();
  await form.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Single sign-on saved")).toBeVisible();

  const domains = page.getByRole("region", { name: "Domains" });
  await domains.getByRole("textbox", { name: "New domain" }).fill("acme.test");
  await domains.getByRole("button", { name: "Add domain" }).click();
  await expect(domains.getByText("Not proven")).toBeVisible();
  await expect(domains.getByText("_intellibox.acme.test")).toBeVisible();
  await expectAccessibleInAllLooks(page);
  // No name server knows the domain, so the owner company gives its word.
  const owner = await sessionOf(page, "owner");
  const headers = { authorization: `Bearer ${owner.token}` };
  const at = `/api/tenants/${session.tenant._id}/sso`;
  const { domains: rows } = await (await page.request.get(at, { headers })).json();
  const confirmed = await page.request.post(`${at}/domains/${rows[0].id}/confirm`, { headers });
  expect(confirmed.status(), await confirmed.text()).toBe(200);
  await page.reload();
  await expect(domains.getByText("Proven", { exact: true })).toBeVisible();

  provider.accounts.set("priya", {
    ...{ email: "priya.new@acme.test", email_verified: true },
    ...{ name: "Priya Newcomer", groups: ["Mail admins"] },
  });
  const visitor = await (await browser.newContext({ baseURL: url })).newPage();
  const addresses: string[] = [];
  visitor.on("request", (request) => addresses.push(request.url()));
  await visitor.goto("/login");
  await visitor.getByRole("link", { name: "Sign in with SSO" }).click();
  const company = visitor.getByRole("textbox", { name: "Work email or company code" });
  await visitor.getByRole("button", { name: "Continue" }).click();
  await expect(visitor.getByText("Enter your work email or your company's code")).toBeVisible();
  await company.fill("someone@nowhere.test");
  await visitor.getByRole("button", { name: "Continue" }).click();
  await expect(visitor.getByText("Single sign-on is not set up for this address or code.")).toBeVisible();
  await expectAccessibleInAllLooks(visitor);
  await company.fill("priya.new@acme.test");
  await visitor.getByRole("button", { name: "Continue" }).click();
  await expect(visitor.getByRole("heading", { name: "Acme Login" })).toBeVisible();
  await visitor.getByRole("button", { name: "Priya Newcomer" }).click();
  // The group made her an admin.
  await expect(visitor).toHaveURL(/\/admin$/);
  const { token } = await visitor.evaluate(() => JSON.parse(localStorage.getItem("intellibox.session") ?? "{}"));
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(addresses.filter((address) => address.includes(token))).toEqual([]);

  // From now on without passwords, but for the admin's own.
  await form.getByRole("checkbox", { name: "Only single sign-on" }).check();
  await expect(form.getByRole("checkbox", { name: "My password still works" })).toBeChecked();
  await form.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Single sign-on saved")).toBeVisible();
  const stranger = await (await browser.newContext({ baseURL: url })).newPage();
  await stranger.goto("/login");
  await signInByForm(stranger, "user@acme.test");
  await expect(stranger.getByRole("main").getByRole("alert")).toHaveText("Wrong email or password");
  await signInByForm(stranger, "admin@acme.test");
  await expect(stranger).toHaveURL(/\/admin$/);
});

test("a sign-in that was begun elsewhere says so, and offers both ways again [SSO-03]", async ({ page }) => {
  await page.goto("/api/auth/sso/callback?state=forged&code=forged");
  await expect(page.getByText("This sign-in was begun in another browser")).toBeVisible();
  await page.getByRole("link", { name: "Sign in with a password" }).click();
  await expect(page).toHaveURL(/\/login$/);
});
