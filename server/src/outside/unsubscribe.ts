/** The one-click call of RFC 8058. No cookie, address or other mark of the reader is sent, and no redirect is followed. */
import { openFetch } from "#lib/egress.ts";
import { isLoopback } from "#lib/loopback.ts";

const timeoutMs = 10_000;
const maxBytes = 64 << 10;

export function openUnsubscribe(policy: { allowPrivate: boolean }) {
  const fetch = openFetch({ ...policy, connectMs: 5_000, headersMs: timeoutMs, bodyMs: timeoutMs, maxBytes });
  /** Resolves if the list's server accepted the call. */
  const unsubscribe = async (url: string): Promise<void> => {
    const target = new URL(url);
    // RFC 8058 3.1 demands https. A server on this machine is for tests and trials.
    const isSafe = target.protocol === "https:" || (policy.allowPrivate && isLoopback(target.hostname));
    if (!isSafe || target.username || target.password) throw new Error("The link is not an https address.");
    const response = await fetch(url, {
      method: "POST",
      body: "List-Unsubscribe=One-Click",
      headers: { "content-type": "application/x-www-form-urlencoded", "user-agent": "Intellibox" },
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`The list's server answered with status ${response.status}.`);
  };
  return { unsubscribe, close: fetch.close };
}
