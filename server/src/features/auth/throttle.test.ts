import { api } from "@intellibox/contract/api";
import { expect, onTestFinished, test, vi } from "vitest";
import { argon } from "#lib/passwords.ts";
import { testPassword, testWorld } from "#test/test-world.ts";

// Stands still until `advance`, so that the speed of the machine does not change the answers.
let clock = Date.now();
const advance = (milliseconds: number) => {
  clock += milliseconds;
};
const { app, person, call } = await testWorld({ outside: { now: () => new Date(clock) } });

const minute = 60_000;
const cookieOf = (headers: Record<string, unknown>) => String(headers["set-cookie"]);
const login = (email: string, password = testPassword) => call(null, api.auth.login, { body: { email, password } });

test("repeated failures delay an account, whether it exists or not, until the delay is over [SES-22]", async () => {
  const ana = await person("ADMIN");
  for (const email of [ana.email, "stranger@example.test"]) {
    const answers: number[] = [];
    for (let attempt = 0; attempt < 6; attempt++) answers.push((await login(email, "not the right phrase")).status);
    expect(answers).toEqual([401, 401, 401, 401, 401, 429]);
  }
  const slowed = await login(ana.email);
  expect(slowed.status).toBe(429);
  expect(slowed.body.error).toMatch(/^Too many attempts\. Try again in \d+ seconds?\.$/);
  expect(Number(slowed.headers["retry-after"])).toBeGreaterThan(0);
  advance(20_000);
  expect((await login(ana.email)).status).toBe(200);
});

test("repeated failures delay an IP address, whichever accounts it tries [SES-23]", async () => {
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 30; attempt++)
    statuses.push((await login(`guess-${attempt}@example.test`, "not the right phrase")).status);
  expect(statuses.at(-1)).toBe(429);
  advance(60 * minute + 1000);
  expect((await login((await person("ADMIN")).email)).status).toBe(200);
});

test("parallel guesses get no further than sequential ones", async () => {
  const { email } = await person("NORMAL_USER");
  const guesses = Array.from({ length: 12 }, (_, n) => login(email, `guess number ${n}`));
  const statuses = (await Promise.all(guesses)).map(({ status }) => status).sort();
  expect(statuses).toEqual([...Array(5).fill(401), ...Array(7).fill(429)]);
  expect((await login(email)).status).toBe(429);
  advance(60 * minute + 1000);
});

test("failures of strangers do not delay a browser that has signed in before [SES-22]", async () => {
  const ana = await person("ADMIN");
  const device = cookieOf((await login(ana.email)).headers);
  expect(device).toMatch(/^device_\w+=[\w.-]+; Path=\/api\/auth; Max-Age=15552000; HttpOnly; SameSite=Strict$/);
  const from = (cookie: string, password = testPassword) =>
    call(null, api.auth.login, { body: { email: ana.email, password } }, { cookie });
  for (let attempt = 0; attempt < 25; attempt++) await login(ana.email, "not the right phrase");
  expect((await login(ana.email)).status).toBe(429);
  expect((await from(device)).status).toBe(200);
  // Its own failures are counted separately. A cookie of another account, or a forged one, makes no known device.
  const other = cookieOf((await from(device)).headers);
  const wrong: number[] = [];
  for (let attempt = 0; attempt < 6; attempt++) wrong.push((await from(device, "not the right phrase")).status);
  expect(wrong).toEqual([401, 401, 401, 401, 401, 429]);
  expect((await from(other)).status).toBe(200);
  advance(60 * minute + 1000);
  const joe = await person("ADMIN");
  const joes =
    cookieOf((await login(joe.email)).headers)
      .split(";")[0]
      ?.split("=")[1] ?? "";
  for (let attempt = 0; attempt < 6; attempt++) await login(ana.email, "not the right phrase");
  const [name = "", value = ""] = device.split(";")[0]?.split("=") ?? [];
  for (const forged of [joes, `${value}x`, value.replace(/^./, (letter) => (letter === "a" ? "b" : "a")), "."])
    expect((await from(`${name}=${forged}`)).status, forged).toBe(429);
  advance(60 * minute + 1000);
});

test("failures of strangers delay an unknown browser by a minute at most", async () => {
  const { email } = await person("NORMAL_USER");
  for (let attempt = 0; attempt < 14; attempt++) {
    await login(email, "not the right phrase");
    advance(61_000);
  }
  expect((await login(email, "not the right phrase")).status).toBe(401);
  expect(await login(email)).toMatchObject({ status: 429, headers: { "retry-after": "60" } });
  advance(60_000);
  expect((await login(email)).status).toBe(200);
  advance(60 * minute + 1000);
});

test("failures are counted by the /64 of an IPv6 address [SES-23]", async () => {
  const from = (n: number) =>
    app.inject({
      method: "POST",
      url: "/api/auth/login",
      remoteAddress: `2001:db8:1:2::${n.toString(16)}`,
      payload: { email: `six-${n}@example.test`, password: "not the right phrase" },
    });
  const statuses: number[] = [];
  for (let n = 1; n <= 21; n++) statuses.push((await from(n)).statusCode);
  expect(statuses).toEqual([...Array(20).fill(401), 429]);
});

test("a delayed attempt is refused before its password is hashed", async () => {
  const { email } = await person("NORMAL_USER");
  for (let attempt = 0; attempt < 5; attempt++) await login(email, "not the right phrase");
  const hash = vi.spyOn(argon, "hash");
  onTestFinished(() => hash.mockRestore());
  expect((await login(email)).status).toBe(429);
  expect(hash).not.toHaveBeenCalled();
  advance(60 * minute + 1000);
});
