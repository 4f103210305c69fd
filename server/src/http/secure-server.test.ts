import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type ClientHttp2Session, type ClientHttp2Stream, connect } from "node:http2";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, expect, test } from "vitest";
import { loadConfig } from "#lib/config.ts";
import { publicUrlOf } from "#lib/public-url.ts";
import { greeting } from "#features/demo/greeting.ts";
import { makeCertificate } from "#test/certificate.ts";
import { testWorld } from "#test/test-world.ts";

const folder = mkdtempSync(join(tmpdir(), "intellibox-tls-"));
const { key, cert } = makeCertificate();
const paths = { TLS_CERT: join(folder, "cert.pem"), TLS_KEY: join(folder, "key.pem") };
writeFileSync(paths.TLS_CERT, cert);
writeFileSync(paths.TLS_KEY, key);
const { app, person } = await testWorld({ environment: paths });
const { port } = new URL(await app.listen({ port: 0, host: "127.0.0.1" }));
const address = `https://127.0.0.1:${port}`;
afterAll(() => rmSync(folder, { recursive: true }));

const statusOf = (stream: ClientHttp2Stream) =>
  new Promise<number>((resolve, reject) => {
    stream.once("response", (headers) => resolve(Number(headers[":status"]))).once("error", reject);
  });

async function get(session: ClientHttp2Session, path: string) {
  const stream = session.request({ ":path": path });
  const status = statusOf(stream);
  return { body: await text(stream), status: await status };
}

/** Over HTTP/1.1, for clients that support nothing else. */
const getByHttp1 = (path: string) =>
  new Promise<{ version: string; body: string }>((resolve, reject) => {
    request(`${address}${path}`, { ca: cert }, async (answer) =>
      resolve({ version: answer.httpVersion, body: await text(answer) }),
    )
      .once("error", reject)
      .end();
  });

test("with a certificate the server offers HTTP/2, and HTTP/1.1 for older clients", async () => {
  const session = connect(address, { ca: cert });
  const health = await get(session, "/api/health");
  expect(session.alpnProtocol).toBe("h2");
  expect(health).toEqual({ status: 200, body: '{"status":"ok"}' });
  expect(await getByHttp1("/api/health")).toEqual({ version: "1.1", body: '{"status":"ok"}' });

  // More live streams than a browser opens HTTP/1.1 connections, and calls are still answered over the one connection.
  const ana = await person("NORMAL_USER");
  const streams = Array.from({ length: 10 }, () =>
    session.request({ ":path": "/api/events", authorization: `Bearer ${ana.token}` }),
  );
  expect(await Promise.all(streams.map(statusOf))).toEqual(streams.map(() => 200));
  expect(await get(session, "/api/health")).toMatchObject({ status: 200 });

  // Open streams do not keep the program from ending.
  for (const stream of streams) stream.on("error", () => undefined).resume();
  session.on("error", () => undefined);
  const ended = Promise.all(streams.map((stream) => new Promise((done) => stream.once("close", done))));
  await app.close();
  await ended;
});

test("a certificate is a sign of real use, so that the demo is not loaded unless it is requested [RUN-21]", () => {
  expect(loadConfig(paths)).toMatchObject({ demo: false, allowPrivateHosts: false });
  expect(loadConfig({ ...paths, INTELLIBOX_DEMO: "1" })).toMatchObject({ demo: true, isDemoExposed: true });
});

test("printed and mailed addresses begin with https", () => {
  const config = loadConfig({ ...paths, PORT: "3443" });
  expect(publicUrlOf(config)).toBe("https://localhost:3443");
  expect(greeting(config, { port: 3443 })).toContain("running at https://localhost:3443");
});

test("files that are no certificate and key stop the start with a message [RUN-15]", () => {
  const bad = (settings: Record<string, string>) => () => loadConfig(settings);
  expect(bad({ TLS_CERT: paths.TLS_CERT })).toThrow("TLS_CERT and TLS_KEY go together: set both or neither");
  expect(bad({ ...paths, TLS_KEY: join(folder, "none.pem") })).toThrow(/^TLS_KEY cannot be read: ENOENT/);
  expect(bad({ TLS_CERT: paths.TLS_KEY, TLS_KEY: paths.TLS_CERT })).toThrow(
    "TLS_CERT and TLS_KEY must be a certificate and its key in PEM",
  );
});
