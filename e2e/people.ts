import { expect, type Page } from "@playwright/test";

export const demoPassword = "intellibox-demo";
/** The demo's accounts, by role. */
export const people = {
  owner: "owner@intellibox.test",
  admin: "admin@acme.test",
  user: "user@acme.test",
  /** Of another company. */
  stranger: "user@globex.test",
} as const;
export type Person = keyof typeof people;

/** Signs in with the form. */
export async function signInByForm(page: Page, email: string, password = demoPassword) {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** A new session, from the API. */
export async function sessionOf({ request }: Pick<Page, "request">, person: Person) {
  const answer = await request.post("/api/auth/login", {
    data: { email: people[person], password: demoPassword },
  });
  expect(answer.ok()).toBe(true);
  return answer.json();
}

/** Puts a new session into the browser and opens a page, for journeys that are not about signing in. */
export async function signInAs(page: Page, person: Person, path: string) {
  const session = await sessionOf(page, person);
  await openAs(page, session, path);
  return session;
}

export async function openAs(page: Page, session: { token: string }, path: string) {
  await keepSession(page, session);
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
}

/** Stores a session before the next page of this tab loads. It is stored once only, so that signing out has its effect. */
export async function keepSession(page: Page, session: { token: string }) {
  await page.addInitScript(
    ([kept, mark]) => {
      if (window !== top || !location.protocol.startsWith("http") || sessionStorage.getItem(mark)) return;
      sessionStorage.setItem(mark, "kept");
      localStorage.setItem("intellibox.session", JSON.stringify(kept));
      localStorage.setItem("token", kept.token);
    },
    [session, `kept ${crypto.randomUUID()}`] as const,
  );
}

/** Opens another page as a link within the product does, without a reload. */
export const goWithin = (page: Page, path: string, state: object | null = null) =>
  page.evaluate(
    ([to, usr]) => {
      history.pushState({ usr, key: crypto.randomUUID(), idx: 1 }, "", to);
      dispatchEvent(new PopStateEvent("popstate", { state: history.state }));
    },
    [path, state] as const,
  );
