import { folders } from "@intellibox/contract/endpoints/folders";
import { type MailRule, mailRules } from "@intellibox/contract/endpoints/mail-rules";
import { mailboxes } from "@intellibox/contract/endpoints/mailboxes";
import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { useLiveConnection } from "#lib/http/live.ts";
import { makeQueryClient } from "#lib/http/query-client.ts";
import { MemoryRouter } from "#lib/router/router.tsx";
import { saveSession } from "#lib/session/session.ts";
import { Toaster } from "#components/ui/toaster.tsx";
import { fakeApi, refusal } from "#test/fake-api.ts";
import { liveServer } from "#test/fake-live.ts";
import { sessionOf } from "#test/people.ts";
import { RulesTab } from "./rules-tab.tsx";

const at = "2026-11-14T04:16:00.000Z";
const id = (number: number) => `01890000-0000-7000-8000-${String(number).padStart(12, "0")}`;

type JsonRule = Omit<MailRule, "lastHitAt" | "updatedAt"> & { lastHitAt: string | null; updatedAt: string };
const ruleOf = (number: number, name: string, more: Partial<JsonRule> = {}): JsonRule => ({
  ...{ id: id(number), name, isShared: false, state: "on", pausedReason: null, position: number, version: 3 },
  ...{ mailboxIds: [], match: "all", unless: [], hits: 0, lastHitAt: null, proposals: 0, updatedAt: at },
  when: [{ field: "from", test: "domain", values: ["acme.test"] }],
  actions: [{ do: "move", folder: "Receipts" }],
  ...more,
});
const company = ruleOf(1, "Cold mail", { isShared: true });
const receipts = ruleOf(2, "Receipts", { state: "watch", hits: 12, lastHitAt: at, proposals: 4 });
const newsletters = ruleOf(3, "Newsletters");
const settings = { templateReplies: false, webhooks: false, forwardTo: [] };

function open(
  role: "NORMAL_USER" | "ADMIN" = "NORMAL_USER",
  items: JsonRule[] | Response = [company, receipts, newsletters],
  address = "/inbox?tab=rules",
) {
  saveSession(sessionOf(role));
  const api = fakeApi();
  api.on(mailRules.list, () => (items instanceof Response ? items.clone() : { items, settings }) as never);
  api.on(mailboxes.list, () => ({ items: [] }) as never);
  api.on(folders.list, () => ({ mailboxes: [], unified: {} }) as never);
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <MemoryRouter initialEntries={[address]}>
        <RulesTab />
        <Toaster />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return { api, user: userEvent.setup() };
}

function Connected() {
  useLiveConnection(() => undefined);
  return null;
}

const card = async (name: string) => within((await screen.findByText(name)).closest("li") as HTMLElement);

test("rules are listed with a sentence, hits and proposals, those of the company first [RUL-60]", async () => {
  open();
  const row = await card("Receipts");
  expect(row.getByText(/When the sender is of the domain “acme.test”: move to “Receipts”/)).toBeDefined();
  expect(row.getByText("12 mails in 30 days")).toBeDefined();
  expect(row.getByRole("button", { name: "4 proposals wait" })).toBeDefined();
  expect(row.getByRole<HTMLInputElement>("radio", { name: "Watch" }).checked).toBe(true);
  const names = screen.getAllByRole("listitem").map((item) => item.querySelector("[data-row]")?.textContent);
  expect(names).toEqual(["Cold mail", "Receipts", "Newsletters"]);
  expect(screen.getByRole("radio", { name: "Proposals (4)" })).toBeDefined();
});

test("what rules do, and what others change, is loaded again [RUL-76]", async () => {
  const items = [receipts];
  open("NORMAL_USER", items);
  await screen.findByText("Receipts");
  const answer = globalThis.fetch;
  const connections = liveServer();
  const stream = globalThis.fetch;
  vi.stubGlobal("fetch", (url: string, init: RequestInit) =>
    url.endsWith("/events") ? stream(url, init) : answer(url, init),
  );
  render(<Connected />);
  await waitFor(() => expect(connections).toHaveLength(1));
  items.push(newsletters);
  connections[0]?.say("event: mail-rules\ndata: {}\n\n");
  // Events are throttled.
  await screen.findByText("Newsletters", {}, { timeout: 10_000 });
  items.push(company);
  connections[0]?.say("event: messages\ndata: {}\n\n");
  await screen.findByText("Cold mail", {}, { timeout: 10_000 });
});

test("a member sees the company's rules and cannot change them [RUL-60]", async () => {
  const { user } = open();
  const row = await card("Cold mail");
  expect(row.getByText("Company")).toBeDefined();
  expect(row.queryByRole("radio")).toBeNull();
  await user.click(row.getByRole("button", { name: "More for Cold mail" }));
  const entries = (await screen.findAllByRole("menuitem")).map((entry) => entry.textContent);
  expect(entries).toEqual(["Duplicate", "Try…", "Run now…", "History"]);
});

test("an administrator changes the company's rules [RUL-68]", async () => {
  open("ADMIN");
  expect((await card("Cold mail")).getByRole("radio", { name: "Off" })).toBeDefined();
});

test("a state is shown at once, and a refusal brings the old one back [RUL-61]", async () => {
  const { api, user } = open();
  api.on(mailRules.setState, () => refusal(400, { error: "The address is not allowed", code: "invalid" }) as never);
  const row = await card("Receipts");
  await user.click(row.getByRole("radio", { name: "On" }));
  expect(api.callsOf(mailRules.setState)[0]?.body).toEqual({ state: "on" });
  expect(await screen.findByText("The address is not allowed")).toBeDefined();
  await waitFor(() => expect(row.getByRole<HTMLInputElement>("radio", { name: "Watch" }).checked).toBe(true));
});

test("a paused rule says why, and can be switched on again [RUL-61]", async () => {
  const { api, user } = open("NORMAL_USER", [
    ruleOf(4, "Busy", { state: "paused", pausedReason: "It acted on more than 200 mails in a minute." }),
  ]);
  api.on(mailRules.setState, () => ruleOf(4, "Busy"));
  expect(await screen.findByText("It acted on more than 200 mails in a minute.")).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Switch on again" }));
  expect(api.callsOf(mailRules.setState)[0]?.body).toEqual({ state: "on" });
});

test("own rules are moved by the menu and by the arrow keys [RUL-62]", async () => {
  const { api, user } = open();
  api.on(mailRules.order, () => ({ ok: true }));
  const row = await card("Newsletters");
  row.getByRole("button", { name: /^Move Newsletters/ }).focus();
  await user.keyboard("{ArrowUp}");
  await waitFor(() =>
    expect(api.callsOf(mailRules.order)[0]?.body).toEqual({ isShared: false, ids: [newsletters.id, receipts.id] }),
  );
  expect(screen.getByText("Newsletters is now number 1 of 2")).toBeDefined();
  await user.click((await card("Receipts")).getByRole("button", { name: "More for Receipts" }));
  expect(await screen.findByRole("menuitem", { name: "Move down" })).toBeDefined();
});

test("a deletion can be undone [RUL-63]", async () => {
  const { api, user } = open();
  api.on(mailRules.remove, () => ({ ok: true }));
  api.on(mailRules.restore, () => receipts);
  await user.click((await card("Receipts")).getByRole("button", { name: "More for Receipts" }));
  await user.click(await screen.findByRole("menuitem", { name: "Delete" }));
  // Without the pointer: over a toast it would hold up the toasts of later tests.
  fireEvent.click(await screen.findByRole("button", { name: "Undo" }));
  expect(await screen.findByText("The rule is back")).toBeDefined();
  expect(api.callsOf(mailRules.remove)[0]?.query).toEqual({ basedOn: "3" });
});

test("without rules the tab explains them, and a failed load can be repeated [RUL-60]", async () => {
  const { api, user } = open("NORMAL_USER", refusal(400, { error: "The database is away", code: "invalid" }));
  const retry = await screen.findByRole("button", { name: "Retry" });
  api.on(mailRules.list, () => ({ items: [], settings }));
  await user.click(retry);
  expect(await screen.findByText("Let rules do the sorting")).toBeDefined();
  expect(screen.getByRole("textbox", { name: "Describe a rule in a sentence" })).toBeDefined();
});

test("a sentence fills in the form, and nothing is stored before it is saved as Watch [RUL-64] [RUL-65]", async () => {
  const { api, user } = open();
  const { name, mailboxIds, match, when, unless, actions } = receipts;
  const rule = { name, mailboxIds, match, when, unless, actions };
  api.on(mailRules.fromSentence, () => ({ rule, notes: ["“Receipts” is taken as a folder."] }));
  api.on(mailRules.create, () => receipts);
  await user.type(
    await screen.findByRole("textbox", { name: "Describe a rule in a sentence" }),
    "receipts to Receipts{Enter}",
  );
  const form = within(await screen.findByRole("dialog", { name: "New rule" }));
  expect(form.getByText("“Receipts” is taken as a folder.")).toBeDefined();
  expect(api.callsOf(mailRules.create)).toEqual([]);
  expect(form.getByRole<HTMLInputElement>("radio", { name: "Watch" }).checked).toBe(true);
  await user.click(form.getByRole("button", { name: /^Save rule/ }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(api.callsOf(mailRules.create)[0]?.body).toMatchObject({ ...rule, isShared: false, state: "watch" });
});

test("a sentence that says too little is answered with what is missing [RUL-64]", async () => {
  const { api, user } = open();
  api.on(mailRules.fromSentence, () => ({ rule: null, notes: ["Say which mail it is about."] }));
  await user.type(await screen.findByRole("textbox", { name: /Describe a rule/ }), "do it{Enter}");
  expect(await screen.findByText("Say which mail it is about.")).toBeDefined();
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("the settings of the company are in the menu of administrators only [RUL-68]", async () => {
  const { user } = open();
  await user.click(await screen.findByRole("button", { name: "More" }));
  expect(await screen.findByRole("menuitem", { name: "Import from a file…" })).toBeDefined();
  expect(screen.queryByRole("menuitem", { name: "What rules may do…" })).toBeNull();
});
