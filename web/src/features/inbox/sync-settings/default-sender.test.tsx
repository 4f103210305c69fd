import type { ConnectedMailbox } from "@intellibox/contract/endpoints/mailboxes";
import { users } from "@intellibox/contract/endpoints/users";
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { makeQueryClient } from "#lib/http/query-client.ts";
import { saveSession } from "#lib/session/session.ts";
import { fakeApi, refusal } from "#test/fake-api.ts";
import { sessionOf } from "#test/people.ts";
import { profileOf } from "#test/profile.ts";
import { DefaultSender } from "./default-sender.tsx";

const id = "01890000-0000-7000-8000-000000000b01";
const other = "01890000-0000-7000-8000-000000000b02";

async function show(defaultMailboxId: string | null, { email = "sales@acme.test", maySendAs = true } = {}) {
  const session = sessionOf("NORMAL_USER");
  saveSession(session);
  const api = fakeApi();
  let profile = profileOf({ defaultMailboxId });
  api.on(users.profile, () => profile);
  api.on(users.updateProfile, ({ body }) => {
    profile = { ...profile, ...(body as object) };
    return profile;
  });
  const onFailure = vi.fn();
  const mailbox = { id, email: email || session.user.email, maySendAs } as ConnectedMailbox;
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <DefaultSender mailbox={mailbox} onFailure={onFailure} />
    </QueryClientProvider>,
  );
  return { api, onFailure, box: await screen.findByRole<HTMLInputElement>("switch", { name: /New mail starts/ }) };
}

test("a mailbox becomes the one that new mail starts from, and is it no more [SYN-14]", async () => {
  const { api, box } = await show(other);
  expect(box.checked).toBe(false);
  await userEvent.click(box);
  await waitFor(() => expect([box.checked, box.disabled]).toEqual([true, false]));
  await userEvent.click(box);
  await waitFor(() => expect(box.checked).toBe(false));
  const saved = api.callsOf(users.updateProfile).map(({ body }) => body);
  expect(saved).toEqual([{ defaultMailboxId: id }, { defaultMailboxId: null }]);
});

test("the mailbox with the user's own address is it if no other is chosen [SYN-14]", async () => {
  const { box } = await show(null, { email: "" });
  expect([box.checked, box.disabled]).toEqual([true, true]);
});

test("a mailbox that may not send cannot be chosen, and a refusal is told [SYN-14]", async () => {
  const { box } = await show(null, { maySendAs: false });
  expect(box.disabled).toBe(true);
  expect(screen.getByText("First prove under Connections that this address is yours.")).toBeDefined();
});

test("a refusal is told [SYN-14]", async () => {
  const { api, box, onFailure } = await show(null);
  api.on(users.updateProfile, () => refusal(503, { error: "Try again later.", code: "unavailable" }));
  await userEvent.click(box);
  await waitFor(() => expect(onFailure).toHaveBeenCalledWith("sales@acme.test: Try again later."));
  expect(box.checked).toBe(false);
});
