import { Agent, request } from "node:http";
import { text } from "node:stream/consumers";
import Fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { stopInOrder } from "./orderly-stop.ts";

const quick = { deadlineMs: 10_000, quietMs: 50 };

/** A server with a call that takes as long as the test wants. */
async function startServer(limits = quick) {
  const stop = new AbortController();
  const app = Fastify({ forceCloseConnections: false, return503OnClosing: false });
  stopInOrder(app, () => stop.abort(), limits);
  const gate = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  app.get("/slow", async () => {
    begun.resolve();
    await gate.promise;
    return "done";
  });
  app.get("/quick", async () => "done");
  const address = await app.listen({ port: 0, host: "127.0.0.1" });
  const agent = new Agent({ keepAlive: true });
  onTestFinished(async () => {
    gate.resolve();
    agent.destroy();
    await app.close();
  });
  const get = (path: string) =>
    new Promise<{ status: number | undefined; connection: string | undefined; body: string }>((resolve, reject) => {
      request(`${address}${path}`, { agent }, async (answer) => {
        const { statusCode: status, headers } = answer;
        resolve({ status, connection: headers.connection, body: await text(answer) });
      })
        .once("error", reject)
        .end();
    });
  return { app, get, finishSlowCall: gate.resolve, begun: begun.promise, stopping: stop.signal };
}

test("a stop answers the calls under way and refuses new connections", async () => {
  const { app, get, finishSlowCall, begun } = await startServer();
  const slow = get("/slow");
  await begun;
  const stopped = app.close();
  // The listener closes before the calls are waited for.
  await expect.poll(() => get("/quick").catch((error: { code: string }) => error.code)).toBe("ECONNREFUSED");
  finishSlowCall();
  expect(await slow).toEqual({ status: 200, connection: "close", body: "done" });
  await stopped;
});

test("a call that comes over an open connection while the server stops is answered", async () => {
  const { app, get, begun, finishSlowCall, stopping } = await startServer();
  // A second connection, which is idle when the stop begins.
  const slow = get("/slow");
  await begun;
  expect(await get("/quick")).toMatchObject({ status: 200, connection: "keep-alive" });
  const stopped = app.close();
  await expect.poll(() => stopping.aborted).toBe(true);
  expect(await get("/quick")).toEqual({ status: 200, connection: "close", body: "done" });
  finishSlowCall();
  expect(await slow).toMatchObject({ status: 200 });
  await stopped;
});

test("a call that does not end is cut at the deadline", async () => {
  const { app, get, begun } = await startServer({ deadlineMs: 100, quietMs: 50 });
  const slow = get("/slow").catch((error: { code: string }) => error.code);
  await begun;
  await app.close();
  expect(await slow).toBe("ECONNRESET");
});
