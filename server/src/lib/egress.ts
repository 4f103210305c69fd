/**
 * The way out to hosts that users name. It exposes a DNS lookup, a socket and a fetch that all refuse addresses inside our
 * own network; it must never connect to an address that it has not itself looked at.
 */
import { type LookupAddress, type LookupAllOptions, lookup as systemLookup } from "node:dns";
import { isIP, type LookupFunction, connect as netConnect, type Socket } from "node:net";
import { domainToASCII } from "node:url";
import ipaddr from "ipaddr.js";
import { Agent, buildConnector, fetch as undiciFetch } from "undici";

/** Whether hosts on this machine and its private networks may be reached: an installation's own decision. */
export type EgressPolicy = { allowPrivate: boolean };

/** The part of `dns.lookup` we use: every address of a name. */
export type Resolver = (
  host: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** One text for every refusal, so that an answer does not tell which inner hosts exist. */
export class ForbiddenHostError extends Error {
  readonly code = "EFORBIDDENHOST";

  constructor() {
    super("This host is not allowed.");
    this.name = "ForbiddenHostError";
  }
}

/** Cloud services for a machine's own use that sit on addresses which look public. */
const innerServices = new Set(["168.63.129.16"]);
const globalUnicast = ipaddr.parseCIDR("2000::/3");

/** True for addresses of the public internet only: everything special by the IANA registries is refused, mapped forms too. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const plain = ipaddr.process(address);
  if (plain.range() !== "unicast" || innerServices.has(plain.toString())) return false;
  return plain.kind() === "ipv4" || plain.match(globalUnicast);
}

/**
 * The host as the network will understand it, or a refusal. `0x7f.1`, `127。0。0。1` and `[::1]` are addresses in disguise:
 * `net.connect` skips the lookup for an address, so it has to be judged here.
 */
export function checkLiteral(host: string, policy: EgressPolicy): string {
  const bare = host.trim().replace(/^\[(.*)\]$/, "$1");
  const plain = isIP(bare) ? bare : /[\s/\\@:?#%[\]]/.test(bare) ? "" : domainToASCII(bare);
  // RFC 1035 2.3.4: no longer name exists, and resolvers differ in what they do with one.
  if (!plain || plain.length > 253) throw new ForbiddenHostError();
  if (isIP(plain) && !policy.allowPrivate && !isPublicAddress(plain)) throw new ForbiddenHostError();
  return plain;
}

/** A `lookup` for net, tls and undici. What it returns is what gets connected to, so a second DNS answer changes nothing. */
export function guardedLookup(policy: EgressPolicy, resolve: Resolver = systemLookup): LookupFunction {
  return (host, options, done) => {
    resolve(host, { ...options, family: familyOf(options.family), all: true }, (error, addresses) => {
      if (error) return done(error, "", 0);
      const [first] = addresses;
      // One inner address among public ones is an attempt, not a choice to make.
      const inner = !policy.allowPrivate && addresses.some(({ address }) => !isPublicAddress(address));
      if (!first || inner) return done(new ForbiddenHostError(), "", 0);
      return options.all ? done(null, addresses) : done(null, first.address, first.family);
    });
  };
}

/** Resolves when the host may be used now; for answering early, when settings are saved. Connecting checks again. */
export async function checkHost(host: string, policy: EgressPolicy, resolve?: Resolver): Promise<void> {
  const plain = checkLiteral(host, policy);
  if (isIP(plain)) return;
  await new Promise<void>((good, bad) => {
    guardedLookup(policy, resolve)(plain, { all: true }, (error) => (error ? bad(error) : good()));
  });
}

export type SocketRequest = EgressPolicy & { host: string; port: number; timeoutMs: number; resolve?: Resolver };

/** A connected plain socket to a permitted host. */
export async function openSocket({ host, port, timeoutMs, resolve, ...policy }: SocketRequest): Promise<Socket> {
  const plain = checkLiteral(host, policy);
  return new Promise((good, bad) => {
    const socket = netConnect({ host: plain, port, lookup: guardedLookup(policy, resolve) });
    const giveUp = (error: Error) => {
      clearTimeout(timer);
      // A socket destroyed while connecting may still report an error of its own; nobody else listens.
      socket.on("error", () => undefined).destroy();
      bad(error);
    };
    const timer = setTimeout(() => giveUp(timedOut()), timeoutMs);
    socket.once("error", giveUp).once("connect", () => {
      clearTimeout(timer);
      socket.off("error", giveUp);
      good(socket);
    });
  });
}

/** A fetch with the guard on every hop, redirects included, and an end to waiting. `close` ends its connections. */
export type GuardedFetch = typeof fetch & { close: () => Promise<void> };

export type FetchLimits = EgressPolicy & {
  connectMs?: number;
  headersMs?: number;
  bodyMs?: number;
  /** An answer that goes on beyond this is cut off with an error. */
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
    // undici's own types and the platform's describe the same objects twice; there is no common name for them.
    undiciFetch(input as never, { ...init, dispatcher: agent } as never) as unknown as Promise<Response>;
  return Object.assign(guarded, { close: () => agent.destroy() });
}

const timedOut = () => Object.assign(new Error("No answer in time"), { code: "ETIMEDOUT" });
const familyOf = (family: number | string | undefined) =>
  family === "IPv6" ? 6 : family === "IPv4" ? 4 : Number(family ?? 0);
