import { expect, type Locator, type Page } from "@playwright/test";
import { demoPassword, goWithin, openAs, people, sessionOf } from "./people.ts";

/** Locators for Compose and Reply, by role and name. */
export const brief = (page: Page) => page.getByRole("region", { name: "Brief" });
export const intent = (page: Page) => page.getByRole("textbox", { name: "Intent" });
export const extra = (page: Page) => page.getByRole("textbox", { name: "Extra Context" });
export const to = (page: Page) => page.getByRole("textbox", { name: "To", exact: true });
export const subject = (page: Page) => page.getByRole("textbox", { name: "Subject" });
export const incoming = (page: Page) => page.getByRole("textbox", { name: "Incoming Email" });
export const reply = (page: Page) => editorOf(page, "Smart reply");
export const sendButton = (page: Page, name = "Send") => page.getByRole("button", { name, exact: true });
export const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
/** The editor itself, not the box that stands in its place until it has loaded. */
export const editorOf = (page: Page | Locator, name = "Message") =>
  page.getByRole("textbox", { name, exact: true }).and(page.locator(".tiptap"));
export const alertOf = (page: Page) => page.getByRole("main").getByRole("alert");
export const toastOf = (page: Page, text: string) => page.locator("[data-toast]").filter({ hasText: text });

export async function write(page: Page, text: string, editor = editorOf(page)) {
  await editor.click();
  await page.keyboard.type(text);
}

/** Pastes HTML or files into the editor, as the browser does. */
export async function paste(page: Page, given: { html?: string; files?: string[] }) {
  await editorOf(page).evaluate((box, { html, files = [] }) => {
    const clipboardData = new DataTransfer();
    if (html) clipboardData.setData("text/html", html);
    for (const name of files) clipboardData.items.add(new File(["hello"], name, { type: "text/plain" }));
    (box as HTMLElement).focus();
    box.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, given);
}

/** Opens Compose without an earlier draft, here or on another device, and fills in the example. */
export async function openCompose(page: Page) {
  const session = await openEmptyCompose(page);
  await press(page, "Try an example");
  return session;
}

export async function openEmptyCompose(page: Page) {
  const session = await sessionOf(page, "user");
  await forgetDraft(page, session, "compose");
  await openAs(page, session, "/compose");
  await expect(editorOf(page).or(brief(page)).first()).toBeVisible();
  return session;
}

/** A mail as the inbox passes it to Reply. */
export const answered = {
  to: "anita.desai@example.com",
  subject: "Delivery schedule",
  emailBody: "Hi,\n\nCould you confirm the delivery schedule? Can we meet on Thursday at 3 pm?\n\nThanks,\nAnita",
  quotedBody: "On 14 November Anita wrote:\n\nCould you confirm the delivery schedule?",
  mailboxId: "01890000-0000-7000-8000-0000000000ab",
  account: "sales@acme.test",
};

/** Opens Reply as the inbox does, with navigation state and without an earlier draft. */
export async function openReply(page: Page, state: object | null) {
  const session = await sessionOf(page, "user");
  const about = (state as { inReplyTo?: string } | null)?.inReplyTo ?? "reply";
  await forgetDraft(page, session, about);
  await openAs(page, session, "/profile");
  await goToReply(page, state);
  return session;
}

/** Navigates to Reply without a reload. */
export async function goToReply(page: Page, state: object | null) {
  await goWithin(page, "/reply", state);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Reply Assistant");
  await expect(reply(page)).toBeVisible();
}

/** The draft that the server has stored. */
export async function keptDraft(page: Page, { token }: { token: string }, about = "compose") {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await page.request.get(`/api/compose/drafts/${encodeURIComponent(about)}`, { headers });
  return (await answer.json()).draft;
}

/** Deletes a draft until it stays deleted, because a page of the previous journey may still save its last change. */
export async function forgetDraft(page: Page, session: { token: string }, about: string) {
  const forget = async () => {
    const kept = await keptDraft(page, session, about);
    if (!kept) return true;
    const path = `/api/compose/drafts/${encodeURIComponent(about)}?basedOn=${kept.version}`;
    await page.request.delete(path, { headers: { authorization: `Bearer ${session.token}` } });
    return false;
  };
  await expect.poll(forget).toBe(true);
}

/** Expects a message in a red alert and in a toast. */
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

/** Sets for how long the sender can undo a mail, through the API. */
export async function setUndoSeconds(page: Page, token: string, undoSeconds: number) {
  const answer = await page.request.put("/api/profile", {
    headers: { authorization: `Bearer ${token}` },
    data: { undoSeconds },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
}

/** Waits until the log has a mail with this subject and status. */
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
  await expect.poll(find, { timeout: 60_000 }).toBe(status);
}

/**
 * Replaces a stream of the assistant: `feed` sends words, `finish` the whole answer. Both wait until the page has requested a
 * stream.
 */
export async function handFeed(page: Page, path: string) {
  await page.evaluate((wanted) => {
    type Stream = ReadableStreamDefaultController<Uint8Array>;
    const original = window.fetch;
    const encoder = new TextEncoder();
    let asked = Promise.withResolvers<Stream>();
    const send = async (event: string, data: unknown) =>
      (await asked.promise).enqueue(encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`));
    Object.assign(window, {
      feed: (text: string) => send("token", { text }),
      finish: async (answer: unknown) => {
        await send("done", answer);
        asked = Promise.withResolvers<Stream>();
      },
    });
    window.fetch = (input, init) => {
      if (!String(input).endsWith(wanted)) return original(input, init);
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          const current = asked;
          current.resolve(controller);
          init?.signal?.addEventListener("abort", () => {
            controller.error(new DOMException("", "AbortError"));
            if (asked === current) asked = Promise.withResolvers<Stream>();
          });
        },
      });
      return Promise.resolve(new Response(body, { headers: { "content-type": "text/event-stream" } }));
    };
  }, path);
  type Fed = { feed(text: string): Promise<void>; finish(answer: object): Promise<void> };
  return {
    feed: (text: string) => page.evaluate((words) => (window as never as Fed).feed(words), text),
    finish: (answer: object) => page.evaluate((whole) => (window as never as Fed).finish(whole), answer),
  };
}

export const byModel = { tokens: 412, durationMs: 1284, provider: "openai", model: "gpt-4o", warnings: [] };
