/**
 * The parts of Google that the product uses, on a loopback port. The package `emulate` implements sign-in and most of the Gmail API.
 * This server adds, according to the public documentation: revoked tokens, getProfile, batches, uploads, searches with
 * alternatives and by Message-ID, rules of labels, expired history, and limits. Methods give tests the rest.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { createEmulator } from "emulate";
import { freePort } from "../free-port.ts";
import { readBatch, writeBatch } from "./google/batch.ts";
import { answerOf, apiError, type Call, type GoogleAnswer, jsonAnswer, jsonOf } from "./google/calls.ts";
import { attachmentOf, fullMessage } from "./google/full-message.ts";
import { History } from "./google/history.ts";
import { Labels } from "./google/labels.ts";
import { MessageSearch } from "./google/search.ts";
import { SendAs } from "./google/send-as.ts";
import { SignIn } from "./google/sign-in.ts";
import { type KeptMail, StillMail } from "./google/still-mail.ts";
import { readUpload } from "./google/upload.ts";

export type GoogleOptions = {
  port?: number;
  clientId?: string;
  clientSecret?: string;
  /** The allowed redirect addresses. Without any, all are allowed. */
  redirectUris?: string[];
  people?: { email: string; name: string }[];
};

type Trouble = {
  status: number;
  reason?: string;
  retryAfter?: number | string;
  count: number;
  /** Matches `METHOD /path`. */
  matches: RegExp;
  /** Fails after the call was carried out. `drop` ends the connection instead of answering. */
  afterwards?: boolean;
  drop?: boolean;
};
export type Google = Awaited<ReturnType<typeof startGoogle>>;

export async function startGoogle(options: GoogleOptions = {}) {
  const { port = 0, clientId = "stand-in-client", clientSecret = "stand-in-secret", redirectUris } = options;
  const people = options.people ?? [{ email: "ana@gmail.test", name: "Ana Lima" }];
  const seen: { method: string; path: string; body: string }[] = [];
  const troubles: Trouble[] = [];
  const state = { isDown: false, hasBatch: true };
  const [still, sendAs] = [new StillMail(), new SendAs()];
  const sockets = new Set<Socket>();
  const all: Socket[] = [];

  const server = createServer((request, response) => {
    serve(request, response).catch(() => request.socket.destroy());
  });
  server.on("connection", (socket) => all.push(socket));
  server.on("connection", (socket) => sockets.add(socket.once("close", () => sockets.delete(socket))));
  await new Promise<void>((done) => server.listen(port, "127.0.0.1", done));
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;
  const client = { client_id: clientId, client_secret: clientSecret, redirect_uris: redirectUris ?? [] };
  // The emulator has to know its port before it starts.
  const behind = await freePort();
  const emulator = await createEmulator({
    service: "google",
    port: behind,
    baseUrl: url,
    seed: { google: { users: people, ...(redirectUris && { oauth_clients: [client] }) } },
  });
  const ask = (call: Call) => answerOf(`http://127.0.0.1:${behind}`, call);
  const signIn = new SignIn(ask, { clientId, clientSecret });
  const [history, search, labels] = [new History(ask), new MessageSearch(ask), new Labels(ask)];

  /** Answers one call of the Gmail API, alone or in a batch. */
  async function gmail(call: Call): Promise<GoogleAnswer> {
    const email = signIn.holderOf(call.headers.authorization);
    if (!email) return apiError(401, "authError", "Request had invalid authentication credentials.");
    const trouble = troubles.find(({ count, matches }) => count > 0 && matches.test(`${call.method} ${call.path}`));
    if (trouble) trouble.count--;
    if (trouble && !trouble.afterwards) return troubled(trouble);
    const answer = await carryOut(call, email);
    return trouble ? troubled(trouble) : answer;
  }

  async function carryOut(call: Call, email: string): Promise<GoogleAnswer> {
    const { method, path } = call;
    const kept = still.answer(call, email);
    if (kept) return kept;
    if (path === "/gmail/v1/users/me/profile") return history.profile(call, email);
    if (path === "/gmail/v1/users/me/history" && history.isExpired(email, call.query.get("startHistoryId")))
      return apiError(404, "notFound", "Requested entity was not found.");
    const listed = sendAs.answer(call, email);
    if (listed) return listed;
    const told = (await labels.answer(call)) ?? (await labels.refusal(call));
    if (told) return told;
    if (path === "/gmail/v1/users/me/messages" && method === "GET") return search.list(call);
    if (path.startsWith("/upload/")) return search.remember(await ask(sendAs.corrected(readUpload(call), email)));
    const file = /^(.+\/messages\/[^/]+)\/attachments\/([^/]+)$/.exec(path);
    if (file && method === "GET")
      return attachmentOf(await ask(asRaw({ ...call, path: file[1] ?? "" })), decodeURIComponent(file[2] ?? ""));
    const answer = await ask(call);
    if (path.startsWith("/gmail/v1/users/me/drafts") && (method === "POST" || method === "PUT"))
      search.remember(messageOf(answer));
    if (call.query.get("format") === "raw") return padded(answer);
    if (call.query.get("format") === "full") return fullMessage(answer, await ask(asRaw(call)));
    if (call.query.get("format") === "metadata") return withAllHeaders(answer, await ask(asRaw(call)));
    return method === "POST" ? search.remember(answer) : answer;
  }

  /** https://developers.google.com/workspace/gmail/api/guides/batch */
  async function batch(call: Call): Promise<GoogleAnswer> {
    if (!state.hasBatch) return apiError(404, "notFound", "Not Found");
    const inner = readBatch(call);
    if (inner.length > 100) return apiError(400, "invalidArgument", "The batch request is too large.");
    return writeBatch(inner, await Promise.all(inner.map(gmail)));
  }

  const troubled = ({ status, reason = "", retryAfter, drop }: Trouble): GoogleAnswer => ({
    ...apiError(status, reason, "The stand-in was told to refuse this."),
    ...(retryAfter !== undefined && { headers: { "retry-after": String(retryAfter) } }),
    ...(drop && { isDropped: true }),
  });

  async function serve(request: IncomingMessage, response: ServerResponse) {
    const call = await readCall(request, url);
    seen.push({ method: call.method, path: call.path, body: call.body.toString("latin1").slice(0, 2_000) });
    if (state.isDown) return void request.socket.destroy();
    const answer = await dispatch(call);
    if (answer.isDropped) return void request.socket.destroy();
    response.writeHead(answer.status, answer.headers).end(answer.body);
  }

  async function dispatch(call: Call): Promise<GoogleAnswer> {
    if (call.path === "/batch/gmail/v1") return batch(call);
    if (/^(\/upload)?\/gmail\//.test(call.path)) return gmail(call);
    const trouble = troubles.find(({ count, matches }) => count > 0 && matches.test(`${call.method} ${call.path}`));
    if (trouble) trouble.count--;
    return trouble ? { ...jsonAnswer(trouble.status, { error: trouble.reason }) } : signIn.answer(call);
  }

  const own = new Map<string, { token: string; left: number }>();
  /** Calls the API as an account's owner, for changes by another mail program. */
  async function as(email: string, method: string, path: string, json?: unknown) {
    const known = own.get(email);
    // The emulator refuses a token after 5,000 calls, of which one of ours may need several.
    const held = known && known.left > 0 ? known : { token: (await signIn.grant(email)).access_token, left: 1_000 };
    own.set(email, held);
    held.left--;
    const headers = { authorization: `Bearer ${held.token}`, "content-type": "application/json" };
    const body = Buffer.from(json === undefined ? "" : JSON.stringify(json));
    const address = new URL(`/gmail/v1/users/me${path}`, url);
    const answer = await carryOut(
      { method, path: address.pathname, query: address.searchParams, headers, body },
      email,
    );
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.body}`);
    return (answer.body.length > 0 ? JSON.parse(answer.body.toString()) : {}) as Message;
  }

  let lastMoment = 0;
  return {
    url,
    clientId,
    clientSecret,
    /** Environment variables for the product. */
    settings: {
      GOOGLE_CLIENT_ID: clientId,
      GOOGLE_CLIENT_SECRET: clientSecret,
      GOOGLE_ISSUER: url,
      GMAIL_BASE: url,
    },
    seen,
    state,
    signIn,
    /** Delivers mails, each a moment after the previous one, because lists are ordered by time. */
    deliver(email: string, raw: string | Uint8Array, labelIds = ["INBOX", "UNREAD"], receivedAt?: Date) {
      lastMoment = Math.max(Date.now(), lastMoment + 1);
      const internalDate = String(receivedAt?.getTime() ?? lastMoment);
      return as(email, "POST", "/messages", { raw: Buffer.from(raw).toString("base64url"), labelIds, internalDate });
    },
    /** The bytes that the product has received from here. */
    sentBytes: () => all.reduce((sum, { bytesWritten }) => sum + bytesWritten, 0),
    /** Gives an account many mails, oldest first, which do not change. The account has no other mail then. */
    fill: (email: string, mails: KeptMail[]) => still.fill(email, mails),
    as,
    list: (email: string, query = "") => as(email, "GET", `/messages?maxResults=500&includeSpamTrash=true&${query}`),
    /** The other addresses that the account may send from. */
    setAliases: (email: string, listed: { address: string; isPending?: boolean }[]) => sendAs.set(email, listed),
    /** Expires the history of changes so far. */
    expireHistory: (email: string) => history.expire(email),
    trouble: (trouble: Partial<Trouble> & { status: number }) =>
      void troubles.push({ count: 1, matches: /./, ...trouble }),
    calls: (pattern: RegExp) => seen.filter(({ method, path }) => pattern.test(`${method} ${path}`)).length,
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
      await emulator.close();
    },
  };
}

type Message = {
  id: string;
  threadId: string;
  labelIds: string[];
  messages?: { id: string }[];
  [key: string]: unknown;
};

/** The message of a draft. */
const messageOf = (answer: GoogleAnswer): GoogleAnswer =>
  answer.status < 300 ? jsonAnswer(200, jsonOf<{ message: object }>(answer).message) : answer;

const asRaw = (call: Call): Call => ({ ...call, query: new URLSearchParams({ format: "raw" }) });

/** "metadata: Returns only email message ID, labels, and email headers": all of them, but the emulator knows only some. */
function withAllHeaders(answer: GoogleAnswer, whole: GoogleAnswer): GoogleAnswer {
  if (answer.status !== 200 || whole.status !== 200) return answer;
  const text = Buffer.from(jsonOf<{ raw: string }>(whole).raw, "base64url").toString();
  const lines = (text.split(/\r?\n\r?\n/)[0] ?? "").replaceAll(/\r?\n[ \t]+/g, " ").split(/\r?\n/);
  const headers = lines.flatMap((line) => {
    const colon = line.indexOf(":");
    return colon > 0 ? { name: line.slice(0, colon), value: line.slice(colon + 1).trim() } : [];
  });
  const message = jsonOf<{ payload?: object }>(answer);
  return jsonAnswer(200, { ...message, payload: { ...message.payload, headers } });
}

/** Google pads base64url to a multiple of four. */
function padded(answer: GoogleAnswer): GoogleAnswer {
  if (answer.status !== 200) return answer;
  const { raw = "", ...message } = jsonOf<{ raw?: string }>(answer);
  return jsonAnswer(200, { ...message, raw: raw.padEnd(Math.ceil(raw.length / 4) * 4, "=") });
}

async function readCall(request: IncomingMessage, url: string): Promise<Call> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  const address = new URL(request.url ?? "/", url);
  const headers: Record<string, string> = {};
  for (const name of ["authorization", "content-type", "accept"]) {
    const value = request.headers[name];
    if (typeof value === "string") headers[name] = value;
  }
  const [method, body] = [request.method ?? "GET", Buffer.concat(pieces)];
  return { method, path: address.pathname, query: address.searchParams, headers, body };
}
