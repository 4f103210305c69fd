import { type OutgoingMail, ownMail } from "@intellibox/contract/endpoints/own-mail";
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { makeQueryClient } from "#lib/http/query-client.ts";
import { MemoryRouter } from "#lib/router/router.tsx";
import { saveSession } from "#lib/session/session.ts";
import { Toaster } from "#components/ui/toaster.tsx";
import { fakeApi, refusal } from "#test/fake-api.ts";
import { sessionOf } from "#test/people.ts";
import { OutgoingActions } from "./outgoing-actions.tsx";

const mail: OutgoingMail = {
  id: "01890000-0000-7000-8000-000000000001",
  messageId: "<1@acme.test>",
  subject: "Terms",
  to: ["priya@example.com"],
  state: "scheduled",
  detail: null,
  sendAt: new Date("2027-01-02T03:04:05Z"),
  createdAt: new Date("2027-01-01T00:00:00Z"),
} as OutgoingMail;

test.each([
  ["Cancel: Terms", "Cancel the mail", "Cancelled. The mail will not be sent."],
  ["Send now: Terms", null, "Sent to priya@example.com"],
])("%s reports its outcome even if a live event removed the row first", async (action, confirm, words) => {
  saveSession(sessionOf("NORMAL_USER"));
  const { promise, resolve } = Promise.withResolvers<void>();
  const api = fakeApi();
  const { id, messageId } = mail;
  api.on(ownMail.discard, () => promise.then(() => ({ ok: true as const })) as never);
  api.on(ownMail.sendNow, () => promise.then(() => ({ id, messageId, status: "sent" as const })) as never);
  const page = (isListed: boolean) => (
    <QueryClientProvider client={client}>
      <MemoryRouter>
        {isListed && <OutgoingActions mail={mail} look="row" />}
        <Toaster />
      </MemoryRouter>
    </QueryClientProvider>
  );
  const client = makeQueryClient();
  const { rerender } = render(page(true));
  await userEvent.click(screen.getByRole("button", { name: action }));
  if (confirm) await userEvent.click(await screen.findByRole("button", { name: confirm }));
  rerender(page(false));
  resolve();
  expect(await screen.findByText(new RegExp(words))).toBeTruthy();
});

test("a failed Send now is one toast", async () => {
  saveSession(sessionOf("NORMAL_USER"));
  const api = fakeApi();
  api.on(ownMail.sendNow, () => refusal(409, { error: "This mail is being sent already", code: "conflict" }) as never);
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <MemoryRouter>
        <OutgoingActions mail={mail} look="row" />
        <Toaster />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await userEvent.click(screen.getByRole("button", { name: "Send now: Terms" }));
  expect(await screen.findAllByText(/being sent already/)).toHaveLength(1);
});
