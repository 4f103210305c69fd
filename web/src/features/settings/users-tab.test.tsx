import { users } from "@intellibox/contract/endpoints/users";
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { makeQueryClient } from "#lib/http/query-client.ts";
import { MemoryRouter } from "#lib/router/router.tsx";
import { saveSession } from "#lib/session/session.ts";
import { fakeApi } from "#test/fake-api.ts";
import { sessionOf } from "#test/people.ts";
import { UsersTab } from "./users-tab.tsx";

test("users are requested by name, ten to a page, and shown in the order of the response [SET-02]", async () => {
  const { user: someone } = sessionOf("NORMAL_USER");
  const names = ["Ana", "bob", "Chitra"];
  const api = fakeApi();
  const found = names.map((name, at) => ({
    ...someone,
    _id: `01890000-0000-7000-8000-${String(100 + at).padStart(12, "0")}`,
    name,
    createdAt: "2026-11-14T00:00:00Z",
    hasSignedIn: true,
  }));
  api.on(users.list, () => ({ items: found, total: 3 }) as never);
  saveSession(sessionOf("ADMIN"));
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <MemoryRouter initialEntries={["/settings"]}>
        <UsersTab />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await screen.findByText("Showing 3 of 3");
  expect(api.callsOf(users.list)[0]?.query).toEqual({ page: "1", limit: "10", sort: "name" });
  const rows = screen.getAllByRole("row").slice(1);
  expect(rows.map((row) => names.find((name) => row.textContent?.includes(name)))).toEqual(names);

  // On a phone all but Edit is in a menu.
  await userEvent.click(screen.getByRole("button", { name: "More for Ana" }));
  const entries = await screen.findAllByRole("menuitem");
  expect(entries.map(({ textContent }) => textContent)).toEqual([
    "Reset password of Ana",
    "Export data of Ana",
    "Erase data of Ana",
    "Delete Ana",
  ]);
  await userEvent.click(screen.getByRole("menuitem", { name: "Delete Ana" }));
  expect(await screen.findByText(/is signed out everywhere and can no longer sign in/)).toBeTruthy();
});
