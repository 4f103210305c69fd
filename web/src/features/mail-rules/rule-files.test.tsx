import { mailRules } from "@intellibox/contract/endpoints/mail-rules";
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { makeQueryClient } from "#lib/http/query-client.ts";
import { MemoryRouter } from "#lib/router/router.tsx";
import { saveSession } from "#lib/session/session.ts";
import { Toaster } from "#components/ui/toaster.tsx";
import { fakeApi, refusal } from "#test/fake-api.ts";
import { sessionOf } from "#test/people.ts";
import { type OpenedDialog, RuleDialogs } from "./rule-dialogs.tsx";

const content = (name: string) => ({
  ...{ name, mailboxIds: [], match: "all" as const, unless: [] },
  ...{ when: [{ field: "knownSender" as const, known: true }], actions: [{ do: "archive" as const }] },
});
const stored = {
  ...content("Receipts"),
  ...{ id: "01890000-0000-7000-8000-000000000002", isShared: false, state: "off" as const, pausedReason: null },
  ...{ position: 1, version: 3, hits: 0, lastHitAt: null, proposals: 0, updatedAt: "2026-11-14T04:16:00.000Z" },
};

function open(dialog: OpenedDialog) {
  saveSession(sessionOf("ADMIN"));
  const api = fakeApi();
  const [onClose, onOpen] = [vi.fn(), vi.fn()];
  const list = { items: [], settings: { templateReplies: false, webhooks: false, forwardTo: ["@partner.test"] } };
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <MemoryRouter>
        <RuleDialogs dialog={dialog} list={list} onOpen={onOpen} onClose={onClose} />
        <Toaster />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return { api, user: userEvent.setup(), onClose, onOpen };
}

test("the rules of a file are shown with its problems, and only the chosen ones are added, off [RUL-74]", async () => {
  const { api, user, onClose } = open({ kind: "import" });
  api.on(mailRules.readFile, () => ({
    format: "gmail" as const,
    rules: [content("One"), content("Two")],
    problems: ["Filter 3: has no action"],
  }));
  api.on(mailRules.create, () => stored);
  await user.upload(await screen.findByLabelText("File to import"), new File(["<feed/>"], "mailFilters.xml"));
  expect(await screen.findByText("Gmail filters: 2 rules")).toBeDefined();
  expect(screen.getByText("Filter 3: has no action")).toBeDefined();
  expect(api.callsOf(mailRules.create)).toEqual([]);
  await user.click(screen.getByRole("checkbox", { name: /^One/ }));
  await user.click(screen.getByRole("button", { name: /^Add 1 rule/ }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(api.callsOf(mailRules.create).map(({ body }) => body)).toEqual([
    { ...content("Two"), isShared: false, state: "off", timeZone: expect.any(String) },
  ]);
});

test("a file that cannot be read, and a rule that is refused, are explained [RUL-74]", async () => {
  const { api, user, onClose } = open({ kind: "import" });
  const choose = async () =>
    user.upload(await screen.findByLabelText("File to import"), new File(["?"], "rules.txt", { type: "text/plain" }));
  api.on(mailRules.readFile, () => refusal(400, { error: "This file has no rules", code: "invalid" }) as never);
  await choose();
  expect(await screen.findByText("This file has no rules")).toBeDefined();
  api.on(mailRules.readFile, () => ({ format: "sieve" as const, rules: [content("One")], problems: [] }));
  api.on(mailRules.create, () => refusal(400, { error: "You have 100 rules already", code: "invalid" }) as never);
  await choose();
  await user.click(await screen.findByRole("button", { name: /^Add 1 rule/ }));
  expect(await screen.findByText("No rule was added. You have 100 rules already")).toBeDefined();
  expect(onClose).not.toHaveBeenCalled();
});

test("the secret of the webhooks is loaded only when it is asked for [RUL-75]", async () => {
  const { api, user } = open({ kind: "webhook-secret" });
  api.on(mailRules.webhookSecret, () => ({ secret: "whsec_123" }));
  const show = await screen.findByRole("button", { name: "Show the secret" });
  expect(api.callsOf(mailRules.webhookSecret)).toEqual([]);
  await user.click(show);
  expect(await screen.findByText("whsec_123")).toBeDefined();
});

test("an administrator chooses what rules may do [RUL-68]", async () => {
  const { api, user, onClose } = open({ kind: "settings" });
  api.on(mailRules.changeSettings, () => ({ templateReplies: true, webhooks: false, forwardTo: [] }));
  const form = within(await screen.findByRole("dialog", { name: "What rules may do" }));
  await user.click(form.getByRole("switch", { name: /^Answer with a template/ }));
  await user.type(form.getByRole("textbox", { name: "Forward to" }), "{End}{Enter}books@other.test");
  await user.click(form.getByRole("button", { name: /^Save/ }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(api.callsOf(mailRules.changeSettings)[0]?.body).toEqual({
    ...{ templateReplies: true, webhooks: false, forwardTo: ["@partner.test", "books@other.test"] },
  });
});

test("a ready-made rule opens the form and stores nothing [RUL-64]", async () => {
  const { api, user, onOpen } = open({ kind: "ready-made" });
  api.on(mailRules.readyMade, () => ({
    items: [{ key: "receipts" as const, description: "Puts receipts in one folder.", rule: content("Receipts") }],
  }));
  // The first call came before the answer was known.
  await user.click(await screen.findByRole("button", { name: "Retry" }));
  await user.click(await screen.findByRole("button", { name: "Use this rule: Receipts" }));
  expect(onOpen.mock.calls[0]?.[0]).toMatchObject({
    kind: "form",
    opened: { kind: "new", start: content("Receipts") },
  });
  expect(api.callsOf(mailRules.create)).toEqual([]);
});
