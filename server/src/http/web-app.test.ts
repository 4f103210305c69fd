import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { testWorld } from "#test/test-world.ts";
import { buildApp } from "../app.ts";

const webRoot = await mkdtemp(join(tmpdir(), "intellibox-web-"));
await mkdir(join(webRoot, "assets"));
await writeFile(join(webRoot, "index.html"), "<!doctype html><title>The app</title>");
await writeFile(
  join(webRoot, "preloads.json"),
  JSON.stringify({ "/inbox": ["/assets/shell-a.js", "/assets/inbox-b.js"] }),
);
await writeFile(join(webRoot, "assets", "main-abc.js"), "start();");
await writeFile(join(webRoot, "assets", "main-abc.js.gz"), gzipSync("start();"));

const { world } = await testWorld();
const app = await buildApp(world, { webRoot });
const { port } = new URL(await app.listen({ port: 0, host: "127.0.0.1" }));
afterAll(async () => {
  await app.close();
  await rm(webRoot, { recursive: true });
});

const get = (url: string, headers = {}) => app.inject({ method: "GET", url, headers });

/** Sends exactly these bytes, and returns the answer until the server closes the connection. */
function send(request: string) {
  const socket = connect(Number(port), "127.0.0.1");
  socket.write(request);
  return text(socket);
}

test("the page, its files and the health check answer a client that sends no headers", async () => {
  for (const path of ["/", "/index.html", "/assets/main-abc.js", "/api/health", "/api/health/"]) {
    for (const method of ["GET", "HEAD"]) {
      for (const version of ["1.0", "1.1"]) {
        const answer = await send(
          `${method} ${path} HTTP/${version}\r\n${version === "1.1" ? "connection: close\r\n" : ""}\r\n`,
        );
        expect(answer, `${method} ${path} ${version}`).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
        expect(answer.split("\r\n\r\n")[1] === "", path).toBe(method === "HEAD");
      }
    }
  }
  expect(await send("GET http://elsewhere.test/ HTTP/1.0\r\n\r\n")).toContain("<title>The app</title>");
});

test("a file is compressed for clients that accept it, and plain for others", async () => {
  const encodingFor = async (acceptEncoding: string) => {
    const answer = await get("/assets/main-abc.js", { "accept-encoding": acceptEncoding });
    expect(answer.statusCode, acceptEncoding).toBe(200);
    expect((await get("/", { "accept-encoding": acceptEncoding })).statusCode, acceptEncoding).toBe(200);
    return answer.headers["content-encoding"];
  };
  for (const accepted of ["gzip", "br, gzip", "*", "GZIP;q=0.5"])
    expect(await encodingFor(accepted), accepted).toBe("gzip");
  for (const accepted of ["", "identity", "identity;q=0", "*;q=0", "gzip;q=0", "unheard-of"])
    expect(await encodingFor(accepted), accepted).toBeUndefined();
});

test("a range out of bounds is answered with the whole file", async () => {
  const answer = await get("/assets/main-abc.js", { range: "bytes=5000-" });
  expect(answer).toMatchObject({ statusCode: 200, body: "start();" });
});

test("any other path shows the app [RTE-17]", async () => {
  const paths = ["/x.html", "/report.v2", "/user@acme.test", "/api2", "/apis/x", "/assets2", "//", "//evil.test/x"];
  const outside = ["/..%2f..%2fetc/passwd", "/%2e%2e/%2e%2e/package.json"];
  const odd = ["/%00", "/a%5Cb", "/login/", "/?next=/api/x", "/inbox?q=a.b", "/%E2%82%B9"];
  for (const path of [...paths, ...outside, ...odd]) {
    const answer = await get(path);
    expect(answer.statusCode, path).toBe(200);
    expect(answer.body, path).toContain("<title>The app</title>");
    expect(answer.headers["cache-control"], path).toBe("no-cache");
  }
  const unreadable = await get("/%zz");
  expect(unreadable).toMatchObject({ statusCode: 302, headers: { location: "/" } });
});

test("an unknown path for programs is refused, not answered with the page", async () => {
  for (const path of [
    "/assets/gone-123.js",
    "/assets/",
    "/api",
    "/api/nope",
    "/api/x.html",
    "/.well-known/nope",
    "/mcp/nope",
    "/api/%zz",
  ]) {
    const answer = await get(path);
    expect(answer.headers["content-type"], path).toContain("application/json");
    expect([400, 404], path).toContain(answer.statusCode);
  }
  expect((await app.inject({ method: "POST", url: "/inbox" })).statusCode).toBe(404);
});

test("answers are not cached unless they allow it, and device features are off", async () => {
  expect((await get("/api/health")).headers["cache-control"]).toBe("no-store");
  expect((await get("/api/auth/me")).headers["cache-control"]).toBe("no-store");
  expect((await get("/api/nope")).headers["cache-control"]).toBe("no-store");
  expect((await get("/assets/main-abc.js")).headers["cache-control"]).toContain("immutable");
  for (const path of ["/", "/api/health", "/assets/main-abc.js"]) {
    const policy = String((await get(path)).headers["permissions-policy"]).split(", ");
    expect(policy).toEqual(expect.arrayContaining(["microphone=(self)", "camera=()", "geolocation=()", "usb=()"]));
  }
});

test("the files that browsers and robots request on their own exist", async () => {
  const publicFile = (name: string) => readFile(fileURLToPath(new URL(`../../../web/public/${name}`, import.meta.url)));
  expect((await publicFile("robots.txt")).toString()).toBe("User-agent: *\nDisallow: /\n");
  expect((await publicFile("favicon.ico")).subarray(0, 4)).toEqual(Buffer.from([0, 0, 1, 0]));
  const { icons } = JSON.parse((await publicFile("manifest.webmanifest")).toString()) as { icons: { src: string }[] };
  expect(icons).not.toHaveLength(0);
  for (const { src } of icons) expect((await publicFile(src.slice(1))).length).toBeGreaterThan(0);
});

test("a page names its scripts in its header, and no other path does", async () => {
  const links = "</assets/shell-a.js>; rel=modulepreload, </assets/inbox-b.js>; rel=modulepreload";
  expect((await get("/inbox?message=1")).headers.link).toBe(links);
  expect((await get("/login")).headers.link).toBeUndefined();
  // The file itself is not a file of the web app.
  expect((await get("/preloads.json")).body).toContain("<title>The app</title>");
});
