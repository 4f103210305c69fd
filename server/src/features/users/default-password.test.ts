import { api } from "@intellibox/contract/api";
import { expect, test } from "vitest";
import { testWorld } from "#test/test-world.ts";

const password = "welcome to our company";
const { person, call } = await testWorld({ environment: { INTELLIBOX_DEFAULT_PASSWORD: password } });

test("with a default password in the settings, a user created without one gets it and must change it [SES-31]", async () => {
  const ana = await person("ADMIN");
  const email = "first@example.test";
  const { body } = await call(ana, api.users.create, { body: { name: "Joe", email } });
  expect(body).toMatchObject({ mustChangePassword: true });
  expect(body.temporaryPassword).toBeUndefined();
  const { status, body: session } = await call(null, api.auth.login, { body: { email, password } });
  expect({ status, must: session.user.mustChangePassword }).toEqual({ status: 200, must: true });
});
