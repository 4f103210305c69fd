import { mailboxes } from "@intellibox/contract/endpoints/mailboxes";
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { makeQueryClient } from "#lib/http/query-client.ts";
import { MemoryRouter } from "#lib/router/router.tsx";
import { fakeApi, refusal } from "#test/fake-api.ts";
import { MailboxForm } from "./mailbox-form.tsx";

type Props = Parameters<typeof MailboxForm>[0];
const show = (props: Props) =>
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <MemoryRouter>
        <MailboxForm {...props} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
const press = (name: RegExp) => userEvent.click(screen.getByRole("button", { name }));
const saved = {
  host: "mail.example.com",
  port: 993,
  secure: true,
  username: "priya@example.com",
  allowPlain: false,
  trustedFingerprint: "",
  passwordSaved: true,
  folder: "INBOX",
};

test.each(["imap", "pop3"] as const)("an empty %s form names all missing fields at once", async (protocol) => {
  const api = fakeApi();
  show({ protocol, saved: undefined });
  await press(new RegExp(`^Connect ${protocol}`, "i"));
  for (const words of ["Host is required", "Username is required", "Password is required"])
    expect(await screen.findByText(words)).toBeTruthy();
  expect(api.calls).toEqual([]);
});

test("a blank password means the saved one, and each protocol sends its own fields", async () => {
  const api = fakeApi();
  const refuse = () => refusal(502, { error: "Could not connect", code: "outside_failed" });
  api.on(mailboxes.connectImap, refuse);
  api.on(mailboxes.connectPop3, refuse);
  show({ protocol: "imap", saved });
  await press(/^Connect IMAP/);
  const { passwordSaved: _, ...sent } = saved;
  await waitFor(() => expect(api.callsOf(mailboxes.connectImap)[0]?.body).toEqual({ ...sent, password: "" }));

  show({ protocol: "pop3", saved: undefined });
  const [, pop3] = screen.getAllByRole("form");
  const type = async (label: string, text: string) => {
    const field = screen.getAllByLabelText(label).find((one) => pop3?.contains(one));
    if (field) await userEvent.type(field, text);
  };
  await type("Username", "priya@example.com");
  await type("Password", "secret");
  await type("Host", "pop.example.com");
  await press(/^Connect POP3/);
  await waitFor(() =>
    expect(api.callsOf(mailboxes.connectPop3)[0]?.body).toEqual({
      host: "pop.example.com",
      port: 110,
      secure: false,
      username: "priya@example.com",
      password: "secret",
      allowPlain: false,
      trustedFingerprint: "",
      leaveOnServer: true,
    }),
  );
});
