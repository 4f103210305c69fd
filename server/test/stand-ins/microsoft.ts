/**
 * The parts of Microsoft that the product uses: sign-in and the mail part of Graph v1.0, on a loopback port. It follows the public
 * documentation, and comments name the pages. Methods give tests the rest.
 */
import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { FolderApi } from "./microsoft/folder-api.ts";
import { bodyOf, type GraphAnswer, type GraphCall, graphError } from "./microsoft/graph-answer.ts";
import { listMessages, oneMessage } from "./microsoft/mail-api.ts";
import { MailStore } from "./microsoft/mail-store.ts";
import { isTooLarge, Sending } from "./microsoft/sending.ts";
import { SignIn } from "./microsoft/sign-in.ts";
import { Subscriptions } from "./microsoft/subscriptions.ts";

export type MicrosoftOptions = { port?: number; clientId?: string; clientSecret?: string };

type Seen = { method: string; path: string; headers: Record<string, string>; body: Buffer };
type Trouble = {
  status: number;
  code?: string;
  retryAfter?: number;
  count: number;
  matches: RegExp;
  afterwards: boolean;
};

export type Microsoft = Awaited<ReturnType<typeof startMicrosoft>>;

export async function startMicrosoft({
  port = 0,
  clientId = "stand-in-client",
  clientSecret = "stand-in-secret",
}: MicrosoftOptions = {}) {
  const signIn = new SignIn({ id: clientId, secret: clientSecret });
  const stores = new Map<string, MailStore>();
  const [folders, sending, subscriptions] = [new FolderApi(), new Sending(), new Subscriptions()];
  const seen: Seen[] = [];
  const troubles: Trouble[] = [];
  let isDown = false;
  let url = "";

  sending.onSent = (_from, raw, recipients) => {
    for (const address of recipients) stores.get(address.toLowerCase())?.add(raw);
  };

  const graph = async (call: GraphCall): Promise<GraphAnswer> => {
    const trouble = troubles.find(({ count, matches }) => count > 0 && matches.test(`${call.method} ${call.path}`));
    if (trouble) trouble.count--;
    if (trouble && !trouble.afterwards) return refusalOf(trouble);
    const answer =
      isTooLarge(call) ??
      (await dispatch(call)) ??
      graphError(400, "BadRequest", "The stand-in does not know this call.");
    return trouble ? refusalOf(trouble) : answer;
  };

  const dispatch = async (call: GraphCall): Promise<GraphAnswer | undefined> => {
    const { path, method } = call;
    const person = signIn.people.get(call.store.email);
    if (path === "/me")
      return {
        status: 200,
        json: {
          ...{ id: person?.oid, displayName: person?.name, mail: person?.email, userPrincipalName: person?.email },
          // https://learn.microsoft.com/en-us/graph/api/resources/user, only if it is selected
          ...(call.query.get("$select")?.includes("proxyAddresses") && {
            proxyAddresses: [`SMTP:${person?.email}`, ...(person?.aliases ?? []).map((one) => `smtp:${one}`)],
          }),
        },
      };
    if (path === "/$batch" && method === "POST") return batch(call);
    if (path === "/me/sendMail" && method === "POST") return sending.sendMail(call);
    const subscription = /^\/subscriptions(?:\/([^/]+))?(?:\/(\w+))?$/.exec(path);
    if (subscription) return subscriptions.answer(call, subscription[1], subscription[2]);
    if (path.startsWith("/me/mailFolders")) return folders.answer(call);
    if (path === "/me/messages") return method === "POST" ? sending.createDraft(call) : listMessages(call, undefined);
    const message = /^\/me\/messages\/([^/]+)(?:\/(.+))?$/.exec(path);
    if (!message) return undefined;
    const [, id = "", action] = message;
    return (
      (action && action !== "move" && action !== "$value" ? sending.of(call, id, action) : undefined) ??
      oneMessage(call, id, action)
    );
  };

  /** https://learn.microsoft.com/en-us/graph/json-batching */
  const batch = async (call: GraphCall): Promise<GraphAnswer> => {
    type Inner = { id: string; method: string; url: string; headers?: Record<string, string>; body?: unknown };
    const { requests } = bodyOf<{ requests: Inner[] }>(call);
    if (!Array.isArray(requests) || requests.length > 20)
      return graphError(400, "BadRequest", "Number of batch request steps exceeds the maximum value of 20.");
    const responses = await Promise.all(
      requests.map(async (inner) => {
        const address = new URL(`${url}/v1.0/${inner.url.replace(/^\//, "")}`);
        const headers = Object.fromEntries(
          Object.entries(inner.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
        );
        const body = Buffer.from(inner.body === undefined ? "" : JSON.stringify(inner.body));
        const answer = await graph({
          ...call,
          method: inner.method,
          path: decodeURIComponent(address.pathname.slice("/v1.0".length)),
          query: address.searchParams,
          headers,
          body,
        });
        return {
          id: inner.id,
          status: answer.status,
          headers: answer.headers ?? {},
          body: answer.bytes?.toString("base64") ?? answer.json,
        };
      }),
    );
    // In any order: "Individual responses might appear in a different order than the requests".
    return { status: 200, json: { responses: responses.toReversed() } };
  };

  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const body = Buffer.concat(pieces);
    const address = new URL(request.url ?? "/", url);
    const headers = request.headers as Record<string, string>;
    const [method, path] = [request.method ?? "GET", decodeURIComponent(address.pathname)];
    seen.push({ method, path, headers, body });
    if (isDown) return void request.socket.destroy();
    const form = () => new URLSearchParams(body.toString());
    if (path.endsWith("/v2.0/.well-known/openid-configuration")) return reply(response, signIn.discovery(url));
    if (path.endsWith("/discovery/v2.0/keys")) return reply(response, signIn.publicKeys());
    if (path.endsWith("/oauth2/v2.0/authorize"))
      return reply(response, method === "POST" ? signIn.decide(form()) : signIn.consentPage(address.searchParams));
    if (path.endsWith("/oauth2/v2.0/token")) {
      const trouble = troubles.find(({ count, matches }) => count > 0 && matches.test(`${method} ${path}`));
      if (trouble) trouble.count--;
      return reply(response, trouble ? refusalOf(trouble) : signIn.token(url, form(), headers.authorization));
    }
    if (path.startsWith("/upload/")) return reply(response, sending.upload(path.slice(8), headers, body));
    const store = stores.get(signIn.holderOf(headers.authorization)?.email ?? "");
    if (!store)
      return reply(
        response,
        graphError(401, "InvalidAuthenticationToken", "Access token has expired or is not yet valid."),
      );
    if (!path.startsWith("/v1.0/")) return reply(response, graphError(404, "BadRequest", "Invalid version."));
    reply(
      response,
      await graph({ method, path: path.slice(5), query: address.searchParams, headers, body, store, url }),
    );
  };

  const sockets = new Set<Socket>();
  const all: Socket[] = [];
  const server = createServer((request, response) => {
    serve(request, response).catch((error: Error) =>
      reply(response, graphError(500, "InternalServerError", error.message)),
    );
  })
    .on("connection", (socket: Socket) => all.push(socket))
    .on("connection", (socket: Socket) => sockets.add(socket.on("close", () => sockets.delete(socket))));
  await new Promise<void>((done) => server.listen(port, "127.0.0.1", done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url,
    clientId,
    clientSecret,
    signIn,
    subscriptions,
    seen,
    /** The bytes that the product has received from here. */
    sentBytes: () => all.reduce((sum, { bytesWritten }) => sum + bytesWritten, 0),
    /** Environment variables for the product. */
    settings: {
      MICROSOFT_CLIENT_ID: clientId,
      MICROSOFT_CLIENT_SECRET: clientSecret,
      MS_ISSUER: `${url}/common/v2.0`,
      GRAPH_BASE: url,
    },
    addAccount(email: string, name = email): MailStore {
      const store = new MailStore(email.toLowerCase());
      store.onChange = (change) => subscriptions.tell(store, change);
      stores.set(store.email, store);
      signIn.people.set(store.email, { email: store.email, name, oid: randomUUID(), aliases: [] });
      return store;
    },
    setAliases(email: string, aliases: string[]) {
      const person = signIn.people.get(email);
      if (person) person.aliases = aliases;
    },
    /** Invalidates every delta token. */
    expireDelta: () => folders.expire(),
    /** Refuses the next calls that match. With `afterwards` they are carried out, and only the answer is an error. */
    refuse: (matches: RegExp, trouble: Partial<Trouble> & { status: number }) =>
      troubles.unshift({ count: 1, afterwards: false, ...trouble, matches }),
    /** Breaks every connection until the server is up again. */
    setDown(down: boolean) {
      isDown = down;
    },
    stop: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** https://learn.microsoft.com/en-us/graph/throttling */
const refusalOf = ({ status, code = status === 429 ? "TooManyRequests" : "ServiceUnavailable", retryAfter }: Trouble) =>
  graphError(
    status,
    code,
    "Please retry again later.",
    retryAfter === undefined ? {} : { "retry-after": String(retryAfter) },
  );

function reply(response: ServerResponse, answer: GraphAnswer & { html?: string }) {
  const { status, headers = {}, json, bytes, html } = answer;
  const body = bytes ?? html ?? (json === undefined ? undefined : JSON.stringify(json));
  const type = html === undefined ? "application/json" : "text/html; charset=utf-8";
  response.writeHead(status, { ...(body !== undefined && { "content-type": type }), ...headers }).end(body);
}
