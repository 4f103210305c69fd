import { assistant } from "@intellibox/contract/endpoints/assistant";
import { drafts, type OwnDraftItem } from "@intellibox/contract/endpoints/drafts";
import type { MailMessage } from "@intellibox/contract/endpoints/inbox";
import { mailboxes } from "@intellibox/contract/endpoints/mailboxes";
import { outbox } from "@intellibox/contract/endpoints/outbox";
import { type Profile, users } from "@intellibox/contract/endpoints/users";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import type { Editor } from "@tiptap/react";
import { beforeEach, expect, test } from "vitest";
import { makeQueryClient } from "#lib/http/query-client.ts";
import { MemoryRouter } from "#lib/router/router.tsx";
import { saveSession } from "#lib/session/session.ts";
import { undoLatest } from "#lib/undo.ts";
import { loadEditor } from "#components/rich-text/rich-text.tsx";
import { Toaster } from "#components/ui/toaster.tsx";
import { fakeApi, refusal } from "#test/fake-api.ts";
import { sessionOf } from "#test/people.ts";
import { profileOf } from "#test/profile.ts";
import { ThreadReply } from "./thread-reply.tsx";
import { useInlineReply } from "./use-inline-reply.ts";

// Loaded here already, so that no test meets the box that is shown before it.
await loadEditor();

beforeEach(() => localStorage.clear());

const id = "01890000-0000-7000-8000-000000000a01";
const boxId = "01890000-0000-7000-8000-000000000b01";
const person = (address: string) => ({ name: "", address });
const message = {
  id,
  ...{ from: "priya@meridian.test", fromName: "Priya Nair", subject: "Samples", folder: "inbox", thread: [] },
  ...{ to: [person("me@acme.test")], cc: [person("legal@meridian.test")], bcc: [], replyTo: [], attachments: [] },
  ...{ bodyText: "Can you send three samples?", bodyHtml: null, date: new Date("2026-11-14T04:16:00Z") },
  ...{ messageId: "<m1@meridian.test>", references: [], boxId, account: "me@acme.test", warnings: [] },
} as unknown as MailMessage;

function Page() {
  const nothing = () => undefined;
  const reply = useInlineReply({ openId: id, openMessage: nothing, openNext: nothing, focusThread: nothing });
  return (
    <>
      <button type="button" onClick={() => reply.open("replyAll")}>
        All
      </button>
      <button type="button" onClick={() => reply.open("first")}>
        First
      </button>
      <button type="button" onClick={() => reply.open("reply", { words: "Ask for more time", stance: "More time" })}>
        More time
      </button>
      <ThreadReply message={message} reply={reply} onFailure={nothing} />
      <Toaster />
    </>
  );
}

const written = {
  ...{
    reply: "Could we have one more week?",
    tokens: 10,
    durationMs: 5,
    provider: "builtin" as const,
    model: "builtin",
  },
  warnings: [],
};

const otherDraft = {
  ...{ intent: "", tone: "professional" as const, extra: "", to: "priya@meridian.test", cc: "", bcc: "" },
  ...{ mailboxId: null, subject: "Re: Samples", bodyHtml: "<p>Written at home.</p>", followsUp: null },
  ...{ version: "a".repeat(32), savedAt: "2026-11-14T05:00:00.000Z" },
};

type Listed = Omit<OwnDraftItem, "savedAt"> & { savedAt: string };

async function openReply(begun: Listed[] = [], opener = "All", profile: Partial<Profile> = {}) {
  saveSession(sessionOf("NORMAL_USER"));
  const api = fakeApi();
  api.on(mailboxes.list, () => ({ items: [] }));
  api.on(drafts.list, () => ({ items: begun }));
  api.on(drafts.get, () => ({ draft: null }));
  api.on(assistant.replyIntents, () => ({ intents: [] }));
  api.on(users.profile, () => profileOf(profile));
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <MemoryRouter initialEntries={["/inbox"]}>
        <Page />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  fireEvent.click(screen.getByRole("button", { name: opener }));
  const box = await editor();
  act(() => void box.commands.insertContent("On Thursday."));
  return { api };
}

const editor = async () =>
  ((await screen.findByRole("textbox", { name: "Your reply" })) as HTMLElement & { editor: Editor }).editor;
const send = () => fireEvent.click(screen.getByRole("button", { name: /^Send(?! later)/ }));

test("a reply to all is sent in its thread, shown there at once, and comes back when sending is undone", async () => {
  const { api } = await openReply();
  const undoUntil = new Date(Date.now() + 60_000).toISOString();
  api.on(outbox.send, () => ({ messageId: "<r1@acme.test>", status: "queued" as const, undoUntil, sendAt: undoUntil }));
  api.on(outbox.outcome, () => ({ messageId: "<r1@acme.test>", status: "queued" as const, undoUntil }));
  api.on(outbox.cancel, () => ({ messageId: "<r1@acme.test>", status: "cancelled" as const }));
  send();
  await waitFor(() => expect(api.callsOf(outbox.send)).toHaveLength(1));
  expect(api.callsOf(outbox.send)[0]?.body).toMatchObject({
    ...{ to: ["priya@meridian.test"], cc: "legal@meridian.test", subject: "Re: Samples" },
    ...{ html: expect.stringContaining("On Thursday."), inReplyTo: "<m1@meridian.test>" },
  });
  expect((await screen.findByRole("list", { name: "Your replies on their way" })).textContent).toContain(
    "On Thursday.",
  );
  expect(screen.queryByRole("textbox", { name: "Your reply" })).toBeNull();
  await waitFor(() => expect(undoLatest()).toBe(true));
  expect((await editor()).getText()).toContain("On Thursday.");
  expect(screen.queryByRole("list", { name: "Your replies on their way" })).toBeNull();
});

test("a refused reply stays in the composer, with the reason", async () => {
  const { api } = await openReply();
  api.on(outbox.send, () => refusal(409, { error: "No mail server is set up.", code: "conflict" }));
  send();
  expect(await screen.findByRole("alert")).toBeDefined();
  expect(screen.getByRole("alert").textContent).toContain("No mail server is set up.");
  expect((await editor()).getText()).toContain("On Thursday.");
});

test("Escape closes the composer and keeps the text, also for the next visit", async () => {
  await openReply();
  const box = screen.getByRole("textbox", { name: "Your reply" });
  fireEvent.keyDown(box, { key: "Escape" });
  await waitFor(() => expect(screen.queryByRole("textbox", { name: "Your reply" })).toBeNull());
  fireEvent.click(screen.getByRole("button", { name: "Reply to this message" }));
  expect((await editor()).getText()).toContain("On Thursday.");
});

test("Reply continues the text of a draft to all, but only to the sender; a draft that is continued keeps its recipients", async () => {
  const facts = {
    to: "",
    subject: "",
    snippet: "On Thursday.",
    version: "a".repeat(32),
    savedAt: "2026-11-14T05:00:00.000Z",
  };
  await openReply([{ about: "<m1@meridian.test>", answeredId: id, copyId: null, ...facts }]);
  const close = () => fireEvent.keyDown(screen.getByRole("textbox", { name: "Your reply" }), { key: "Escape" });
  const copies = () => screen.queryByText("legal@meridian.test", { exact: false });
  expect(copies()).not.toBeNull();
  close();
  fireEvent.click(await screen.findByRole("button", { name: "Continue" }));
  expect((await editor()).getText()).toContain("On Thursday.");
  expect(copies()).not.toBeNull();
  close();
  fireEvent.click(await screen.findByRole("button", { name: "Reply to this message" }));
  expect((await editor()).getText()).toContain("On Thursday.");
  expect(copies()).toBeNull();
});

test("a one-click answer replaces the user's words only until they are restored, also after another visit", async () => {
  const { api } = await openReply();
  api.on(assistant.draftReply, () => written);
  const close = () => fireEvent.keyDown(screen.getByRole("textbox", { name: "Your reply" }), { key: "Escape" });
  close();
  fireEvent.click(screen.getByRole("button", { name: "More time" }));
  await screen.findByRole("button", { name: "Restore my text" });
  expect((await editor()).getText()).toContain("Could we have one more week?");
  close();
  fireEvent.click(screen.getByRole("button", { name: "Reply to this message" }));
  expect((await editor()).getText()).toContain("Could we have one more week?");
  fireEvent.click(await screen.findByRole("button", { name: "Restore my text" }));
  await waitFor(async () => expect((await editor()).getText()).toContain("On Thursday."));
  expect((await editor()).getText()).not.toContain("one more week");
  expect(screen.queryByRole("button", { name: "Restore my text" })).toBeNull();
});

test("the draft of another device that arrives while the assistant writes can be restored", async () => {
  const { api } = await openReply();
  fireEvent.click(screen.getByRole("button", { name: "Discard draft" }));
  localStorage.clear();
  saveSession(sessionOf("NORMAL_USER"));
  const arrival = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  api.on(drafts.get, async () => {
    await arrival.promise;
    return { draft: otherDraft };
  });
  api.on(assistant.draftReply, async () => {
    await answer.promise;
    return written;
  });
  fireEvent.click(screen.getByRole("button", { name: "More time" }));
  await waitFor(() => expect(api.callsOf(assistant.draftReply)).toHaveLength(1));
  arrival.resolve();
  await waitFor(() =>
    expect(localStorage.getItem("intellibox.reply.draft <m1@meridian.test>")).toContain("Written at"),
  );
  answer.resolve();
  fireEvent.click(await screen.findByRole("button", { name: "Restore my text" }));
  await waitFor(async () => expect((await editor()).getText()).toContain("Written at home."));
});

test.each([
  [true, "legal@meridian.test"],
  [false, undefined],
])("Reply with “replies to all” %s goes to %s as well [SYN-15]", async (repliesToAll, cc) => {
  const { api } = await openReply([], "First", { repliesToAll });
  api.on(outbox.send, () => ({ messageId: "<r1@acme.test>", status: "sent" as const }));
  send();
  await waitFor(() => expect(api.callsOf(outbox.send)).toHaveLength(1));
  const sent = api.callsOf(outbox.send)[0]?.body as { cc?: string } | undefined;
  expect([sent !== undefined, sent?.cc]).toEqual([true, cc]);
});

test("the signature of the mailbox is added, and tracking and follow-up start as the profile says [SYN-13] [SYN-17]", async () => {
  const signatures = [{ mailboxId: boxId, signatureHtml: "<p>The shop</p>" }];
  const habits = { signatures, signatureHtml: "<p>Own words</p>", tracksMail: false, followUpDays: null };
  const { api } = await openReply([], "All", habits);
  api.on(outbox.send, () => ({ messageId: "<r1@acme.test>", status: "sent" as const }));
  expect((await screen.findByText("Signature added on send:")).parentElement?.textContent).toContain("The shop");
  send();
  await waitFor(() => expect(api.callsOf(outbox.send)).toHaveLength(1));
  const [sent] = api.callsOf(outbox.send);
  expect(sent?.body).toMatchObject({ html: expect.stringContaining("The shop") });
  expect(sent?.body).not.toMatchObject({ html: expect.stringContaining("Own words") });
  expect([sent?.headers.get("x-track-engagement"), sent?.headers.get("x-followup-days") ?? ""]).toEqual(["0", ""]);
});
