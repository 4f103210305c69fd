import { mailboxAliasCalls as calls, type MailboxAliases } from "@intellibox/contract/endpoints/mailbox-aliases";
import type { ConnectedMailbox } from "@intellibox/contract/endpoints/mailboxes";
import { mailboxes } from "@intellibox/contract/endpoints/mailboxes";
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { makeQueryClient } from "#lib/http/query-client.ts";
import { fakeApi, refusal } from "#test/fake-api.ts";
import { Aliases } from "./aliases.tsx";

const id = "0190a000-0000-7000-8000-000000000002";
const alias = (address: string, isConfirmed: boolean, source: "code" | "provider" = "code") => ({
  ...{ address, isConfirmed, source },
});

function show(type: "imap" | "gmail", items: MailboxAliases["items"]) {
  const api = fakeApi();
  const isOfProvider = type === "gmail";
  api.on(calls.list, () => ({ items, isOfProvider }));
  api.on(mailboxes.list, () => ({ items: [] }));
  const onFailure = vi.fn();
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <Aliases mailbox={{ id, email: "a@x.test", type } as unknown as ConnectedMailbox} onFailure={onFailure} />
    </QueryClientProvider>,
  );
  return { api, onFailure };
}

test("an alias is added, its code is asked for, and the right code confirms it [SYN-19]", async () => {
  const { api } = show("imap", []);
  api.on(calls.add, () => ({ items: [alias("sales@shop.test", false)], isOfProvider: false }));
  let isRight = false;
  api.on(calls.confirm, () =>
    isRight
      ? { items: [alias("sales@shop.test", true)], isOfProvider: false }
      : refusal(400, { error: "The code is not right", code: "invalid", fields: { code: "The code is not right" } }),
  );
  await userEvent.type(await screen.findByLabelText("Add an alias"), "sales@shop.test");
  await userEvent.click(screen.getByRole("button", { name: /^Mail a code/ }));
  const code = await screen.findByLabelText("Code");
  await userEvent.type(code, "aaaa-aaaa");
  await userEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: /^Confirm/ }));
  await screen.findAllByText("The code is not right");
  isRight = true;
  await userEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: /^Confirm/ }));
  await screen.findByText("Confirmed by code");
  expect(screen.queryByLabelText("Code")).toBeNull();
  expect(api.callsOf(calls.confirm).at(-1)?.body).toEqual({ address: "sales@shop.test", code: "aaaa-aaaa" });
});

test("what the server refuses is shown at the field, and a removal that fails is told [SYN-19]", async () => {
  const { api, onFailure } = show("imap", [alias("old@shop.test", true), alias("new@shop.test", false)]);
  api.on(calls.add, () =>
    refusal(400, { error: "No", code: "invalid", fields: { address: "You may send from this address already." } }),
  );
  await userEvent.type(await screen.findByLabelText("Add an alias"), "nonsense");
  await userEvent.click(screen.getByRole("button", { name: /^Mail a code/ }));
  await screen.findByText("Enter a valid email address");
  expect(api.callsOf(calls.add)).toHaveLength(0);
  await userEvent.clear(screen.getByLabelText("Add an alias"));
  await userEvent.type(screen.getByLabelText("Add an alias"), "old@shop.test");
  await userEvent.click(screen.getByRole("button", { name: /^Mail a code/ }));
  await screen.findByText("You may send from this address already.");
  api.on(calls.remove, () => refusal(503, { error: "Try again later.", code: "unavailable" }));
  await userEvent.click(screen.getByRole("button", { name: /^Remove old@shop.test/ }));
  await waitFor(() => expect(onFailure).toHaveBeenCalledWith("Try again later."));
  await userEvent.click(screen.getByRole("button", { name: /^Confirm new@shop.test/ }));
  await screen.findByLabelText("Code");
});

test("aliases of Gmail are shown with their source and can be read again, not added or removed [SYN-22]", async () => {
  const { api } = show("gmail", [alias("ana@shop.test", true, "provider")]);
  api.on(calls.refresh, () => ({ items: [alias("new@shop.test", true, "provider")], isOfProvider: true }));
  await screen.findByText("From Gmail");
  expect(screen.queryByLabelText("Add an alias")).toBeNull();
  expect(screen.queryByRole("button", { name: /^Remove/ })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: /^Refresh aliases/ }));
  await screen.findByText("new@shop.test");
});
