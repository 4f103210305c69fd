import { auth } from "@intellibox/contract/endpoints/auth";
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { makeQueryClient } from "#lib/http/query-client.ts";
import { MemoryRouter } from "#lib/router/router.tsx";
import { currentSession } from "#lib/session/session.ts";
import { typedPassword } from "#lib/typed-password.ts";
import { signIn, signOut } from "#api/sign-in.ts";
import { fakeApi, refusal } from "#test/fake-api.ts";
import { sessionOf } from "#test/people.ts";
import { FirstPasswordPage } from "./first-password-page.tsx";

const sessionResponse = (mustChangePassword: boolean) => {
  const session = sessionOf("NORMAL_USER", { mustChangePassword });
  return { ...session, user: { ...session.user, createdAt: "2026-01-01T00:00:00.000Z" } };
};
const own = "a phrase only I know";

async function arrive() {
  const api = fakeApi();
  api.on(auth.login, () => sessionResponse(true));
  api.on(auth.me, () => sessionResponse(false));
  await signIn({ email: "priya@acme.test", password: "temporary-1" });
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <MemoryRouter>
        <FirstPasswordPage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return api;
}
const choose = async () => {
  await userEvent.type(screen.getByLabelText("New password"), own);
  await userEvent.type(screen.getByLabelText("Confirm new password"), own);
  await userEvent.click(screen.getByRole("button", { name: /^Change password/ }));
};

test("after sign-in with a temporary password the form does not ask for it again [SES-33]", async () => {
  const api = await arrive();
  api.on(auth.changePassword, () => ({ ok: true as const }));
  expect(screen.queryByLabelText("Current password")).toBeNull();
  await choose();
  await waitFor(() => expect(currentSession()?.user.mustChangePassword).toBe(false));
  expect(api.callsOf(auth.changePassword)[0]?.body).toEqual({ currentPassword: "temporary-1", newPassword: own });
  expect(typedPassword()).toBeNull();
});

test("if the temporary password was changed meanwhile, the form asks for it", async () => {
  const api = await arrive();
  const message = "Current password is incorrect";
  api.on(auth.changePassword, () =>
    refusal(400, { error: message, code: "invalid", fields: { currentPassword: message } }),
  );
  await choose();
  expect(((await screen.findByLabelText("Current password")) as HTMLInputElement).value).toBe("");
  expect(typedPassword()).toBeNull();
});

test("the typed password is forgotten at sign-out", async () => {
  fakeApi().on(auth.login, () => sessionResponse(true));
  await signIn({ email: "priya@acme.test", password: "temporary-1" });
  expect(typedPassword()).toBe("temporary-1");
  signOut();
  expect(typedPassword()).toBeNull();
});
