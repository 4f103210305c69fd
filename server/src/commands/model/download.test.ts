import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { download } from "./download.ts";
import { isFor } from "./install-library.ts";

const content = Buffer.from("GGUF".padEnd(200_000, "0123456789"));
const sha256 = createHash("sha256").update(content).digest("hex");

/** Breaks the connection once what was sent is on the disk. */
function breakOnce(isWritten: () => boolean, response: ServerResponse) {
  if (isWritten()) response.destroy();
  else setTimeout(() => breakOnce(isWritten, response), 5);
}

type Hub = { answer?: RequestListener; sum?: string | undefined; size?: number };

/** Answers as the hub does: a redirect with size and checksum, then the file. */
async function startHub({ answer, sum = sha256, size = content.length }: Hub = {}) {
  const ranges: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    if (request.url === "/model.gguf") {
      const linked = { ...(sum && { "x-linked-etag": `"${sum}"` }), "x-linked-size": `${size}` };
      return void response.writeHead(302, { location: "/stored", ...linked }).end();
    }
    ranges.push(request.headers.range);
    if (answer) return answer(request, response);
    const from = Number(/bytes=(\d+)-/.exec(request.headers.range ?? "")?.[1] ?? 0);
    const range = { "content-range": `bytes ${from}-${content.length - 1}/${content.length}` };
    response.writeHead(from ? 206 : 200, from ? range : {}).end(content.subarray(from));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const folder = mkdtempSync(join(tmpdir(), "intellibox-download-"));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true });
  });
  const path = join(folder, "models", "model.gguf");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/model.gguf`;
  const said: string[] = [];
  const get = (more: object = {}) => download({ url, path, say: (text) => said.push(text), ...more });
  return { get, path, ranges, said };
}

test("a file is fetched, checked and kept; a second time it is there already", async () => {
  const { get, path, ranges } = await startHub();
  expect(await get()).toBe("fetched");
  expect(readFileSync(path).equals(content)).toBe(true);
  expect(existsSync(`${path}.part`)).toBe(false);
  expect(await get()).toBe("present");
  expect(ranges).toEqual([undefined]);
});

test("a broken connection is resumed where it broke, also by a later run", async () => {
  let breaks = 2;
  const { get, path, ranges, said } = await startHub({
    answer: (request, response) => {
      const from = Number(/bytes=(\d+)-/.exec(request.headers.range ?? "")?.[1] ?? 0);
      response.writeHead(from ? 206 : 200, from ? { "content-range": `bytes ${from}-199999/200000` } : {});
      if (breaks === 0) return void response.end(content.subarray(from));
      breaks -= 1;
      response.write(content.subarray(from, from + 50_000));
      breakOnce(() => (statSync(`${path}.part`, { throwIfNoEntry: false })?.size ?? 0) >= from + 50_000, response);
    },
  });
  await expect(get({ attempts: 0 })).rejects.toThrow();
  expect(existsSync(`${path}.part`)).toBe(true);
  expect(await get()).toBe("fetched");
  expect(readFileSync(path).equals(content)).toBe(true);
  expect(said.some((text) => text.startsWith("Going on after"))).toBe(true);
  expect(ranges.slice(1).every((range) => /^bytes=[1-9]\d*-$/.test(range ?? ""))).toBe(true);
});

test("a wrong checksum deletes the file, and without one nothing is fetched", async () => {
  const wrong = await startHub({ sum: "0".repeat(64) });
  await expect(wrong.get()).rejects.toThrow("checksum of the file is wrong");
  expect(existsSync(wrong.path) || existsSync(`${wrong.path}.part`)).toBe(false);
  const none = await startHub({ sum: "" });
  await expect(none.get()).rejects.toThrow("stated no checksum");
  expect(none.ranges).toEqual([]);
});

test("without room on the disk, or with more bytes than announced, the file is refused", async () => {
  const small = await startHub();
  await expect(small.get({ freeBytes: async () => 600 * 2 ** 20 - 100 * 2 ** 20 })).rejects.toThrow(
    "Nothing was fetched",
  );
  expect(small.ranges).toEqual([]);
  const large = await startHub({ size: 100_000 });
  await expect(large.get()).rejects.toThrow("more than it announced");
  expect(existsSync(large.path)).toBe(false);
});

test("a server without ranges sends the file again, and a refusal or silence is named", async () => {
  const whole = await startHub({ answer: (_, response) => void response.end(content) });
  await whole.get({ attempts: 1 });
  rmSync(whole.path);
  writeFileSync(`${whole.path}.part`, content.subarray(0, 1000));
  expect(await whole.get()).toBe("fetched");
  const gone = await startHub({ answer: (_, response) => void response.writeHead(503).end() });
  await expect(gone.get()).rejects.toThrow("answered with 503");
  const silent = await startHub({ answer: () => undefined });
  await expect(silent.get({ silenceMs: 50, attempts: 1 })).rejects.toThrow("sent nothing");
});

test("only the library's builds for this computer are kept", () => {
  const linux = { platform: "linux", arch: "x64" } as const;
  const kept = (withGpu: boolean, machine: { platform: NodeJS.Platform; arch: string }) =>
    ["linux-x64", "linux-x64-cuda", "linux-arm64", "mac-arm64-metal", "win-x64"].filter((name) =>
      isFor(name, { withGpu }, machine),
    );
  expect(kept(false, linux)).toEqual(["linux-x64"]);
  expect(kept(true, linux)).toEqual(["linux-x64", "linux-x64-cuda"]);
  expect(kept(false, { platform: "darwin", arch: "arm64" })).toEqual(["mac-arm64-metal"]);
});
