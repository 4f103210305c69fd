import { Agent, request } from "node:http";
import { expect, test } from "vitest";
import { testWorld } from "#test/test-world.ts";

const { app, person } = await testWorld();
const address = await app.listen({ port: 0, host: "127.0.0.1" });

const formType = "multipart/form-data; boundary=X";
const file = (bytes: number) =>
  `--X\r\nContent-Disposition: form-data; name="files"; filename="a.bin"\r\n\r\n${"a".repeat(bytes)}\r\n--X--\r\n`;

test.each([
  ["no boundary", "x", "multipart/form-data"],
  ["no form", "\u0000\u0001".repeat(500), formType],
  ["no end", '--X\r\nContent-Disposition: form-data; name="to"\r\n\r\na@b.test', formType],
  ["no end of a file", '--X\r\nContent-Disposition: form-data; name="files"; filename="a"\r\n\r\naaaa', formType],
])("a form with %s is refused as one that cannot be read", async (_what, payload, type) => {
  const { token } = await person("NORMAL_USER");
  const headers = { authorization: `Bearer ${token}`, "content-type": type };
  const response = await app.inject({ method: "POST", url: "/api/compose/send", headers, payload });
  expect({ status: response.statusCode, body: response.json() }).toEqual({
    status: 400,
    body: { error: "The form could not be read", code: "invalid" },
  });
});

test("a connection whose upload was stopped serves the next call", async () => {
  const { token } = await person("NORMAL_USER");
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = (method: string, path: string, body = "") =>
    new Promise<number | undefined>((resolve, reject) => {
      const headers = { authorization: `Bearer ${token}`, ...(body && { "content-type": formType }) };
      const asked = request(`${address}${path}`, { method, headers, agent, timeout: 30_000 }, (response) => {
        response.resume().once("end", () => resolve(response.statusCode));
      });
      asked.once("error", reject).once("timeout", () => asked.destroy(new Error("no answer")));
      asked.end(body);
    });
  expect(await ask("POST", "/api/compose/send", file(12 << 20))).toBe(413);
  expect(await ask("GET", "/api/auth/me")).toBe(200);
  agent.destroy();
});
