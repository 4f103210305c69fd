import { type MailboxSettings, mailboxSettingsCalls } from "@intellibox/contract/endpoints/mailbox-settings";
import type { ConnectedMailbox } from "@intellibox/contract/endpoints/mailboxes";
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { makeQueryClient } from "#lib/http/query-client.ts";
import { fakeApi, refusal } from "#test/fake-api.ts";
import { HistoryDepth } from "./history-depth.tsx";

function show(days: number | null, defaultHistoryDays: number | null = 365) {
  const api = fakeApi();
  const onFailure = vi.fn();
  const history = { days, isLoading: false, backTo: null, left: 0 };
  const mailbox = { id: "a@x.test", email: "a@x.test", type: "imap", history } as unknown as ConnectedMailbox;
  const settings = { defaultHistoryDays } as MailboxSettings;
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <HistoryDepth mailbox={mailbox} settings={settings} onFailure={onFailure} />
    </QueryClientProvider>,
  );
  return { api, onFailure, choice: screen.getByRole<HTMLSelectElement>("combobox", { name: /How far back/ }) };
}

test("the usual depths are offered, also one that the API has set [SYN-07]", () => {
  const { choice } = show(45);
  const named = within(choice).getAllByRole("option");
  expect(named.map(({ textContent }) => textContent)).toEqual([
    ...["Default (1 year)", "30 days", "90 days", "1 year", "All mail", "45 days"],
  ]);
  expect(choice.value).toBe("45");
});

test.each([
  [0, "Default (All mail)"],
  [14, "Default (14 days)"],
  [null, "Default (only when you ask)"],
])("the default says how far it goes back: %s [SYN-07]", (days, words) => {
  const { choice } = show(null, days);
  expect(choice.selectedOptions[0]?.textContent).toBe(words);
});

test("a choice is saved for its mailbox, and a failure is told [SYN-07]", async () => {
  const { api, onFailure, choice } = show(null);
  api.on(mailboxSettingsCalls.update, () => refusal(503, { error: "Try again later.", code: "unavailable" }));
  await userEvent.selectOptions(choice, "All mail");
  await waitFor(() => expect(onFailure).toHaveBeenCalledWith("a@x.test: Try again later."));
  await userEvent.selectOptions(choice, "Default (1 year)");
  await waitFor(() =>
    expect(api.callsOf(mailboxSettingsCalls.update).map(({ body }) => body)).toEqual([
      ...[{ historyDays: 0 }, { historyDays: null }],
    ]),
  );
  // A new attempt takes the message of the earlier one away.
  const said = "a@x.test: Try again later.";
  await waitFor(() => expect(onFailure.mock.calls.flat()).toEqual([null, said, null, said]));
});
