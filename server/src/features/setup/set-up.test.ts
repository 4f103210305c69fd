import { api } from "@intellibox/contract/api";
import { expect, test } from "vitest";
import { createSealer } from "#lib/seal.ts";
import { testWorld } from "#test/test-world.ts";
import { newSetupToken } from "./setup-link.ts";

const form = { name: "Asha Verma", email: "Asha@Example.com", password: "a phrase for the owner" };
const { world, call, peek, advance } = await testWorld();
const token = () => newSetupToken(world.sealer, world.outside.now());
const setUp = (body: object) => call(null, api.setup.setUp, { body });

test("a forged or expired link creates no owner", async () => {
  const foreign = createSealer(() => [Buffer.alloc(32, 9)]);
  for (const wrong of ["x", "1.2", newSetupToken(foreign, new Date()), `9${token()}`]) {
    expect(await setUp({ ...form, token: wrong })).toMatchObject({ status: 403, body: { code: "forbidden" } });
  }
  const old = token();
  advance(24 * 3_600_000);
  expect(await setUp({ ...form, token: old })).toMatchObject({
    status: 403,
    body: { error: "This set-up link has expired. Restart Intellibox for a new one." },
  });
  expect(await peek("select from users")).toEqual([]);
});

test("the fields of the first owner are validated", async () => {
  for (const [wrong, error] of [
    [{ name: " " }, "Name is required"],
    [{ email: "nobody" }, "Enter a valid email address"],
    [{ password: "short" }, "Password must have at least 12 characters"],
    [{ password: "aaaaaaaaaaaaaa" }, "That password is too easy to guess. Choose another one."],
    [{ roleCode: "ADMIN" }, "Unknown field: roleCode"],
  ] as const)
    expect(await setUp({ ...form, ...wrong, token: token() })).toMatchObject({ status: 400, body: { error } });
});

test("of several simultaneous uses of the link one creates the owner, and then the link no longer works [RUN-22]", async () => {
  const link = token();
  const answers = await Promise.all(
    ["one", "two", "three"].map((name) => setUp({ ...form, email: `${name}@example.com`, token: link })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect(answers.find(({ status }) => status === 200)?.body).toMatchObject({
    token: expect.any(String),
    user: { name: "Asha Verma", roleCode: "SUPER_ADMIN", tenantIsOwner: true, mustChangePassword: false },
    tenant: { code: "OWNER", isOwner: true },
  });
  expect(await setUp({ ...form, token: token() })).toMatchObject({
    status: 409,
    body: { error: "This installation is set up already. Sign in instead." },
  });
  expect(await peek("select role_code from users")).toEqual([{ role_code: "SUPER_ADMIN" }]);
});
