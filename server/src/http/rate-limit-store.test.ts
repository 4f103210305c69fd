import { api } from "@intellibox/contract/api";
import { expect, test } from "vitest";
import { openWorld } from "#scope.ts";
import { until } from "#test/outbox-world.ts";
import { testWorld } from "#test/test-world.ts";
import { buildApp } from "../app.ts";
import { minuteMs, type RequestCounts, sharedRateLimits } from "./rate-limit-store.ts";

const { world, app, person } = await testWorld();

test("two processes count the calls of a user together", async () => {
  const other = openWorld({ ...world });
  const second = await buildApp(other);
  try {
    const ana = await person("NORMAL_USER");
    const ben = await person("NORMAL_USER");
    const { method, path, perMinute } = api.dataTasks.exportOwn;
    const ask = async (where: typeof app, who: { token: string }) =>
      (await where.inject({ method, url: `/api${path}`, headers: { authorization: `Bearer ${who.token}` } }))
        .statusCode;
    let told = 0;
    world.events.onUse((payload) => {
      for (const [kind, , count] of JSON.parse(payload).told) if (kind === "requests") told += count;
    });
    const limit = Number(perMinute);
    for (let at = 0; at < limit; at++) expect(await ask(app, ana)).not.toBe(429);
    await until(() => told >= limit);
    expect(await ask(second, ana)).toBe(429);
    expect(await ask(second, ben)).not.toBe(429);
    expect(await ask(app, ana)).toBe(429);
  } finally {
    other.beginStop();
    await second.close();
  }
});

test("few calls are not told, what is told is told once, and a minute ends", () => {
  let now = 1_000_000;
  const said: number[] = [];
  let hear: (name: string, count: number) => void = () => undefined;
  const use: RequestCounts = {
    tell: (_kind, name, count) => {
      said.push(count);
      names.add(name);
    },
    onTold: (_kind, listener) => {
      hear = listener;
    },
  };
  const names = new Set<string>();
  const store = new (sharedRateLimits({ use, now: () => now }))({}).child({
    routeInfo: { method: "GET", url: "/x" },
  } as never);
  const count = (key: string) => {
    let found = { current: 0, ttl: 0 };
    store.incr(
      key,
      (_error, result) => {
        found = result ?? found;
      },
      minuteMs,
      30,
    );
    return found;
  };
  for (let at = 0; at < 3; at++) count("ana");
  expect(said).toEqual([]);
  count("ana");
  count("ana");
  expect(said).toEqual([4, 1]);
  const [name = ""] = names;
  expect(name).toMatch(/^[\w-]{22}$/);
  hear(name, 40);
  expect(count("ana").current).toBe(46);
  expect(count("joe").current).toBe(1);
  // The others know that the limit is reached.
  for (let at = 0; at < 50; at++) count("ana");
  expect(said).toEqual([4, 1]);
  now += minuteMs;
  expect(count("ana")).toEqual({ current: 1, ttl: minuteMs });
  hear("a name that nobody used here", 5);
});
