import type { MailMessage } from "@intellibox/contract/endpoints/inbox";
import { maxReadAddresses } from "@intellibox/contract/rules/recipients";
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { makeQueryClient } from "#lib/http/query-client.ts";
import { MemoryRouter } from "#lib/router/router.tsx";
import { saveSession } from "#lib/session/session.ts";
import { sessionOf } from "#test/people.ts";
import { MessageHead } from "./message-head.tsx";

beforeEach(() => saveSession(sessionOf("NORMAL_USER")));

const people = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ name: "", address: `p${at}@far.example` }));

function show(to: number, cc = 0) {
  const message = {
    ...{ id: "01890000-0000-7000-8000-000000000a01", from: "boss@far.example", fromName: "Boss", date: new Date(0) },
    ...{ to: people(to), cc: people(cc), bcc: [], replyTo: [], account: "user@acme.test", boxId: "b" },
  } as unknown as MailMessage;
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <MemoryRouter>
        <MessageHead message={message} mailboxes={new Map()} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

test("a mail to more people than are read says so, in its line and in its details [INB-40]", async () => {
  show(maxReadAddresses, 1);
  await userEvent.click(screen.getByRole("button", { name: /^to p0@far\.example and more than 2,000 others/ }));
  expect(screen.getAllByText("Only the first 2,000 are shown. Download the message to see all.")).toHaveLength(1);
});

test("a mail to fewer people counts them", async () => {
  show(maxReadAddresses - 1, 2);
  await userEvent.click(screen.getByRole("button", { name: /^to p0@far\.example and 2,?000 more/ }));
  expect(screen.queryByText(/Only the first/)).toBeNull();
});
