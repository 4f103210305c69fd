import { setTimeout as sleep } from "node:timers/promises";
import Fastify from "fastify";
import { expect, test, vi } from "vitest";
import { z } from "zod";
import { openEventHub } from "#db/events.ts";
import { job } from "#db/queue.ts";
import { mountRoutes } from "#http/mount.ts";
import { callerFinder } from "#features/auth/find-caller.ts";
import { testWorld } from "#test/test-world.ts";
import { startJobs } from "../../jobs.ts";
import { liveRoutes } from "./live.routes.ts";

const { app, world, person, scopeOf, url, peek } = await testWorld();
const address = await app.listen({ port: 0, host: "127.0.0.1" });

/** Reads a browser's event stream into a list. */
async function listen(token: string, server = address) {
  const ended = new AbortController();
  const response = await fetch(`${server}/api/events`, {
    headers: { authorization: `Bearer ${token}` },
    signal: ended.signal,
  });
  const received: string[] = [];
  let over = false;
  const reading = (async () => {
    for await (const chunk of response.body ?? []) received.push(Buffer.from(chunk).toString());
    over = true;
  })().catch(() => undefined);
  return {
    status: response.status,
    type: response.headers.get("content-type"),
    text: () => received.join(""),
    /** Whether the server has ended the stream. */
    isOver: () => over,
    close: () => {
      ended.abort();
      return reading;
    },
  };
}

async function until(condition: () => boolean | Promise<boolean>) {
  for (let tries = 0; tries < 200 && !(await condition()); tries++) await sleep(50);
}

test("HEAD answers and ends the connection", async () => {
  const { token } = await person("NORMAL_USER");
  const answer = await app.inject({
    method: "HEAD",
    url: "/api/events",
    headers: { authorization: `Bearer ${token}` },
  });
  expect([answer.statusCode, answer.headers["content-type"]]).toEqual([200, "text/event-stream; charset=utf-8"]);
});

test("a published event reaches the user's browsers when it commits, and no other user's [BYD-01]", async () => {
  const [ana, uma] = [await person("ADMIN"), await person("ADMIN")];
  const colleague = await person("NORMAL_USER", { tenantId: ana.tenantId });
  const [anas, umas, colleagues] = await Promise.all([listen(ana.token), listen(uma.token), listen(colleague.token)]);
  expect(anas).toMatchObject({ status: 200, type: "text/event-stream; charset=utf-8" });

  const scope = scopeOf(ana);
  await scope.tx((tx) =>
    scope.publish(tx, { tenantId: ana.tenantId, userId: ana.id }, { kind: "messages", data: { id: "m1" } }),
  );
  await scope.tx((tx) => scope.publish(tx, { tenantId: ana.tenantId }, { kind: "email-logs", data: { id: "l1" } }));
  const rolledBack = scope.tx(async (tx) => {
    await scope.publish(tx, { tenantId: ana.tenantId, userId: ana.id }, { kind: "messages", data: { id: "never" } });
    throw new Error("rolled back");
  });
  await expect(rolledBack).rejects.toThrow("rolled back");

  await until(() => anas.text().includes("l1") && colleagues.text().includes("l1"));
  expect(anas.text()).toContain('event: messages\ndata: {"id":"m1"}');
  expect(anas.text()).toContain('event: email-logs\ndata: {"id":"l1"}');
  expect(colleagues.text()).not.toContain("m1");
  expect(umas.text()).not.toMatch(/event:/);
  expect(anas.text()).not.toContain("never");
  await Promise.all([anas.close(), umas.close(), colleagues.close()]);
});

const requestCounts = { tell: () => undefined, onTold: () => undefined };

test("a caller who disconnects while the session is checked leaves no stream behind", async () => {
  const ana = await person("NORMAL_USER");
  const subscribe = vi.fn(() => () => undefined);
  const door = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const gatekeeper = {
    requestCounts,
    findCaller: async () => {
      asked.resolve();
      await door.promise;
      return ana;
    },
    recordActing: async () => undefined,
  };
  const slow = Fastify();
  const left = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  slow.addHook("onRequest", async (_request, reply) => void reply.raw.once("close", left.resolve));
  slow.addHook("preHandler", async () => void setImmediate(answered.resolve));
  mountRoutes(slow, world, gatekeeper, liveRoutes({ ...world, events: { subscribe } as never }));
  const slowAddress = await slow.listen({ port: 0, host: "127.0.0.1" });

  const end = new AbortController();
  const headers = { authorization: `Bearer ${ana.token}` };
  const request = fetch(`${slowAddress}/api/events`, { headers, signal: end.signal }).catch(() => undefined);
  await asked.promise;
  end.abort();
  await left.promise;
  door.resolve();
  await answered.promise;
  await request;
  expect(subscribe).not.toHaveBeenCalled();
  await slow.close();
});

test("a stop ends open streams, and says when to connect again", async () => {
  const ending = Fastify();
  const gatekeeper = { findCaller: callerFinder(world.db), recordActing: async () => undefined, requestCounts };
  const stop = new AbortController();
  mountRoutes(ending, world, gatekeeper, liveRoutes({ ...world, stopping: stop.signal }));
  const stream = await listen((await person("NORMAL_USER")).token, await ending.listen({ port: 0, host: "127.0.0.1" }));
  await until(() => stream.text().includes("connected"));
  stop.abort();
  await until(() => stream.isOver());
  expect(stream.isOver()).toBe(true);
  expect(stream.text()).toMatch(/retry: \d{3,4}\n\n$/);
  await ending.close();
});

test("an open stream ends when its user is signed out, deactivated or suspended", async () => {
  const quick = Fastify();
  const gatekeeper = { findCaller: callerFinder(world.db), recordActing: async () => undefined, requestCounts };
  mountRoutes(quick, world, gatekeeper, liveRoutes(world, 100));
  const quickAddress = await quick.listen({ port: 0, host: "127.0.0.1" });
  const shutOut = [
    "delete from sessions where user_id = $1",
    "update users set status = 'Inactive' where id = $1",
    "update tenants set status = 'Suspended' where id = (select tenant_id from users where id = $1)",
  ];
  for (const statement of shutOut) {
    const ana = await person("NORMAL_USER");
    const stream = await listen(ana.token, quickAddress);
    await until(() => stream.text().includes("still here"));
    expect(stream.isOver()).toBe(false);
    await peek(statement, [ana.id]);
    await until(() => stream.isOver());
    expect(stream.isOver(), statement).toBe(true);
  }
  await quick.close();
});

test("an event reaches the browsers of another process, also after the database was away", async () => {
  const ana = await person("ADMIN");
  const other = await openEventHub(url, world.log);
  const heard: string[] = [];
  other.subscribe({ tenantId: ana.tenantId, userId: ana.id }, ({ kind }) => heard.push(kind));
  await peek(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'intellibox events' and datname = current_database()",
  );
  const scope = scopeOf(ana);
  await until(async () => {
    await scope.tx((tx) => scope.publish(tx, { tenantId: ana.tenantId }, { kind: "settings", data: {} }));
    return heard.length > 0;
  });
  expect(heard[0]).toBe("settings");
  await other.close();
});

test("a job exists if and only if its transaction commits", async () => {
  const ana = await person("ADMIN");
  const scope = scopeOf(ana);
  const ran: string[] = [];
  const note = job("test-note", z.object({ text: z.string() }));
  await startJobs(world, [{ job: note, run: async (_world, data) => void ran.push((data as { text: string }).text) }]);

  await scope.tx((tx) => scope.enqueue(tx, note, { text: "kept" }));
  const lost = scope.tx(async (tx) => {
    await scope.enqueue(tx, note, { text: "lost" });
    throw new Error("rolled back");
  });
  await expect(lost).rejects.toThrow("rolled back");
  await scope.tx((tx) => scope.enqueue(tx, note, { text: "last" }));
  await until(() => ran.includes("last"));
  expect(ran.sort()).toEqual(["kept", "last"]);
});

test("a failed job is retried by its options", async () => {
  const ana = await person("ADMIN");
  const scope = scopeOf(ana);
  let tries = 0;
  const shaky = job("test-shaky", z.object({}), { retryLimit: 3, retryDelay: 1 });
  const run = async () => {
    tries++;
    if (tries < 2) throw new Error("not yet");
  };
  await startJobs(world, [{ job: shaky, run }]);
  await scope.tx((tx) => scope.enqueue(tx, shaky, {}));
  await until(() => tries >= 2);
  expect(tries).toBe(2);
});

test("the queue stores that a job failed, but not its error's content", async () => {
  const ana = await person("ADMIN");
  const scope = scopeOf(ana);
  const broken = job("test-broken", z.object({}), { retryLimit: 0 });
  const run = async () => {
    throw Object.assign(new Error("Failed query\nparams: s3cret"), { params: ["s3cret"] });
  };
  await startJobs(world, [{ job: broken, run }]);
  await scope.tx((tx) => scope.enqueue(tx, broken, {}));
  const outputs = () => peek<{ output: unknown }>("select output from pgboss.job where name = 'test-broken'");
  await until(async () => (await outputs())[0]?.output !== null);
  const kept = JSON.stringify(await outputs());
  expect(kept).toContain("test-broken failed");
  expect(kept).not.toContain("s3cret");
});
