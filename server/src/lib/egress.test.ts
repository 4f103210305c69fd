import { readFileSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { afterEach, expect, test } from "vitest";
import { connectFault } from "./connect-fault.ts";
import {
  checkHost,
  ForbiddenHostError,
  guardedLookup,
  isPublicAddress,
  openFetch,
  openSocket,
  type Resolver,
} from "./egress.ts";

type HostCase = { host: string; expect: "refuse" | "allow"; why: string };
const hosts: HostCase[] = JSON.parse(
  readFileSync(new URL("../../test/fixtures/egress/ssrf-hosts.json", import.meta.url), "utf8"),
);

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

/** A fake resolver: each lookup of a name takes its next answer, and the last one is repeated. */
function nameServer(answers: Record<string, string[]>): Resolver {
  return (host, _options, done) => {
    const left = answers[host];
    const address = left && left.length > 1 ? left.shift() : left?.[0];
    if (!address) return done(Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: "ENOTFOUND" }), []);
    return done(null, [{ address, family: address.includes(":") ? 6 : 4 }]);
  };
}

const dns = nameServer({
  localhost: ["127.0.0.1"],
  "localhost.": ["127.0.0.1"],
  "foo.localhost": ["127.0.0.1"],
  "127-0-0-1.sslip.io": ["127.0.0.1"],
  "localtest.me": ["127.0.0.1"],
  "mail.example.com": ["93.184.215.14"],
});

async function listen() {
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    socket.on("error", () => undefined).end("hello");
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  cleanups.push(() => new Promise((done) => server.close(done)));
  return { port: (server.address() as AddressInfo).port, connections: () => connections };
}

for (const { host, why } of hosts.filter((entry) => entry.expect === "refuse" && entry.host !== "rebind.test")) {
  test(`the host ${JSON.stringify(host)} is refused (${why})`, async () => {
    await expect(checkHost(host, { allowPrivate: false }, dns)).rejects.toBeInstanceOf(ForbiddenHostError);
    const socket = openSocket({ host, port: 9, allowPrivate: false, timeoutMs: 5000, resolve: dns });
    await expect(socket).rejects.toBeInstanceOf(ForbiddenHostError);
  });
}

test("public names and addresses are allowed", async () => {
  await checkHost("mail.example.com", { allowPrivate: false }, dns);
  await checkHost("8.8.8.8", { allowPrivate: false }, dns);
  await checkHost("2606:4700:4700::1111", { allowPrivate: false }, dns);
});

test("every special-purpose range is refused, in any notation", () => {
  const special =
    "127.0.0.1 10.1.2.3 172.31.0.1 192.168.0.1 169.254.169.254 100.64.0.1 0.0.0.0 224.0.0.1 168.63.129.16 ::";
  const mapped = "::1 ::ffff:10.0.0.1 ::10.0.0.1 fc00::1 fe80::1 64:ff9b::10.0.0.1 64:ff9b:1::1 2001:db8::1 4000::1 x";
  for (const address of `${special} ${mapped}`.split(" ")) expect(isPublicAddress(address), address).toBe(false);
});

test("a name whose second answer is a private address gets no connection", async () => {
  const { port, connections } = await listen();
  const rebinding = nameServer({ "rebind.test": ["93.184.215.14", "127.0.0.1"] });
  await checkHost("rebind.test", { allowPrivate: false }, rebinding);

  const socket = openSocket({ host: "rebind.test", port, allowPrivate: false, timeoutMs: 5000, resolve: rebinding });
  await expect(socket).rejects.toBeInstanceOf(ForbiddenHostError);
  expect(connections()).toBe(0);
});

test("a name with one private address among public ones is refused", async () => {
  const mixed: Resolver = (_host, _options, done) =>
    done(null, [
      { address: "93.184.215.14", family: 4 },
      { address: "10.0.0.1", family: 4 },
    ]);
  await expect(checkHost("mixed.test", { allowPrivate: false }, mixed)).rejects.toBeInstanceOf(ForbiddenHostError);
});

test("every refusal has the same message", async () => {
  const refusals = await Promise.all(
    ["127.0.0.1", "localhost", "fe80::1", "not a host", ""].map((host) =>
      checkHost(host, { allowPrivate: false }, dns).catch((error: Error) => error.message),
    ),
  );
  expect(new Set(refusals)).toEqual(new Set(["This host is not allowed."]));
});

test("private hosts are reached if the installation allows them", async () => {
  const { port, connections } = await listen();
  const socket = await openSocket({ host: "localhost", port, allowPrivate: true, timeoutMs: 5000, resolve: dns });
  await new Promise((done) => socket.once("data", done));
  socket.destroy();
  expect(connections()).toBe(1);
});

test("a lookup for a single address gets one", async () => {
  const address = await new Promise((done) => {
    guardedLookup({ allowPrivate: false }, dns)("mail.example.com", { family: 4 }, (_error, found) => done(found));
  });
  expect(address).toBe("93.184.215.14");
});

test("fetch refuses private addresses and names before it connects", async () => {
  const inner = await listen();
  const fetch = openFetch({ allowPrivate: false, resolve: nameServer({ "inner.test": ["127.0.0.1"] }) });
  cleanups.push(fetch.close);
  for (const host of ["127.0.0.1", "inner.test", "0x7f000001", "[::ffff:127.0.0.1]"]) {
    expect(await fetch(`http://${host}:${inner.port}/`).catch(connectFault), host).toBe("forbidden_host");
  }
  expect(inner.connections()).toBe(0);
});

test("fetch times out if a server never answers", async () => {
  const server = createHttpServer(() => undefined);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  cleanups.push(
    () => new Promise((done) => server.close(done)),
    () => server.closeAllConnections(),
  );
  const fetch = openFetch({ allowPrivate: true, headersMs: 200 });
  cleanups.unshift(fetch.close);
  const fault = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`).catch(connectFault);
  expect(fault).toBe("timeout");
});

test("fetch aborts an endless response", async () => {
  const server = createHttpServer((_request, response) => {
    const more = () => void response.write("x".repeat(65_536), () => setImmediate(more));
    more();
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  cleanups.push(
    () => new Promise((done) => server.close(done)),
    () => server.closeAllConnections(),
  );
  const fetch = openFetch({ allowPrivate: true, maxBytes: 1 << 20 });
  cleanups.unshift(fetch.close);
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await expect(answer.text()).rejects.toThrow();
});

test("connection errors are distinguished", async () => {
  const { port } = await listen();
  for (const cleanup of cleanups.splice(0)) await cleanup();
  const attempt = (host: string) =>
    openSocket({ host, port, allowPrivate: true, timeoutMs: 5000, resolve: dns }).catch(connectFault);
  expect(await attempt("127.0.0.1")).toBe("refused");
  expect(await attempt("nowhere.invalid")).toBe("name_not_found");
});
