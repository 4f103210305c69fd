import { expect, type Locator, type Page } from "@playwright/test";
import { demoPassword, people } from "./people.ts";

/** The parts of the two writing screens, as a person finds them. */
export const editorOf = (page: Page | Locator, name = "Message") => page.getByRole("textbox", { name, exact: true });
export const alertOf = (page: Page) => page.getByRole("main").getByRole("alert");
export const toastOf = (page: Page, text: string) => page.locator("[data-toast]").filter({ hasText: text });

/** A message that must stand in a red alert and in a toast. */
export async function expectProblem(page: Page, text: string) {
  await expect(alertOf(page).filter({ hasText: text }).first()).toBeVisible();
  await expect(toastOf(page, text).first()).toBeVisible();
}

export const bytesFile = (name: string, size: number) => ({
  name,
  mimeType: "application/octet-stream",
  buffer: Buffer.alloc(size, 7),
});

export async function attach(page: Page, files: ReturnType<typeof bytesFile>[], button = "Attach") {
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: button, exact: true }).click();
  await (await chooser).setFiles(files);
}

/** Sets how long the sender may take a mail back, by the profile's own call. */
export async function setUndoSeconds(page: Page, token: string, undoSeconds: number) {
  const answer = await page.request.put("/api/profile", {
    headers: { authorization: `Bearer ${token}` },
    data: { undoSeconds },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
}

/** The log's line for a subject, once there is one in that state. */
export async function expectLogged(page: Page, subject: string, status: string) {
  const login = await page.request.post("/api/auth/login", { data: { email: people.admin, password: demoPassword } });
  const { token } = await login.json();
  const find = async () => {
    const answer = await page.request.get(`/api/t/email-logs?limit=50&q=${encodeURIComponent(subject)}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const found = await answer.json();
    const items: { subject: string; status: string }[] = Array.isArray(found) ? found : (found.items ?? []);
    return items.find((item) => item.subject === subject)?.status;
  };
  await expect.poll(find, { timeout: 30_000 }).toBe(status);
}

/** A stream of the assistant that the test feeds: `feed` sends words, `finish` the whole answer. */
export async function handFeed(page: Page, path: string) {
  await page.evaluate((wanted) => {
    const original = window.fetch;
    const encoder = new TextEncoder();
    const controllers: ReadableStreamDefaultController<Uint8Array>[] = [];
    const send = (event: string, data: unknown) =>
      controllers.at(-1)?.enqueue(encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`));
    Object.assign(window, {
      feed: (text: string) => send("token", { text }),
      finish: (answer: unknown) => send("done", answer),
    });
    window.fetch = (input, init) => {
      if (!String(input).endsWith(wanted)) return original(input, init);
      const body = new ReadableStream<Uint8Array>({ start: (controller) => void controllers.push(controller) });
      init?.signal?.addEventListener("abort", () => controllers.at(-1)?.error(new DOMException("", "AbortError")));
      return Promise.resolve(new Response(body, { headers: { "content-type": "text/event-stream" } }));
    };
  }, path);
  return {
    feed: (text: string) =>
      page.evaluate((words) => (window as never as { feed(text: string): void }).feed(words), text),
    finish: (answer: object) =>
      page.evaluate((whole) => (window as never as { finish(answer: object): void }).finish(whole), answer),
  };
}

export const byModel = { tokens: 412, durationMs: 1284, provider: "openai", model: "gpt-4o", warnings: [] };
