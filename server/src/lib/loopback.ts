import { isIP } from "node:net";

/** Whether a host is this machine itself, so that traffic to it crosses no network. */
export function isLoopback(host: string) {
  const bare = host
    .trim()
    .toLowerCase()
    .replace(/^\[(.*)\]$/, "$1");
  if (bare === "localhost" || bare === "::1") return true;
  return isIP(bare) === 4 && bare.startsWith("127.");
}
