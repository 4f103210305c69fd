import { type ConnectedMailbox, mailboxes } from "@intellibox/contract/endpoints/mailboxes";
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { makeQueryClient } from "#lib/http/query-client.ts";
import { fakeApi, refusal } from "#test/fake-api.ts";
import { HistoryDepth } from "./history-depth.tsx";

const mailbox = (email: string, days: number | null, type = "imap") =>
  ({ id: email, email, type, history: { days, isLoading: false, backTo: null } }) as unknown as ConnectedMailbox;

function show(...all: ConnectedMailbox[]) {
  const api = fakeApi();
  const onFailure = vi.fn();
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <HistoryDepth mailboxes={all} onFailure={onFailure} />
    </QueryClientProvider>,
  );
  return { api, onFailure };
}
const choice = (email: string) => screen.getByRole<HTMLSelectElement>("combobox", { name: email });

test("each mailbox with a server has its own depth, also one that the API has set", () => {
  show(mailbox("a@x.test", null), mailbox("b@x.test", 45, "gmail"), mailbox("c@x.test", null, "local"));
  expect(screen.getAllByRole("combobox")).toHaveLength(2);
  const named = within(choice("a@x.test")).getAllByRole("option");
  expect(named.map(({ textContent }) => textContent)).toEqual(["Default", "30 days", "90 days", "1 year", "All mail"]);
  expect([choice("a@x.test").value, choice("b@x.test").value]).toEqual(["default", "45"]);
});

test("a choice is saved for its mailbox, and a failure is told", async () => {
  const { api, onFailure } = show(mailbox("a@x.test", null));
  api.on(mailboxes.update, () => refusal(503, { error: "Try again later.", code: "unavailable" }));
  await userEvent.selectOptions(choice("a@x.test"), "All mail");
  await waitFor(() => expect(onFailure).toHaveBeenCalledWith("a@x.test: Try again later."));
  await userEvent.selectOptions(choice("a@x.test"), "Default");
  await waitFor(() =>
    expect(api.callsOf(mailboxes.update).map(({ body }) => body)).toEqual([{ historyDays: 0 }, { historyDays: null }]),
  );
});
