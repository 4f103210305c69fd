import { setup } from "@intellibox/contract/endpoints/setup";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { MemoryRouter } from "#lib/router/router.tsx";
import { clearSession, currentSession } from "#lib/session/session.ts";
import { fakeApi, refusal } from "#test/fake-api.ts";
import { sessionOf } from "#test/people.ts";
import { SetupPage } from "./setup-page.tsx";

const show = (address: string) =>
  render(
    <MemoryRouter initialEntries={[address]}>
      <SetupPage />
    </MemoryRouter>,
  );
const type = (label: string, text: string) => userEvent.type(screen.getByLabelText(label), text);
const submit = () => userEvent.click(screen.getByRole("button", { name: /^Create owner account/ }));

test("the form creates the first owner with the link's token and signs in", async () => {
  clearSession();
  const api = fakeApi();
  let isUsed = true;
  const session = sessionOf("SUPER_ADMIN");
  api.on(setup.setUp, () =>
    isUsed
      ? refusal(409, { error: "This installation is set up already. Sign in instead.", code: "conflict" })
      : { ...session, user: { ...session.user, createdAt: "2026-01-01T00:00:00.000Z" } },
  );
  show("/setup#123.abc");
  await type("Name", "Asha");
  await type("Email", "asha@example.com");
  await type("Password", "a phrase for the owner");
  await type("Confirm password", "another phrase");
  await submit();
  expect(await screen.findByText("Passwords do not match")).toBeTruthy();
  expect(api.callsOf(setup.setUp)).toHaveLength(0);

  await userEvent.clear(screen.getByLabelText("Confirm password"));
  await type("Confirm password", "a phrase for the owner");
  await submit();
  expect(await screen.findByText(/set up already/)).toBeTruthy();
  isUsed = false;
  await submit();
  await waitFor(() => expect(currentSession()?.user.roleCode).toBe("SUPER_ADMIN"));
  expect(api.callsOf(setup.setUp)[1]?.body).toEqual({
    name: "Asha",
    email: "asha@example.com",
    password: "a phrase for the owner",
    token: "123.abc",
  });
});

test("a link without a token says what is missing and shows no form", () => {
  show("/setup");
  expect(screen.getByText(/not complete/)).toBeTruthy();
  expect(screen.queryByRole("button")).toBeNull();
});
