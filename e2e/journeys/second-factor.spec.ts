import { test as base, type CDPSession, expect, type Page } from "@playwright/test";
import { TOTP } from "otpauth";
import { freePort } from "../../server/test/free-port.ts";
import { expectAccessibleInAllLooks } from "../accessible.ts";
import { demoPassword, openAs, people, signInByForm } from "../people.ts";
import { startProduct } from "../product.ts";

/** A product of its own: its address is the relying party of the passkeys, and the demo's accounts get factors. */
const test = base.extend<object, { url: string }>({
  url: [
    // biome-ignore lint/correctness/noEmptyPattern: fixtures name what they use by destructuring, and this one uses nothing
    async ({}, use) => {
      const port = await freePort();
      const url = `http://localhost:${port}`;
      const product = await startProduct({ PORT: String(port), PUBLIC_URL: url });
      await use(url);
      await product.remove();
    },
    { scope: "worker", timeout: 180_000 },
  ],
  baseURL: async ({ url }, use) => use(url),
});

const security = "/profile?tab=security";
const own = (page: Page) => page.getByRole("region", { name: "Second factor" });
const codeOf = (secret: string, steps = 0) => new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 });

async function virtualDevice(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return session;
}

async function signOut(page: Page) {
  await page.evaluate(() => localStorage.clear());
  await page.goto("/login");
}

async function signInAt(page: Page, email: string, path: string) {
  await page.goto(path);
  await signInByForm(page, email);
}

test("an authenticator app is set up, asked for at the sign-in, and replaced by a recovery code [FAC-03] [FAC-07]", async ({
  page,
}) => {
  await signInAt(page, people.user, security);
  await own(page).getByRole("button", { name: "Set up the authenticator app" }).click();
  const dialog = page.getByRole("dialog", { name: "Set up an authenticator app" });
  await expect(dialog.getByRole("img", { name: "QR code for the authenticator app" })).toBeVisible();
  await expectAccessibleInAllLooks(page);
  const secret = ((await dialog.locator("code").textContent()) ?? "").replaceAll(" ", "");
  await dialog.getByLabel("2. Enter the code that the app shows").fill(codeOf(secret));
  await dialog.getByRole("button", { name: "Turn on" }).click();
  const codes = page.getByRole("dialog", { name: "Keep your recovery codes" });
  await expect(codes.getByRole("listitem")).toHaveCount(10);
  await expectAccessibleInAllLooks(page);
  const recoveryCode = (await codes.getByRole("listitem").first().textContent()) ?? "";
  await expect(codes.getByRole("button", { name: "Done" })).toBeDisabled();
  await codes.getByLabel("I have kept the codes in a safe place").check();
  await codes.getByRole("button", { name: "Done" }).click();
  await expect(own(page)).toContainText("10 codes are left");

  await signOut(page);
  await signInByForm(page, people.user);
  const step = page.getByRole("form", { name: "Second step" });
  const field = step.getByLabel("Code", { exact: true });
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute("autocomplete", "one-time-code");
  await expectAccessibleInAllLooks(page);
  const wrong = codeOf(secret, 1) === "000000" ? "111111" : "000000";
  await field.fill(wrong);
  await step.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(step.getByRole("alert")).toContainText("not right");
  await field.fill(codeOf(secret, 1));
  await step.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).not.toHaveURL(/login/);

  await signOut(page);
  await signInByForm(page, people.user);
  await step.getByRole("button", { name: "Use a recovery code" }).click();
  await step.getByLabel("Recovery code").fill(recoveryCode);
  await step.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByText("9 recovery codes left")).toBeVisible();
});

test("a passkey is added, is the second step, signs in alone where allowed, and is removed [FAC-09] [FAC-10] [FAC-11]", async ({
  page,
}) => {
  await virtualDevice(page);
  await signInAt(page, people.admin, security);
  await own(page).getByRole("button", { name: "Add a passkey" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Test laptop");
  await page.getByRole("button", { name: "Continue" }).click();
  const codes = page.getByRole("dialog", { name: "Keep your recovery codes" });
  await codes.getByLabel("I have kept the codes in a safe place").check();
  await codes.getByRole("button", { name: "Done" }).click();
  await expect(own(page)).toContainText("Test laptop");
  await own(page).getByRole("button", { name: "Rename Test laptop" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Laptop");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(own(page).getByRole("button", { name: "Rename Laptop", exact: true })).toBeVisible();

  await signOut(page);
  await signInByForm(page, people.admin);
  await page.getByRole("form", { name: "Second step" }).getByRole("button", { name: "Use a passkey" }).click();
  await expect(page).not.toHaveURL(/login/);

  // Not allowed yet.
  await signOut(page);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page.getByRole("alert")).toContainText("Your company asks for the password too");
  await signInByForm(page, people.admin);
  await page.getByRole("form", { name: "Second step" }).getByRole("button", { name: "Use a passkey" }).click();
  await expect(page).not.toHaveURL(/login/);
  await page.goto("/settings");
  await page.getByRole("link", { name: "Security" }).click();
  const rules = page.getByRole("region", { name: "Signing in" });
  await rules.getByLabel("A passkey is enough to sign in").check();
  await rules.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Sign-in settings saved")).toBeVisible();
  const list = page.getByRole("region", { name: "Who has a second factor" });
  await expect(list).toContainText("1 passkey");
  await expectAccessibleInAllLooks(page);
  await signOut(page);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page).not.toHaveURL(/login/);
  await page.goto(security);
  await own(page).getByRole("button", { name: "Remove Laptop" }).click();
  await page.getByRole("button", { name: "Remove", exact: true }).last().click();
  await expect(own(page)).not.toContainText("Laptop");
});

test("an old session is asked for a proof in one dialog, and what was typed is saved [FAC-02]", async ({ page }) => {
  const answer = await page.request.post("/api/auth/login", {
    data: { email: people.owner, password: demoPassword },
  });
  await openAs(page, await answer.json(), "/settings");
  await page.getByRole("link", { name: "Security" }).click();
  // Until the proof, the server answers as it does to a session that is older than ten minutes.
  let isProved = false;
  await page.route("**/api/auth/step-up", async (route) => {
    if (route.request().method() === "POST") isProved = true;
    await route.continue();
  });
  await page.route("**/factor-rules", async (route) => {
    if (route.request().method() !== "PUT" || isProved) return route.continue();
    await route.fulfill({ status: 403, json: { error: "Confirm that it is you", code: "step_up_required" } });
  });
  const rules = page.getByRole("region", { name: "Signing in" });
  await rules.getByLabel("Require a second factor").check();
  await rules.getByLabel("Days to set it up").fill("7");
  await rules.getByRole("button", { name: "Save" }).click();
  const dialog = page.getByRole("dialog", { name: "Confirm that it is you" });
  await expectAccessibleInAllLooks(page);
  await dialog.getByLabel("Password", { exact: true }).fill(demoPassword);
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText("Sign-in settings saved")).toBeVisible();
  await signOut(page);
  await signInByForm(page, people.owner);
  // The company now asks for a factor.
  await expect(page.getByRole("heading", { name: "Set up a second factor" })).toBeVisible();
  await expectAccessibleInAllLooks(page);
  await page.getByRole("button", { name: "Later" }).click();
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
});
