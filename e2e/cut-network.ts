import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { productUrl } from "./workers.ts";

export type CutNetwork = {
  url: string;
  /** Ends all connections and refuses new ones, also those of the service worker, which the browser's emulation leaves alone. */
  cut(): void;
  mend(): void;
  /** Edits the answer for a path, or for a new path that of `from`, as an upgrade of the server does. */
  replace(path: string | RegExp, edit: (text: string) => string, from?: string): void;
  /** The requests that reached the server, as "POST /api/mail/actions". */
  seen: string[];
  close(): void;
};

/** A network between the browser and this worker's product, which a journey can cut. */
export async function cutNetwork(): Promise<CutNetwork> {
  const target = new URL(productUrl() ?? "");
  const sockets = new Set<Socket>();
  const edits: { path: string | RegExp; edit: (text: string) => string; from?: string | undefined }[] = [];
  const seen: string[] = [];
  let isCut = false;

  const pass = (from: IncomingMessage, to: ServerResponse) => {
    const path = from.url ?? "/";
    seen.push(`${from.method} ${path}`);
    const edit = edits.find((one) => (typeof one.path === "string" ? one.path === path : one.path.test(path)));
    // An edited answer is never "not modified".
    const { "if-none-match": _tag, "if-modified-since": _date, ...unconditional } = from.headers;
    const headers = edit ? { ...unconditional, "accept-encoding": "identity" } : from.headers;
    const options = {
      host: target.hostname,
      port: target.port,
      path: edit?.from ?? path,
      method: from.method,
      headers,
    };
    const onward = request(options, (answer) => {
      if (!edit) return void answer.pipe(to.writeHead(answer.statusCode ?? 502, answer.headers));
      const parts: Buffer[] = [];
      answer.on("data", (part: Buffer) => parts.push(part));
      answer.on("end", () => {
        const { "content-length": _length, etag: _etag, ...rest } = answer.headers;
        to.writeHead(answer.statusCode ?? 502, rest).end(edit.edit(Buffer.concat(parts).toString()));
      });
    });
    onward.on("error", () => to.destroy());
    to.on("close", () => onward.destroy());
    from.pipe(onward);
  };
  const server = createServer((from, to) => (isCut ? void to.destroy() : pass(from, to)));
  server.on("connection", (socket) => {
    if (isCut) return void socket.destroy();
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const end = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut() {
      isCut = true;
      end();
    },
    mend() {
      isCut = false;
    },
    replace: (path, edit, from) => void edits.unshift({ path, edit, from }),
    seen,
    close() {
      server.close();
      end();
    },
  };
}
