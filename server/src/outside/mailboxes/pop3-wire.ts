import type { Socket } from "node:net";
import { MailboxError } from "./mailbox.ts";

/** A reply: the words after +OK, and the lines below where the command has any. */
export type Reply = { words: string; body: Buffer };
/** A plain -ERR: the connection stands, and what it means depends on what was asked. */
export class Pop3Refusal extends MailboxError {}

export type WireLimits = {
  /** A silent server is given up after this. */
  idleMs: number;
  /** No command lasts longer, however slowly bytes trickle in. */
  commandMs: number;
};

export type Wire = {
  greeting(): Promise<Reply>;
  say(line: string): Promise<Reply>;
  /** For commands answered with many lines, ended by a lone dot; more than `maxBytes` is refused. */
  sayForLines(line: string, maxBytes: number): Promise<Reply>;
  /** Takes the socket out, for TLS to be put around it. */
  detach(): Socket;
  destroy(): void;
};

/** RFC 1939 3: 512 bytes. Real servers say a little more; an endless line is an attack. */
const maxStatusLine = 4096;
const endOfLines = Buffer.from("\r\n.\r\n");
const stuffedDot = Buffer.from("\r\n..");

type Waiting = { maxBytes: number; words: string | null; resolve: (reply: Reply) => void; reject: (e: Error) => void };

/** POP3 on a socket, one command at a time. */
export function openWire(socket: Socket, { idleMs, commandMs }: WireLimits): Wire {
  let chunks: Buffer[] = [];
  let length = 0;
  let waiting: Waiting | null = null;
  let dead: MailboxError | null = null;

  const fail = (error: MailboxError) => {
    dead ??= error;
    socket.destroy();
    waiting?.reject(dead);
    waiting = null;
  };
  const joined = () => {
    if (chunks.length !== 1) chunks = [Buffer.concat(chunks, length)];
    return chunks[0] as Buffer;
  };
  const drop = (count: number) => {
    const rest = joined().subarray(count);
    chunks = [rest];
    length = rest.length;
  };
  const answer = (reply: Reply) => {
    waiting?.resolve(reply);
    waiting = null;
  };

  const readStatus = (current: Waiting) => {
    const end = joined().indexOf("\r\n");
    if (end < 0) {
      if (length > maxStatusLine) fail(protocolError("The server sent a line without end."));
      return;
    }
    const line = joined().toString("utf8", 0, end);
    drop(end + 2);
    if (line.startsWith("-ERR")) {
      waiting = null;
      return current.reject(refusal(line.slice(4).trim()));
    }
    if (!/^\+OK\b|^\+ ?/.test(line)) return fail(protocolError("The server does not speak POP3."));
    current.words = line.replace(/^\+(OK)? ?/, "");
    if (current.maxBytes === 0) answer({ words: current.words, body: Buffer.alloc(0) });
  };

  // Commands are never pipelined: the dot that ends the lines is also the end of what has come.
  const readLines = (current: Waiting) => {
    if (length > current.maxBytes) return fail(new MailboxError("too_large", "The message is too large."));
    if (length === 3 && joined().equals(endOfLines.subarray(2))) return finish(current, Buffer.alloc(0));
    const tail = Buffer.concat(chunks.slice(-5)).subarray(-5);
    if (tail.equals(endOfLines)) finish(current, unstuffed(joined().subarray(0, length - 3)));
  };
  const finish = (current: Waiting, body: Buffer) => {
    drop(length);
    answer({ words: current.words ?? "", body });
  };

  socket.setNoDelay(true).setTimeout(idleMs, () => fail(new MailboxError("timeout", "The server stopped answering.")));
  socket.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    length += chunk.length;
    // Nothing was asked: what comes now can only be meant to confuse.
    if (!waiting) return length > maxStatusLine ? fail(protocolError("The server talks out of turn.")) : undefined;
    if (waiting.words === null) readStatus(waiting);
    if (waiting && waiting.words !== null) readLines(waiting);
  });
  const closed = (cause?: Error) =>
    fail(new MailboxError("unreachable", "The server ended the connection.", { cause }));
  socket.on("error", closed).on("close", () => closed());

  const ask = async (line: string | null, maxBytes: number) => {
    if (dead) throw dead;
    if (waiting) throw new Error("A POP3 command is still under way");
    if (line !== null && /[\r\n\0]/.test(line)) throw protocolError("A line break in a command is not allowed.");
    const timer = setTimeout(() => fail(new MailboxError("timeout", "The server took too long.")), commandMs);
    const reply = new Promise<Reply>((resolve, reject) => {
      waiting = { maxBytes, words: null, resolve, reject };
    });
    if (line === null) {
      if (length > 0 && waiting) readStatus(waiting);
    } else socket.write(`${line}\r\n`);
    return reply.finally(() => clearTimeout(timer));
  };

  return {
    greeting: () => ask(null, 0),
    say: (line) => ask(line, 0),
    sayForLines: (line, maxBytes) => ask(line, maxBytes),
    detach() {
      // Bytes sent in the clear before TLS would be taken for protected ones.
      if (length > 0) throw protocolError("The server sent data before TLS was up.");
      socket.removeAllListeners();
      return socket.setTimeout(0);
    },
    destroy: () => fail(new MailboxError("unreachable", "The connection was closed.")),
  };
}

const protocolError = (message: string) => new MailboxError("protocol", message);

/** RFC 2449 8, RFC 3206: the codes a server may put before its words. */
function refusal(words: string): MailboxError {
  if (/^\[AUTH\]/i.test(words)) return new MailboxError("auth", "The server refused the user name or password.");
  if (/^\[(IN-USE|LOGIN-DELAY|SYS\/TEMP)\]/i.test(words))
    return new MailboxError("throttled", `The server is busy: ${shown(words)}`);
  return new Pop3Refusal("protocol", `The server refused: ${shown(words)}`);
}

const shown = (words: string) => words.replace(/^\[[^\]]*\]\s*/, "").slice(0, 200);

/** RFC 1939 3: a dot that opens a line is sent twice. */
function unstuffed(lines: Buffer): Buffer {
  if (lines[0] !== 0x2e && !lines.includes(stuffedDot)) return Buffer.from(lines);
  const out = Buffer.allocUnsafe(lines.length);
  let written = 0;
  let read = lines[0] === 0x2e ? 1 : 0;
  for (let at = lines.indexOf(stuffedDot, read); at >= 0; at = lines.indexOf(stuffedDot, read)) {
    written += lines.copy(out, written, read, at + 3);
    read = at + 4;
  }
  written += lines.copy(out, written, read);
  return out.subarray(0, written);
}
