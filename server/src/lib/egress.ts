// Connections to hosts that users name. Offers a DNS lookup, a socket and a fetch that refuse private addresses. Each connects only
// to an address that it has checked itself, so that a second DNS answer cannot change the target.
import { type LookupAddress, type LookupAllOptions, lookup as systemLookup } from "node:dns";
import { isIP, type LookupFunction, connect as netConnect, type Socket } from "node:net";
import { domainToASCII } from "node:url";
import ipaddr from "ipaddr.js";
import { Agent, buildConnector, fetch as undiciFetch } from "undici";
import type { SpanSpec } from "./span.ts";
import { inSpan } from "./trace.ts";

/** Whether hosts on this machine and in private networks may be reached; a setting of the installation. */
export type EgressPolicy = { allowPrivate: boolean };

/** The overload of `dns.lookup` that returns every address of a name. */
export type Resolver = (
  host: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** The same message for every refusal, so that it does not reveal which internal hosts exist. */
export class ForbiddenHostError extends Error {
  readonly code = "EFORBIDDENHOST";

  constructor() {
    super("This host is not allowed.");
    this.name = "ForbiddenHostError";
  }
}

/** Internal cloud services at addresses that look public: Azure's WireServer. */
const internalServices = new Set(["168.63.129.16"]);
const globalUnicast = ipaddr.parseCIDR("2000::/3");

/** True only for public internet addresses. False for all special-purpose ranges of the IANA registries, also in mapped forms. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const plain = ipaddr.process(address);
  if (plain.range() !== "unicast" || internalServices.has(plain.toString())) return false;
  return plain.kind() === "ipv4" || plain.match(globalUnicast);
}

/**
 * Normalizes a host, and throws if it is a forbidden address. `0x7f.1`, `127。0。0。1` and `[::1]` are addresses too, and
 * `net.connect` skips the lookup for an address, so it must be checked here.
 */
export function checkLiteral(host: string, policy: EgressPolicy): string {
  const bare = host.trim().replace(/^\[(.*)\]$/, "$1");
  const plain = isIP(bare) ? bare : /[\s/\\@:?#%[\]]/.test(bare) ? "" : domainToASCII(bare);
  // RFC 1035 2.3.4 limits a name to 255 octets, which is 253 characters; resolvers differ in how they treat longer ones.
  if (!plain || plain.length > 253) throw new ForbiddenHostError();
  if (isIP(plain) && !policy.allowPrivate && !isPublicAddress(plain)) throw new ForbiddenHostError();
  return plain;
}

/** A `lookup` for net, tls and undici. They connect to the address that it returns, without a second DNS query. */
export function guardedLookup(policy: EgressPolicy, resolve: Resolver = systemLookup): LookupFunction {
  return (host, options, done) => {
    resolve(host, { ...options, family: familyOf(options.family), all: true }, (error, addresses) => {
      if (error) return done(error, "", 0);
      const [first] = addresses;
      // A private address among public ones is treated as an attack: the whole name is refused.
      const hasPrivate = !policy.allowPrivate && addresses.some(({ address }) => !isPublicAddress(address));
      if (!first || hasPrivate) return done(new ForbiddenHostError(), "", 0);
      return options.all ? done(null, addresses) : done(null, first.address, first.family);
    });
  };
}

/** Throws if the host may not be used. For an early answer when settings are saved; a connection checks again. */
export async function checkHost(host: string, policy: EgressPolicy, resolve?: Resolver): Promise<void> {
  if (!isIP(checkLiteral(host, policy))) await addressesOf(host, policy, resolve);
}

/** The addresses of a host, which are allowed. */
export async function addressesOf(host: string, policy: EgressPolicy, resolve?: Resolver): Promise<string[]> {
  const plain = checkLiteral(host, policy);
  if (isIP(plain)) return [plain];
  return new Promise((resolved, rejected) => {
    guardedLookup(policy, resolve)(plain, { all: true }, (error, found) => {
      if (error) rejected(error);
      else resolved([found].flat().map((one) => (typeof one === "string" ? one : one.address)));
    });
  });
}

type SocketRequest = EgressPolicy & { host: string; port: number; timeoutMs: number; resolve?: Resolver };

/** Connects a plain socket to a permitted host. */
export async function openSocket({ host, port, timeoutMs, resolve, ...policy }: SocketRequest): Promise<Socket> {
  const plain = checkLiteral(host, policy);
  return new Promise((resolved, rejected) => {
    const socket = netConnect({ host: plain, port, lookup: guardedLookup(policy, resolve) });
    const giveUp = (error: Error) => {
      clearTimeout(timer);
      // A socket that is destroyed while connecting may still emit an error, which would be unhandled.
      socket.on("error", () => undefined).destroy();
      rejected(error);
    };
    const timer = setTimeout(() => giveUp(timedOut()), timeoutMs);
    socket.once("error", giveUp).once("connect", () => {
      clearTimeout(timer);
      socket.off("error", giveUp);
      resolved(socket);
    });
  });
}

/** A fetch that checks every host, including redirects, and has timeouts. `close` ends its connections. */
type GuardedFetch = typeof fetch & { close: () => Promise<void> };

type FetchLimits = EgressPolicy & {
  connectMs?: number;
  headersMs?: number;
  bodyMs?: number;
  /** A longer response is aborted with an error. */
  maxBytes?: number;
  resolve?: Resolver;
};

export function openFetch(limits: FetchLimits): GuardedFetch {
  const { connectMs = 10_000, headersMs = 60_000, bodyMs = 60_000, maxBytes = 128 << 20, resolve } = limits;
  const connect = buildConnector({ timeout: connectMs, lookup: guardedLookup(limits, resolve) });
  const agent = new Agent({
    headersTimeout: headersMs,
    bodyTimeout: bodyMs,
    maxResponseSize: maxBytes,
    connect(options, done) {
      try {
        connect({ ...options, hostname: checkLiteral(options.hostname, limits) }, done);
      } catch (error) {
        done(error as Error, null);
      }
    },
  });
  const guarded = (input: Parameters<typeof fetch>[0], init?: RequestInit) =>
    inSpan(
      spanOf(input, init),
      () =>
        // undici and Node's global types describe the same objects with incompatible types.
        undiciFetch(input as never, { ...init, dispatcher: agent } as never) as unknown as Promise<Response>,
    );
  return Object.assign(guarded, { close: () => agent.destroy() });
}

/** The host without the path and the query, which may name a person or hold a token. */
function spanOf(input: Parameters<typeof fetch>[0], init: RequestInit | undefined): SpanSpec {
  const method = init?.method ?? (input instanceof Request ? input.method : "GET");
  const host = URL.parse(input instanceof Request ? input.url : String(input))?.hostname;
  return { name: method, kind: "client", attributes: { "http.request.method": method, "server.address": host } };
}

const timedOut = () => Object.assign(new Error("No answer in time"), { code: "ETIMEDOUT" });
const familyOf = (family: number | string | undefined) =>
  family === "IPv6" ? 6 : family === "IPv4" ? 4 : Number(family ?? 0);
