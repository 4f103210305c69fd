/** Hands notifications to the push services of browsers (RFC 8030), encrypted for the browser (RFC 8291). */
import { createECDH } from "node:crypto";
import { openFetch } from "#lib/egress.ts";
import { isLoopback } from "#lib/loopback.ts";
import { openHostCheck } from "./host-check.ts";

const timeoutMs = 10_000;
const maxBytes = 64 << 10;

export type PushSubscription = { endpoint: string; p256dh: string; auth: string };
export type PushIdentity = { publicKey: string; privateKey: string; subject: string };

export type PushedNotification = {
  payload: string;
  /** How long the service keeps it for a browser that is away. */
  ttlSeconds: number;
  urgency: "normal" | "high";
  /** Replaces a notification with the same topic that the browser has not got yet. At most 32 characters of base64url. */
  topic: string;
};

/**
 * - `taken`: the service has it
 * - `gone`: the subscription has ended
 * - `later`: the service did not take it, and may take it after the seconds
 * - `refused`: it will not take it
 */
export type PushOutcome =
  | { kind: "taken" | "gone" }
  | { kind: "later"; afterSeconds: number | undefined }
  | { kind: "refused"; reason: string };

export type WebPush = {
  /** A new key pair of an installation. */
  newKeys(): Promise<{ publicKey: string; privateKey: string }>;
  /** Throws if the address is no https address of a public host, or the key is no point of the curve. */
  check(subscription: PushSubscription): Promise<void>;
  /** Throws if the connection failed: whether the service got it is not known then. */
  send(subscription: PushSubscription, identity: PushIdentity, pushed: PushedNotification): Promise<PushOutcome>;
  close(): Promise<void>;
};

export function openWebPush(policy: { allowPrivate: boolean }): WebPush {
  const fetch = openFetch({ ...policy, connectMs: 5_000, headersMs: timeoutMs, bodyMs: timeoutMs, maxBytes });
  const checkHost = openHostCheck(policy);
  // Loaded when it is first needed: most processes start without a notification to send.
  const library = async () => (await import("web-push")).default;

  /** RFC 8030 demands https. A service on this machine is for tests. */
  const parse = (endpoint: string): URL => {
    const url = URL.parse(endpoint);
    const isSafe = url?.protocol === "https:" || (policy.allowPrivate && !!url && isLoopback(url.hostname));
    if (!url || !isSafe || url.username || url.password) throw new Error("The endpoint is not an https address.");
    return url;
  };

  return {
    newKeys: async () => (await library()).generateVAPIDKeys(),
    async check({ endpoint, p256dh }) {
      const { hostname } = parse(endpoint);
      const own = createECDH("prime256v1");
      own.generateKeys();
      own.computeSecret(p256dh, "base64url");
      await checkHost(hostname);
    },
    async send({ endpoint, p256dh, auth }, identity, { payload, ttlSeconds, urgency, topic }) {
      const url = parse(endpoint);
      const { headers, body } = (await library()).generateRequestDetails(
        { endpoint: url.href, keys: { p256dh, auth } },
        payload,
        { vapidDetails: identity, TTL: ttlSeconds, urgency, topic, contentEncoding: "aes128gcm" },
      );
      const { "Content-Length": _, ...plain } = headers as Record<string, string>;
      const response = await fetch(url.href, {
        method: "POST",
        headers: Object.fromEntries(Object.entries(plain).map(([name, value]) => [name, String(value)])),
        body: new Uint8Array(body as Buffer),
        redirect: "manual",
        signal: AbortSignal.timeout(timeoutMs),
      });
      await response.body?.cancel();
      return outcomeOf(response);
    },
    close: fetch.close,
  };
}

function outcomeOf({ status, ok, headers }: Response): PushOutcome {
  if (ok) return { kind: "taken" };
  if (status === 404 || status === 410) return { kind: "gone" };
  if (status === 429 || status >= 500)
    return { kind: "later", afterSeconds: secondsOf(headers.get("retry-after") ?? "") };
  return { kind: "refused", reason: `status ${status}` };
}

/** `Retry-After` is a number of seconds or a date (RFC 9110 10.2.3). */
function secondsOf(text: string): number | undefined {
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined;
}
