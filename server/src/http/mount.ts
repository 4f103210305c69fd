import { type Endpoint, isMailCall } from "@intellibox/contract/endpoint";
import { type KeyAccess, keyAccessOf } from "@intellibox/contract/key-calls";
import { may } from "@intellibox/contract/rules/access";
import { t } from "@intellibox/contract/text/t";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { countedAddress } from "#lib/counted-address.ts";
import { AppError, forbidden, unauthenticated } from "#lib/errors.ts";
import type { Owner } from "#lib/fair-queue.ts";
import { inLanguage, preferredLanguage } from "#lib/languages.ts";
import { openScope, openVisitor, type Person, type Scope, type World } from "#scope.ts";
import { type KeyGate, openKeyGate } from "./admit-key.ts";
import { openBodyBudget } from "./body-budget.ts";
import { EncodedAnswer } from "./encoded-answer.ts";
import { answerAsEvents } from "./event-stream.ts";
import { areLargeFields, isLarge, readLargeBody, UnreadBody, writeLargeAnswer } from "./large-calls.ts";
import { minuteMs, type RequestCounts } from "./rate-limit-store.ts";
import { resolveReach } from "./reach.ts";
import { parsePart } from "./refusal.ts";
import type { Emit, JsonRoute, RawRoute, Route } from "./route.ts";
import { refuseOldProof } from "./step-up.ts";
import { Unchanged, unlessKnownTo } from "./unless-known.ts";
import { readUpload, type UploadedFile } from "./uploads.ts";

/** Implemented by features, which this folder must not import. */
export type Gatekeeper = {
  /** `address` is the network address of the caller. `readsMail` asks for the state of their mail, too. */
  findCaller(token: string, about: { address: string; readsMail: boolean }): Promise<Person | undefined>;
  /** Called when a super admin acts for another tenant. Throws if the tenant does not exist. */
  recordActing(scope: Scope): Promise<void>;
  /** Shares the counts of the keys' calls with the other processes. */
  requestCounts: RequestCounts;
};

declare module "fastify" {
  interface FastifyRequest {
    caller: Person | undefined;
    /** Aborts when the caller closes the connection. */
    gone: AbortSignal | undefined;
  }
  interface FastifyContextConfig {
    /** Whether the JSON parser leaves a large body as an `UnreadBody`. */
    readsLargeBodies?: boolean;
    /** Whether a form is accepted, whose fields are not read. */
    acceptsForms?: boolean;
  }
}

export function mountRoutes(app: FastifyInstance, world: World, given: Gatekeeper, routes: Route[]) {
  const gatekeeper = { ...given, admitKey: openKeyGate(given.requestCounts) };
  app.decorateRequest("caller", undefined);
  app.decorateRequest("gone", undefined);
  const budget = openBodyBudget();
  for (const route of routes) {
    if ("raw" in route) mountRaw(app, world, gatekeeper, route);
    else mountJson(app, world, { gatekeeper, budget }, route);
  }
}

const defaultBodyBytes = 1024 * 1024;
/** Enough for a provider's notifications. Small, because such a body is parsed on the event loop. */
const rawBodyBytes = 256 * 1024;

type Gates = Gatekeeper & { admitKey: KeyGate };
type Guards = { gatekeeper: Gates; budget: ReturnType<typeof openBodyBudget> };

function mountJson(
  app: FastifyInstance,
  world: World,
  { gatekeeper, budget }: Guards,
  { endpoint, handle, isConditional = false }: JsonRoute,
) {
  const bodyLimit = endpoint.maxBodyBytes ?? defaultBodyBytes;
  app.route({
    method: endpoint.method,
    url: `/api${endpoint.path.replaceAll(/\{(\w+)\}/g, ":$1")}`,
    bodyLimit,
    onRequest: [
      admit(world, gatekeeper, { ...endpoint, key: keyAccessOf(endpoint), readsMail: isConditional }),
      budget(Math.max(bodyLimit, endpoint.files?.maxTotalBytes ?? 0)),
    ],
    config: {
      readsLargeBodies: true,
      ...(endpoint.perMinute && {
        rateLimit: rateLimit(endpoint.perMinute === "sends" ? world.config.sendsPerMinute : endpoint.perMinute),
      }),
    },
    handler: (request, reply) =>
      inLanguage(preferredLanguage(request.headers["accept-language"]), async () => {
        const call = await readCall(endpoint, request);
        const scope = await scopeOf(world, gatekeeper, endpoint, request, reply);
        const run = handle as (scope: unknown, call: unknown) => unknown;
        const answer = async (emit?: Emit) => {
          const answerWith = (status: number, headers = {}) => reply.status(status).headers(headers);
          const unlessKnown = unlessKnownTo({ request, reply, endpoint });
          const value = await run(scope, { ...call, emit, answerWith, unlessKnown });
          if (value instanceof Unchanged) return value;
          if (request.method !== "GET" && request.caller) world.db.replica?.noteWrite(request.caller.id);
          if (value instanceof EncodedAnswer) return value.bytes;
          if (isLarge(value)) return writeLargeAnswer(endpoint, value, queueOwnerOf(request));
          return z.encode(endpoint.response, value as z.output<typeof endpoint.response>);
        };
        if (endpoint.streams && request.headers.accept?.includes("text/event-stream"))
          return answerAsEvents(request, reply, answer);
        reply.status(endpoint.status ?? 200);
        const answered = await answer();
        if (answered instanceof Unchanged) return reply.status(304).send();
        if (Buffer.isBuffer(answered)) reply.type(jsonType);
        return reply.send(answered);
      }),
  });
}

const jsonType = "application/json; charset=utf-8";

function mountRaw(
  app: FastifyInstance,
  world: World,
  gatekeeper: Gates,
  { method, path, access, tenancy, mail, key = "never", perMinute, countedBy, acceptsForms = false, handle }: RawRoute,
) {
  app.route({
    method,
    url: path,
    bodyLimit: rawBodyBytes,
    onRequest: admit(world, gatekeeper, { access, tenancy, key, ...(mail !== undefined && { mail }) }),
    config: { acceptsForms, ...(perMinute && { rateLimit: rateLimit(perMinute, countedBy) }) },
    handler: async (request, reply) => {
      const scope = await scopeOf(world, gatekeeper, { access, tenancy }, request, reply);
      return (handle as (scope: unknown, request: FastifyRequest, reply: FastifyReply) => unknown)(
        scope,
        request,
        reply,
      );
    },
  });
}

type Admission = Pick<
  Endpoint,
  "access" | "tenancy" | "mail" | "beforePasswordChange" | "beforeSecondFactor" | "stepUp"
> & { key: KeyAccess; readsMail?: boolean };

/** Authenticates and authorizes before the body is read. */
function admit(world: World, gatekeeper: Gates, endpoint: Admission) {
  const { access, beforePasswordChange = false, beforeSecondFactor = beforePasswordChange, stepUp = false } = endpoint;
  const { readsMail = false } = endpoint;
  const isMail = isMailCall(endpoint);
  return async (request: FastifyRequest, reply: FastifyReply) => {
    callerGone(request, reply);
    if (access === "public") return;
    const token = /^Bearer ([\w-]{16,200})$/i.exec(request.headers.authorization ?? "")?.[1];
    const caller = token ? await gatekeeper.findCaller(token, { address: request.ip, readsMail }) : undefined;
    if (!caller) throw unauthenticated();
    request.caller = caller;
    if (caller.key) await gatekeeper.admitKey(caller.key, endpoint.key);
    if (!may(caller.role, access)) throw forbidden();
    if (caller.mustChangePassword && !beforePasswordChange) {
      throw new AppError("password_change_required", t("Please change your password first"));
    }
    if (caller.mustAddFactor && !beforeSecondFactor) {
      throw new AppError(
        "second_factor_required",
        t("Your company requires a second factor. Please set one up first."),
      );
    }
    if (stepUp) refuseOldProof(caller, world.outside.now());
    if (caller.mailClosed && isMail) {
      throw new AppError(
        "mail_closed",
        t(
          "Your mail is closed because somebody else set your password. Confirm your address by a link in mail, or ask the owner company to release it.",
        ),
      );
    }
  };
}

/** Call it before the first await: `close` is emitted only once. */
function callerGone(request: FastifyRequest, reply: FastifyReply): AbortSignal {
  if (!request.gone) {
    const gone = new AbortController();
    reply.raw.once("close", () => gone.abort(new Error("The caller went away")));
    request.gone = gone.signal;
  }
  return request.gone;
}

async function scopeOf(
  world: World,
  gatekeeper: Gatekeeper,
  endpoint: Pick<Endpoint, "access" | "tenancy">,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const call = {
    log: request.log as World["log"],
    signal: callerGone(request, reply),
    address: request.ip,
    userAgent: String(request.headers["user-agent"] ?? "").slice(0, 300),
    cookies: String(request.headers.cookie ?? ""),
  };
  if (!request.caller) return openVisitor(world, call);

  const named = request.headers["x-tenant-id"];
  const { tenantId, reach } = resolveReach(request.caller, Array.isArray(named) ? named[0] : named, endpoint);
  const scope = openScope(world, { user: request.caller, tenantId, reach }, call);
  if (scope.isActing) await gatekeeper.recordActing(scope);
  return scope;
}

type Parsed = { params?: unknown; query?: unknown; headers?: unknown; body?: unknown; files?: UploadedFile[] };

async function readCall(endpoint: Endpoint, request: FastifyRequest): Promise<Parsed> {
  const upload = endpoint.files && request.isMultipart() ? await readUpload(request, endpoint.files) : undefined;
  const given = {
    params: request.params,
    query: request.query,
    headers: request.headers,
    body: upload?.fields ?? request.body ?? {},
  };
  const parsed: Parsed = endpoint.files ? { files: upload?.files ?? [] } : {};
  for (const part of ["params", "query", "headers", "body"] as const) {
    const schema = endpoint[part];
    if (!schema) continue;
    const isUnread = part === "body" && (given.body instanceof UnreadBody || (upload && areLargeFields(upload.fields)));
    parsed[part] = isUnread
      ? await readLargeBody(endpoint, given.body as UnreadBody | Record<string, string>, queueOwnerOf(request))
      : parsePart(schema, given[part], part);
  }
  return parsed;
}

/** Without a session, each address has its own turn in the queue. */
const queueOwnerOf = ({ caller, ip }: FastifyRequest): Owner =>
  caller ? { tenantId: caller.tenantId, userId: caller.id } : { tenantId: "", userId: countedAddress(ip) };

const callerOf = (request: FastifyRequest) => request.caller?.id ?? countedAddress(request.ip);

const rateLimit = (max: number, keyGenerator = callerOf) => ({ max, timeWindow: minuteMs, keyGenerator });
