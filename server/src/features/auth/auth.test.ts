import { api } from "@intellibox/contract/api";
import { expect, test } from "vitest";
import { testPassword, testWorld } from "#test/test-world.ts";

const { person, call } = await testWorld();

const login = (email: string, password = testPassword) => call(null, api.auth.login, { body: { email, password } });

test("signing in answers tokens, user and tenant [API-05] [LGN-08]", async () => {
  const ana = await person("ADMIN");
  const { status, body } = await login(ana.email.toUpperCase());
  expect(status).toBe(200);
  expect(body).toMatchObject({
    user: { _id: ana.id, email: ana.email, roleCode: "ADMIN" },
    tenant: { _id: ana.tenantId },
  });
  expect(body.token).toMatch(/^[\w-]{43}$/);
  expect(JSON.stringify(body)).not.toMatch(/hash|argon/i);
});

test("an unknown address and a wrong password get the same answer [SES-20]", async () => {
  const ana = await person("ADMIN");
  const wrong = await login(ana.email, "not the right phrase");
  const unknown = await login("nobody@example.test", "not the right phrase");
  expect(wrong.status).toBe(401);
  expect(unknown).toMatchObject({ status: wrong.status, body: wrong.body });
});
