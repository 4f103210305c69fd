import { plans } from "@intellibox/contract/endpoints/plans";
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { makeQueryClient } from "#lib/http/query-client.ts";
import { MemoryRouter } from "#lib/router/router.tsx";
import { saveSession } from "#lib/session/session.ts";
import { Toaster } from "#components/ui/toaster.tsx";
import { fakeApi, refusal } from "#test/fake-api.ts";
import { sessionOf } from "#test/people.ts";
import { PlansPage } from "./plans-page.tsx";

const planOf = (code: string, at: number) => ({
  _id: `01890000-0000-7000-8000-${String(at).padStart(12, "0")}`,
  code,
  // The names sort in the opposite order of the codes, so that sorting by name fails the test.
  name: `Plan ${String.fromCharCode(90 - code.charCodeAt(1) + 65)}`,
  monthlyPriceINR: at,
  emailQuota: 500,
  maxUsers: 10,
  monthlyTokens: null,
  features: [],
  status: "Active" as const,
  createdAt: "2026-11-14T00:00:00Z",
});

function show() {
  saveSession(sessionOf("SUPER_ADMIN"));
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <MemoryRouter initialEntries={["/plans"]}>
        <PlansPage />
      </MemoryRouter>
      <Toaster />
    </QueryClientProvider>,
  );
}

test("plans are sorted by code and shown ten to a page, in whatever order the server returns them [PLN-02]", async () => {
  const codes = [..."GCKAIEBLDHFJ"].map((letter) => `P${letter}`);
  fakeApi().on(plans.list, () => codes.map(planOf));
  show();
  await screen.findByText("Showing 10 of 12");
  const shown = () =>
    screen.getAllByRole("row").flatMap((row) => {
      const [first] = within(row).queryAllByRole("cell");
      return first?.textContent?.slice(0, 2) ?? [];
    });
  const sorted = codes.toSorted();
  expect(shown()).toEqual(sorted.slice(0, 10));
  await userEvent.click(screen.getByRole("button", { name: "Next" }));
  expect(shown()).toEqual(sorted.slice(10));
});

test("a refusal of the server is shown in the form and not in a toast", async () => {
  const message = "This code is taken";
  const api = fakeApi();
  api.on(plans.list, () => [planOf("PA", 1)]);
  api.on(plans.update, () => refusal(409, { error: message, code: "conflict", fields: { name: message } }));
  show();
  await userEvent.click(await screen.findByRole("button", { name: "Edit Plan Z" }));
  await userEvent.click(await screen.findByRole("button", { name: /^Save/ }));
  await screen.findAllByText(message);
  expect(screen.getAllByText(message)).toHaveLength(2);
  const toasts = [...document.querySelectorAll("[data-toast]")].map((toast) => toast.textContent);
  expect(toasts.filter((text) => text?.includes(message))).toEqual([]);
});
