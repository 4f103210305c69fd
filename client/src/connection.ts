import { keyPrefix } from "@intellibox/contract/rules/key-scopes";
import type { Connection } from "./make-call.ts";

export type ClientOptions = {
  /** The address of the installation, such as https://mail.example.com. */
  url: string;
  /** An API key: `ibx_…`, from My Profile, Programs. */
  key: string;
  /** For one attempt: until its answer is complete, or has begun if it is a stream or a file. 60 seconds by default. */
  timeoutMs?: number;
  /** How often a call is repeated at most; 3 by default. */
  retries?: number;
  /** The language of the server's messages, such as `hi`; English by default. */
  language?: string;
  /** Names the program in the server's records, if the runtime allows it. */
  userAgent?: string;
  /** Allows http to another computer, where anybody on the way can read the key. */
  allowsHttp?: boolean;
  /** In place of the runtime's own, such as one that uses a proxy. */
  fetch?: typeof fetch;
};

/** Refuses an address or a key that cannot be right, before anything is sent. */
export function connectionOf({
  url,
  key,
  timeoutMs = 60_000,
  retries = 3,
  language = "en",
  userAgent,
  allowsHttp = false,
  fetch: send = (...request) => globalThis.fetch(...request),
}: ClientOptions): Connection {
  const address = URL.canParse(url) ? new URL(url) : undefined;
  if (!address || !["https:", "http:"].includes(address.protocol) || address.username || address.password)
    throw new TypeError("url must be the address of an Intellibox installation, such as https://mail.example.com");
  if (address.protocol === "http:" && !allowsHttp && !isThisComputer(address.hostname))
    throw new TypeError("http would show the key to everybody on the way. Use https, or set allowsHttp.");
  if (!key.startsWith(keyPrefix) || !/^[\w-]{16,200}$/.test(key))
    throw new TypeError(`key must be an API key, which begins with ${keyPrefix}`);
  const base = `${address.origin}${address.pathname}`.replace(/\/+$/, "").replace(/\/api$/, "");
  return {
    api: `${base}/api`,
    headers: {
      ...{ authorization: `Bearer ${key}`, "accept-language": language },
      ...(userAgent && { "user-agent": userAgent }),
    },
    ...{ timeoutMs, retries, fetch: send },
  };
}

const isThisComputer = (host: string) =>
  host === "localhost" || host.endsWith(".localhost") || /^127(\.\d+){3}$/.test(host) || host === "[::1]";
