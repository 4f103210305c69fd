import { assistant } from "@intellibox/contract/endpoints/assistant";
import { drafts } from "@intellibox/contract/endpoints/drafts";
import { mailboxes } from "@intellibox/contract/endpoints/mailboxes";
import { outbox } from "@intellibox/contract/endpoints/outbox";
import { users } from "@intellibox/contract/endpoints/users";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import type { Editor } from "@tiptap/react";
import { beforeEach, expect, test } from "vitest";
import { makeQueryClient } from "#lib/http/query-client.ts";
import { MemoryRouter } from "#lib/router/router.tsx";
import { saveSession } from "#lib/session/session.ts";
import { loadEditor } from "#components/rich-text/rich-text.tsx";
import { fakeApi } from "#test/fake-api.ts";
import { fakeStream } from "#test/fake-stream.ts";
import { sessionOf } from "#test/people.ts";
import { profileOf } from "#test/profile.ts";
import { ComposePage } from "./compose-page.tsx";

// Loaded here already, so that no test meets the box that is shown before it.
await loadEditor();

beforeEach(() => localStorage.clear());

const open = (path: string) =>
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <MemoryRouter initialEntries={[path]}>
        <ComposePage />
      </MemoryRouter>
    </QueryClientProvider>,
  );

test("while a long context is read in parts, the draft says which part", async () => {
  saveSession(sessionOf("NORMAL_USER"));
  const api = fakeApi();
  const { send, response } = fakeStream();
  api.on(assistant.draftEmail, () => response);
  open("/compose");
  fireEvent.change(await screen.findByRole("textbox", { name: "Intent" }), { target: { value: "Thank Priya" } });
  fireEvent.click(screen.getByRole("button", { name: "Generate" }));
  expect(await screen.findByText("Generating…", { selector: "[role=status]" })).toBeDefined();
  await send("progress", { text: "Reading part 3 of 7" });
  expect(await screen.findByText("Reading part 3 of 7…", { selector: "[role=status]" })).toBeDefined();
});

test("a draft of a mailbox is sent from there with Cc, Bcc and its thread, and names the draft that it finishes", async () => {
  saveSession(sessionOf("NORMAL_USER"));
  const api = fakeApi();
  const [id, mailboxId] = ["0190a000-0000-7000-8000-000000000001", "0190a000-0000-7000-8000-000000000002"];
  api.on(drafts.readMail, () => ({
    ...{ id, mailboxId, account: "ana@shop.test", subject: "Begun", html: "<p>Dear Bo</p>", files: [] },
    ...{ to: ["bo@example.com"], cc: ["di@example.com"], bcc: ["eva@example.com"] },
    ...{ inReplyTo: "<asked@example.com>", references: ["<first@example.com>"] },
  }));
  api.on(outbox.send, () => ({ messageId: "<sent@shop.test>", status: "sent" as const }));
  open(`/compose?draft=${id}`);
  expect(await screen.findByText(/in the Drafts folder of ana@shop.test/)).toBeDefined();
  fireEvent.click(await screen.findByRole("button", { name: /^Send(?! later)/ }));
  await expect.poll(() => api.callsOf(outbox.send)).toHaveLength(1);
  const [sent] = api.callsOf(outbox.send);
  expect(sent?.headers.get("x-mailbox-id")).toBe(mailboxId);
  expect(sent?.body).toMatchObject({
    ...{ draft: id, to: ["bo@example.com"], cc: "di@example.com", bcc: "eva@example.com" },
    ...{ inReplyTo: "<asked@example.com>", references: "<first@example.com>" },
  });
});

const box = (id: string, email: string) => ({
  ...{ id, email, name: "", color: null, provider: "imap" as const, type: "imap" as const, lastError: null },
  ...{ status: "connected" as const, lastSync: null, nextSync: null, isPaused: false, syncing: false, remaining: 0 },
  ...{ counts: { messages: 0, inbox: 0, unread: 0 }, hasOlder: false, keepsDrafts: null, deletesForGood: false },
  ...{
    history: { days: null, isLoading: false, backTo: null, left: 0 },
    needsReconnect: false,
    maySendAs: true,
    sameAs: null,
  },
  aliases: [] as string[],
});

test("new mail starts from the default mailbox with its signature; another sender has another one, and stays chosen [SYN-13] [SYN-14]", async () => {
  saveSession(sessionOf("NORMAL_USER"));
  const api = fakeApi();
  const [shop, desk] = ["0190a000-0000-7000-8000-000000000002", "0190a000-0000-7000-8000-000000000003"];
  api.on(mailboxes.list, () => ({ items: [box(shop, "shop@x.test"), box(desk, "desk@x.test")] }));
  const signatures = [{ mailboxId: shop, signatureHtml: "<p>The shop</p>" }];
  let defaultMailboxId = shop;
  api.on(users.profile, () => profileOf({ defaultMailboxId, signatures, signatureHtml: "<p>Own words</p>" }));
  api.on(outbox.send, () => ({ messageId: "<sent@x.test>", status: "sent" as const }));
  const first = open("/compose");
  const from = await screen.findByRole<HTMLSelectElement>("combobox", { name: "From" });
  await waitFor(() => expect(from.value).toBe(shop));
  const signature = async () => (await screen.findByText("Signature added on send:")).parentElement?.textContent;
  expect(await signature()).toContain("The shop");
  fireEvent.change(from, { target: { value: desk } });
  expect(await signature()).toContain("Own words");
  first.unmount();

  defaultMailboxId = shop;
  open("/compose");
  await waitFor(async () =>
    expect((await screen.findByRole<HTMLSelectElement>("combobox", { name: "From" })).value).toBe(desk),
  );
  fireEvent.change(screen.getByRole("textbox", { name: "Subject" }), { target: { value: "Hello" } });
  const to = screen.getByRole("textbox", { name: "To" });
  fireEvent.change(to, { target: { value: "bo@example.com" } });
  fireEvent.blur(to);
  const text = screen.getByRole("textbox", { name: "Message" }) as HTMLElement & { editor: Editor };
  act(() => void text.editor.commands.insertContent("Dear Bo, the offer is ready. Kind regards, Ana"));
  const sendButton = screen.getByRole("button", { name: /^Send(?! later)/ });
  // The editor reports its text a moment later.
  await waitFor(() => expect(sendButton.getAttribute("aria-disabled")).not.toBe("true"));
  fireEvent.click(sendButton);
  await expect.poll(() => api.callsOf(outbox.send)).toHaveLength(1);
  const [sent] = api.callsOf(outbox.send);
  expect([sent?.headers.get("x-from-account"), sent?.headers.get("x-mailbox-id")]).toEqual(["desk@x.test", null]);
});

test("a new mail starts in the tone of the profile, and a mail that is begun keeps its own [SYN-30]", async () => {
  saveSession(sessionOf("NORMAL_USER"));
  const api = fakeApi();
  api.on(users.profile, () => profileOf({ tone: "friendly" }));
  const tone = (name: string) => screen.findByRole<HTMLInputElement>("radio", { name });
  const first = open("/compose");
  await waitFor(async () => expect((await tone("Friendly")).checked).toBe(true));
  fireEvent.click(await tone("Concise"));
  fireEvent.change(await screen.findByRole("textbox", { name: "Intent" }), { target: { value: "Thank Priya" } });
  first.unmount();
  open("/compose");
  await expect.poll(() => api.callsOf(users.profile).length).toBe(2);
  expect((await tone("Concise")).checked).toBe(true);
});
