import Fastify from "fastify";
import { afterAll, expect, test } from "vitest";
import { openBodyBudget } from "./body-budget.ts";
import { handleError } from "./error-handler.ts";

const kilobyte = 1024;
const apps: { close(): unknown }[] = [];
afterAll(() => Promise.all(apps.map((app) => app.close())));

/** A server that answers its calls when the test releases them. */
async function office() {
  const waiting: (() => void)[] = [];
  const app = Fastify();
  apps.push(app);
  app.setErrorHandler(handleError);
  const budget = openBodyBudget({ perCaller: 300 * kilobyte, inAll: 500 * kilobyte, small: 10 * kilobyte });
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  app.decorateRequest("caller", undefined);
  app.addHook("onRequest", async (request) => {
    request.caller = { id: String(request.headers["x-who"]) } as NonNullable<typeof request.caller>;
  });
  app.post("/", { onRequest: budget(400 * kilobyte) }, async () => {
    await new Promise<void>((done) => waiting.push(done));
    return "done";
  });
  const url = await app.listen({ port: 0, host: "127.0.0.1" });
  const send = (who: string, kilobytes: number) =>
    fetch(url, { method: "POST", headers: { "x-who": who }, body: Buffer.alloc(kilobytes * kilobyte) });
  const held = async (count: number) => {
    while (waiting.length < count) await new Promise((done) => setTimeout(done, 5));
  };
  const letGo = () => {
    for (const done of waiting.splice(0)) done();
  };
  return { send, held, letGo };
}

test("the bodies of one caller are limited: more is refused before it is read, and accepted later", async () => {
  const { send, held, letGo } = await office();
  const under = [send("ana", 150), send("ana", 150)];
  await held(2);
  const refused = await send("ana", 100);
  expect(refused.status).toBe(429);
  expect(refused.headers.get("retry-after")).toBe("5");
  expect(((await refused.json()) as { error: string }).error).toContain("several large mails or files at once");
  // Small bodies are not counted, and other callers are not affected.
  under.push(send("ana", 5), send("uma", 150));
  await held(4);
  letGo();
  for (const answer of await Promise.all(under)) expect(await answer.text()).toBe("done");
  const again = send("ana", 250);
  await held(1);
  letGo();
  expect((await again).status).toBe(200);
});

test("the bodies of all callers together are limited too", async () => {
  const { send, held, letGo } = await office();
  const under = ["ana", "uma"].map((who) => send(who, 240));
  await held(2);
  expect((await send("joe", 100)).status).toBe(503);
  letGo();
  await Promise.all(under);
});
