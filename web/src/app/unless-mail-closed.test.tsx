import { account } from "@intellibox/contract/endpoints/account";
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { makeQueryClient } from "#lib/http/query-client.ts";
import { MemoryRouter } from "#lib/router/router.tsx";
import { saveSession } from "#lib/session/session.ts";
import { fakeApi } from "#test/fake-api.ts";
import { sessionOf } from "#test/people.ts";
import { UnlessMailClosed } from "./unless-mail-closed.tsx";

function show(path: string, mailClosed: boolean) {
  fakeApi().on(account.notices, () => ({ items: [], linkByMail: true }));
  saveSession(sessionOf("NORMAL_USER", { mailClosed }));
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <MemoryRouter initialEntries={[path]}>
        <UnlessMailClosed>
          <p>The page</p>
        </UnlessMailClosed>
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

test.each(["/inbox", "/outbox", "/sent"])("closed mail is explained instead of the page %s", async (path) => {
  show(path, true);
  expect(await screen.findByRole("heading", { name: "Your mail is closed" })).toBeTruthy();
  expect(screen.queryByText("The page")).toBeNull();
});

test.each([
  ["/profile", true],
  ["/inbox", false],
])("%s is shown if it has no mail or the mail is open (closed: %s)", (path, mailClosed) => {
  show(path, mailClosed);
  expect(screen.getByText("The page")).toBeTruthy();
});
