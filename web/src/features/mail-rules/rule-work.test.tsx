import { mailRules, type RuleRun } from "@intellibox/contract/endpoints/mail-rules";
import { mailboxes } from "@intellibox/contract/endpoints/mailboxes";
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { expect, test } from "vitest";
import { makeQueryClient } from "#lib/http/query-client.ts";
import { MemoryRouter } from "#lib/router/router.tsx";
import { saveSession } from "#lib/session/session.ts";
import { Toaster } from "#components/ui/toaster.tsx";
import { fakeApi, refusal } from "#test/fake-api.ts";
import { sessionOf } from "#test/people.ts";
import { MessageRules } from "./message-rules.tsx";
import { RulesTab } from "./rules-tab.tsx";
import { RunOnSelection } from "./run-on-selection.tsx";

const at = "2026-11-14T04:16:00.000Z";
const id = (number: number) => `01890000-0000-7000-8000-${String(number).padStart(12, "0")}`;
type JsonRun = Omit<RuleRun, "date" | "at"> & { date: string; at: string };
const runOf = (number: number, more: Partial<JsonRun> = {}): JsonRun => ({
  ...{ id: id(number), messageId: id(100 + number), mailboxId: id(200), from: "shop@acme.test", date: at, at },
  ...{ subject: `Receipt ${number}`, ruleId: id(2), ruleName: "Receipts", isShared: false, error: null },
  ...{ action: { do: "archive" }, did: "Archive", reasons: ["The sender is known"], outcome: "done", canUndo: true },
  ...more,
});
const rule = {
  ...{ id: id(2), name: "Receipts", isShared: false, state: "watch" as const, pausedReason: null, position: 1 },
  ...{ version: 3, mailboxIds: [], match: "all" as const, unless: [], hits: 1, lastHitAt: at, proposals: 2 },
  ...{ when: [{ field: "knownSender" as const, known: true }], actions: [{ do: "archive" as const }], updatedAt: at },
};
const settings = { templateReplies: false, webhooks: false, forwardTo: [] };

function open(shown: ReactNode, address: string, runs: JsonRun[]) {
  saveSession(sessionOf("NORMAL_USER"));
  const api = fakeApi();
  api.on(mailboxes.list, () => ({ items: [] }) as never);
  api.on(mailRules.list, () => ({ items: [rule], settings }));
  api.on(mailRules.history, () => ({ items: runs, total: runs.length, page: 1, limit: 20, pages: 1 }) as never);
  api.on(mailRules.ofMessage, () => ({ items: runs }));
  api.on(mailRules.undo, () => ({ undone: 1, left: [] }));
  api.on(mailRules.decide, () => ({ decided: 2 }));
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <MemoryRouter initialEntries={[address]}>
        {shown}
        <Toaster />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return { api, user: userEvent.setup() };
}

const proposed = { outcome: "proposed" as const, canUndo: false };
const twoMails = [
  // The newest first, as the history is.
  runOf(3, proposed),
  runOf(2, { ...proposed, messageId: id(101), did: "Mark as read", subject: "Receipt 1" }),
  runOf(1, proposed),
];

test("proposals are joined by mail, and one is applied with all its actions [RUL-71]", async () => {
  const { api, user } = open(<RulesTab />, "/inbox?tab=rules&rules=proposals", twoMails);
  const list = await screen.findByRole("list", { name: "Proposals" });
  const [other, first, ...more] = within(list).getAllByRole("listitem");
  expect([other?.textContent, more]).toEqual([expect.stringContaining("Receipt 3"), []]);
  expect(screen.getByText("2 proposals")).toBeDefined();
  expect(first?.textContent).toContain("Archive · Mark as read");
  expect(api.callsOf(mailRules.history)[0]?.query).toMatchObject({ outcome: "proposed" });
  await user.click(screen.getByRole("button", { name: "Apply to Receipt 1" }));
  await waitFor(() => expect(api.callsOf(mailRules.decide)[0]?.body).toEqual({ apply: true, runIds: [id(1), id(2)] }));
  expect(await screen.findByText("2 actions were applied")).toBeDefined();
});

test("chosen proposals are dismissed, and all of them only after a question [RUL-71]", async () => {
  const { api, user } = open(<RulesTab />, "/inbox?tab=rules&rules=proposals", twoMails);
  await user.click(await screen.findByRole("checkbox", { name: "Choose Receipt 3" }));
  await user.click(screen.getByRole("button", { name: "Dismiss 1" }));
  await waitFor(() => expect(api.callsOf(mailRules.decide)[0]?.body).toEqual({ apply: false, runIds: [id(3)] }));
  await user.click(await screen.findByRole("button", { name: "Apply all" }));
  const question = within(await screen.findByRole("alertdialog", { name: "Apply all 2 proposals?" }));
  expect(api.callsOf(mailRules.decide)).toHaveLength(1);
  await user.click(question.getByRole("button", { name: "Apply" }));
  await waitFor(() => expect(api.callsOf(mailRules.decide)[1]?.body).toEqual({ apply: true, ruleId: rule.id }));
});

test("the history shows what was done and why, and one entry is undone [RUL-72]", async () => {
  const runs = [runOf(1), runOf(2, { outcome: "failed", canUndo: false, error: "The server refused it" })];
  const { api, user } = open(<RulesTab />, "/inbox?tab=rules&rules=history", runs);
  await user.click(await screen.findByRole("button", { name: /Receipt 2/ }));
  expect(screen.getByText("The server refused it")).toBeDefined();
  expect(screen.getAllByText("The sender is known")).toHaveLength(1);
  expect(screen.getByRole("link", { name: "Open the mail" }).getAttribute("href")).toContain(`message=${id(102)}`);
  expect(screen.queryByRole("button", { name: "Undo: Archive, Receipt 2" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Undo: Archive, Receipt 1" }));
  await waitFor(() => expect(api.callsOf(mailRules.undo)[0]?.body).toEqual({ runIds: [id(1)] }));
  expect(await screen.findByText("1 action was undone.")).toBeDefined();
});

test("the history is filtered by the address, with instants for moments of the clock [RUL-72]", async () => {
  const address = `/inbox?tab=rules&rules=history&ruleId=${rule.id}&outcome=done&from=2026-11-14T10:00&to=nonsense`;
  const { api } = open(<RulesTab />, address, [runOf(1)]);
  await screen.findByText("Receipt 1");
  const from = new Date("2026-11-14T10:00").toISOString();
  expect(api.callsOf(mailRules.history)[0]?.query).toEqual({
    page: "1",
    limit: "20",
    ruleId: rule.id,
    outcome: "done",
    from,
  });
});

test("what rules did in a time is undone after the number is said, and what stays is explained [RUL-72]", async () => {
  const { api, user } = open(<RulesTab />, "/inbox?tab=rules&rules=history", [runOf(1), runOf(2)]);
  api.on(mailRules.undo, () => ({ undone: 1, left: [{ id: id(2), reason: "Sent mail stays sent." }] }));
  await user.click(await screen.findByRole("button", { name: "Undo several…" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Undo what rules did" }));
  await user.click(await dialog.findByRole("button", { name: /^Undo 2 actions/ }));
  expect(await dialog.findByText("1 action was undone. Sent mail stays sent.")).toBeDefined();
  const { from, ...others } = { from: "", ...(api.callsOf(mailRules.undo)[0]?.body as object) };
  expect(others).toEqual({});
  expect(Date.now() - new Date(from).getTime()).toBeLessThan(3_700_000);
});

test("a message says which rule acted on it and why, and offers Undo [RUL-73]", async () => {
  const { api, user } = open(<MessageRules id={id(101)} />, "/inbox", [
    runOf(1),
    runOf(2, { messageId: id(101), did: "Star" }),
  ]);
  expect(await screen.findByText("Rule “Receipts”: Archive, Star")).toBeDefined();
  expect(screen.getByRole("button", { name: "Why?" })).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await waitFor(() => expect(api.callsOf(mailRules.undo)[0]?.body).toEqual({ runIds: [id(1), id(2)] }));
});

test("a message on which no rule acted shows nothing [RUL-73]", async () => {
  const { api } = open(<MessageRules id={id(101)} />, "/inbox", [runOf(1, { outcome: "skipped", canUndo: false })]);
  await waitFor(() => expect(api.callsOf(mailRules.ofMessage)).toHaveLength(1));
  expect(screen.queryByRole("list")).toBeNull();
});

test("a rule is run on the chosen mails after a question, and the result is undone [RUL-70]", async () => {
  const { api, user } = open(
    <RunOnSelection messageIds={[id(101), id(102)]} onClose={() => undefined} />,
    "/inbox",
    [],
  );
  api.on(mailRules.run, () => ({ tried: 2, hits: 1, runs: [runOf(1)] }));
  await user.click(await screen.findByRole("button", { name: /^Receipts/ }));
  expect(api.callsOf(mailRules.run)).toEqual([]);
  await user.click(await screen.findByRole("button", { name: /^Run now/ }));
  expect(await screen.findByText("1 of 2 mails matched.")).toBeDefined();
  expect(api.callsOf(mailRules.run)[0]?.body).toEqual({ messageIds: [id(101), id(102)] });
  await user.click(screen.getByRole("button", { name: /^Undo/ }));
  expect(await screen.findByText("1 action was undone.")).toBeDefined();
});

test("a run that is refused says why, and can be repeated [RUL-70]", async () => {
  const { api, user } = open(<RunOnSelection messageIds={[id(101)]} onClose={() => undefined} />, "/inbox", []);
  api.on(mailRules.run, () => refusal(429, { error: "Too many runs", code: "rate_limited" }) as never);
  await user.click(await screen.findByRole("button", { name: /^Receipts/ }));
  await user.click(await screen.findByRole("button", { name: /^Run now/ }));
  expect(await screen.findByText("Too many runs")).toBeDefined();
  expect(screen.getByRole("button", { name: /^Run now/ })).toBeDefined();
});
