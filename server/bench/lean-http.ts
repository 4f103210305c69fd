/** An HTTP client that needs little CPU: it sends the same bytes over open connections, and parses answers only as far as needed. */
import { connect, type Socket } from "node:net";

export type LeanCaller = {
  /** Returns the body of the answer. At most one call runs on each connection. */
  call(): Promise<string>;
  close(): void;
};

type Given = {
  url: string;
  method?: "GET" | "POST" | undefined;
  headers: Record<string, string>;
  body?: string | undefined;
  connections: number;
};

export async function openLeanCaller({
  url,
  method = "POST",
  headers,
  body = "",
  connections,
}: Given): Promise<LeanCaller> {
  const { hostname, port, pathname, search, host } = new URL(url);
  const size = method === "POST" ? { "content-length": Buffer.byteLength(body) } : {};
  const lines = Object.entries({ host, ...headers, ...size });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  const bytes = Buffer.from(`${method} ${pathname}${search} HTTP/1.1\r\n${head}\r\n${body}`);
  const free = await Promise.all(Array.from({ length: connections }, () => open(Number(port), hostname)));
  const all = [...free];

  return {
    async call() {
      const socket = free.pop();
      if (!socket) throw new Error("More calls at once than connections");
      const answer = readAnswer(socket);
      socket.write(bytes);
      const found = await answer;
      free.push(socket);
      return found;
    },
    close() {
      for (const socket of all) socket.destroy();
    },
  };
}

const open = (port: number, host: string) =>
  new Promise<Socket>((done, fail) => {
    const socket = connect(port, host, () => done(socket.setNoDelay()));
    socket.once("error", fail);
  });

function readAnswer(socket: Socket): Promise<string> {
  return new Promise((done, fail) => {
    let got = "";
    const end = () => {
      socket.off("data", read).off("close", gone);
    };
    const gone = () => fail(new Error("The connection was closed"));
    const read = (chunk: Buffer) => {
      // Latin-1 has one character for each byte, so that the string's length is the number of bytes.
      got += chunk.toString("latin1");
      const start = got.indexOf("\r\n\r\n") + 4;
      const length = start > 3 ? lengthOf(got) : undefined;
      if (length === undefined || got.length < start + Number(length)) return;
      end();
      done(Buffer.from(got.slice(start), "latin1").toString());
    };
    socket.on("data", read).once("close", gone);
  });
}

/** An answer with 304 has no content. */
const lengthOf = (answer: string) =>
  answer.startsWith("HTTP/1.1 304") ? "0" : /\r\ncontent-length: (\d+)/i.exec(answer)?.[1];
