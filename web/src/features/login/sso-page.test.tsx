import { secondStep } from "@intellibox/contract/endpoints/factors";
import { sso } from "@intellibox/contract/endpoints/sso";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { MemoryRouter } from "#lib/router/router.tsx";
import { currentSession } from "#lib/session/session.ts";
import { fakeApi, refusal } from "#test/fake-api.ts";
import { sessionOf } from "#test/people.ts";
import { SsoPage } from "./sso-page.tsx";

function arrive(code: string) {
  const api = fakeApi();
  api.on(sso.finish, () =>
    refusal(401, {
      error: "One more step: confirm the sign-in with your second factor",
      code: "second_step_required",
      secondStep: { challenge: "step", code: true, passkey: false, recoveryCode: true },
    }),
  );
  render(
    <MemoryRouter initialEntries={[`/sso#code=${code}`]}>
      <SsoPage />
    </MemoryRouter>,
  );
  return api;
}
const answer = async () => {
  await userEvent.type(await screen.findByLabelText("Code"), "123456");
  await userEvent.click(screen.getByRole("button", { name: /^Sign in/ }));
};

test("a person who comes from Google is asked for the second factor [SSO-14] [FAC-03]", async () => {
  const api = arrive("one");
  const session = sessionOf("NORMAL_USER");
  api.on(secondStep.finish, () => ({ ...session, user: { ...session.user, createdAt: "2026-01-01T00:00:00.000Z" } }));
  await answer();
  await waitFor(() => expect(currentSession()?.token).toBe(session.token));
  expect(api.callsOf(secondStep.finish)[0]?.body).toEqual({ challenge: "step", code: "123456" });
});

test("a second step that took too long says so, and offers the other ways again [FAC-03]", async () => {
  const api = arrive("two");
  const why = "The sign-in took too long, or your password was changed. Start again.";
  api.on(secondStep.finish, () => refusal(401, { error: why, code: "unauthenticated" }));
  await answer();
  expect(await screen.findByText(why)).toBeTruthy();
  expect(screen.getByRole("link", { name: "Sign in with a password" })).toBeTruthy();
});
