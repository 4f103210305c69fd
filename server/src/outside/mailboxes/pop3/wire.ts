import type { Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { t } from "@intellibox/contract/text/t";
import { MailboxError } from "../mailbox.ts";
import { keepingPace, type Pace } from "../minimum-throughput.ts";

/** A reply: the text after +OK, and the lines of a multi-line response. */
export type Reply = { words: string; body: Buffer };

export type WireLimits = {
  /** Timeout without any byte from the server. */
  idleMs: number;
  pace: Pace;
};

/** A -ERR without a response code. The connection stays open; the meaning depends on the command. */
export class Pop3Refusal extends MailboxError {}

/** RFC 1939 3 allows 512 bytes; real servers send a little more. */
const maxStatusLine = 4096;
const endOfLines = Buffer.from("\r\n.\r\n");
const stuffedDot = Buffer.from("\r\n..");

type Waiting = { maxBytes: number; words: string | null; resolve: (reply: Reply) => void; reject: (e: Error) => void };

/** POP3 on a socket. Commands are never pipelined, so a response always ends at the end of the received bytes. */
export class Pop3Wire {
  readonly #socket: Socket;
  readonly #pace: Pace;
  #chunks: Buffer[] = [];
  #length = 0;
  #received = 0;
  #waiting: Waiting | null = null;
  #dead: MailboxError | null = null;

  constructor(socket: Socket, { idleMs, pace }: WireLimits) {
    this.#socket = socket;
    this.#pace = pace;
    const closed = (cause?: Error) =>
      this.#fail(new MailboxError("unreachable", t("The server ended the connection."), { cause }));
    socket
      .setNoDelay(true)
      .setTimeout(idleMs, () => this.#fail(new MailboxError("timeout", t("The server stopped answering."))));
    socket
      .on("data", (chunk: Buffer) => this.#take(chunk))
      .on("error", closed)
      .on("close", () => closed());
  }

  greeting(): Promise<Reply> {
    return this.#ask(null, 0);
  }

  say(line: string): Promise<Reply> {
    return this.#ask(line, 0);
  }

  /** For multi-line responses, which end with a lone dot. Rejects with `too_large` beyond `maxBytes`. */
  async sayForLines(line: string, maxBytes: number): Promise<Reply> {
    const { words, body } = await this.#ask(line, maxBytes);
    return { words, body: await unstuffed(body) };
  }

  /** Hands the socket over to TLS. */
  detach(): Socket {
    // Plain bytes that are buffered here would be taken for encrypted ones (command injection at STLS).
    if (this.#length > 0) throw protocolError("The server sent data before TLS was up.");
    this.#socket.removeAllListeners();
    return this.#socket.setTimeout(0);
  }

  destroy(): void {
    this.#fail(new MailboxError("unreachable", t("The connection was closed.")));
  }

  async #ask(line: string | null, maxBytes: number): Promise<Reply> {
    if (this.#dead) throw this.#dead;
    if (this.#waiting) throw new Error("A POP3 command is still under way");
    if (line !== null && /[\r\n\0]/.test(line)) throw protocolError("A line break in a command is not allowed.");
    const reply = new Promise<Reply>((resolve, reject) => {
      this.#waiting = { maxBytes, words: null, resolve, reject };
    });
    if (line !== null) this.#socket.write(`${line}\r\n`);
    else if (this.#length > 0) this.#read();
    return keepingPace(
      this.#pace,
      () => this.#received,
      () => this.destroy(),
      reply,
    );
  }

  #fail(error: MailboxError) {
    this.#dead ??= error;
    this.#socket.destroy();
    this.#waiting?.reject(this.#dead);
    this.#waiting = null;
  }

  #take(chunk: Buffer) {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    this.#received += chunk.length;
    if (this.#waiting) this.#read();
    // No command is running, so these bytes are an attempt at response injection.
    else if (this.#length > maxStatusLine)
      this.#fail(protocolError("The server sent an answer that was not asked for."));
  }

  #read() {
    const waiting = this.#waiting;
    if (waiting?.words === null) this.#readStatus(waiting);
    if (this.#waiting && this.#waiting.words !== null) this.#readLines(this.#waiting);
  }

  #readStatus(waiting: Waiting) {
    const end = this.#joined().indexOf("\r\n");
    if (end < 0) {
      if (this.#length > maxStatusLine) this.#fail(protocolError("The server sent a line without end."));
      return;
    }
    const line = this.#joined().toString("utf8", 0, end);
    this.#drop(end + 2);
    if (line.startsWith("-ERR")) {
      this.#waiting = null;
      return waiting.reject(refusal(line.slice(4).trim()));
    }
    if (!/^\+(OK\b| |$)/.test(line)) return this.#fail(protocolError("The server does not speak POP3."));
    waiting.words = line.replace(/^\+(OK)? ?/, "");
    if (waiting.maxBytes === 0) this.#finish(waiting, Buffer.alloc(0));
  }

  #readLines(waiting: Waiting) {
    if (this.#length > waiting.maxBytes)
      return this.#fail(new MailboxError("too_large", t("The message is too large.")));
    const isEmpty = this.#length === 3 && this.#joined().equals(endOfLines.subarray(2));
    // Joins only the last chunks: joining all of them for each chunk would take quadratic time.
    const tail = isEmpty ? endOfLines : Buffer.concat(this.#chunks.slice(-5)).subarray(-5);
    if (!tail.equals(endOfLines)) return;
    const body = isEmpty ? Buffer.alloc(0) : this.#joined().subarray(0, this.#length - 3);
    this.#drop(this.#length);
    this.#finish(waiting, body);
  }

  #finish(waiting: Waiting, body: Buffer) {
    this.#waiting = null;
    waiting.resolve({ words: waiting.words ?? "", body });
  }

  #joined(): Buffer {
    if (this.#chunks.length !== 1) this.#chunks = [Buffer.concat(this.#chunks, this.#length)];
    return this.#chunks[0] as Buffer;
  }

  #drop(count: number) {
    const rest = this.#joined().subarray(count);
    this.#chunks = [rest];
    this.#length = rest.length;
  }
}

const protocolError = (message: string) => new MailboxError("protocol", message);

/** Maps response codes (RFC 2449 8, RFC 3206). */
function refusal(words: string): MailboxError {
  if (/^\[AUTH\]/i.test(words)) return new MailboxError("auth", t("The server refused the user name or password."));
  if (/^\[(IN-USE|LOGIN-DELAY|SYS\/TEMP)\]/i.test(words))
    return new MailboxError("throttled", t("The server is busy: {answer}", { answer: shown(words) }));
  return new Pop3Refusal("protocol", t("The server refused: {answer}", { answer: shown(words) }));
}

const shown = (words: string) => words.replace(/^\[[^\]]*\]\s*/, "").slice(0, 200);

/** Processed between two turns of the event loop. */
const pieceBytes = 1 << 20;
const [carriageReturn, lineFeed, dot] = [0x0d, 0x0a, 0x2e];

/** Removes dot-stuffing (RFC 1939 3). Byte by byte, because a hostile mail may consist of stuffed lines only. */
async function unstuffed(lines: Buffer): Promise<Buffer> {
  if (lines[0] !== dot && !lines.includes(stuffedDot)) return Buffer.from(lines);
  const out = Buffer.allocUnsafe(lines.length);
  let written = 0;
  for (let start = 0; start < lines.length; start += pieceBytes) {
    if (start > 0) await nextTurn();
    const end = Math.min(lines.length, start + pieceBytes);
    for (let at = start; at < end; at++) {
      const byte = lines[at] as number;
      if (byte !== dot || !isStuffed(lines, at)) out[written++] = byte;
    }
  }
  return out.subarray(0, written);
}

const isStuffed = (lines: Buffer, at: number) =>
  at === 0 || (lines[at + 1] === dot && lines[at - 1] === lineFeed && lines[at - 2] === carriageReturn);
