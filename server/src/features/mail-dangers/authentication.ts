import { siteOf } from "./content-dangers.ts";

export type AuthenticationResult = "pass" | "fail" | "unknown";

type Server = { kind: string; host: string; email: string };

/**
 * Reads what the reader's own mail server found about the sender (RFC 8601). Anybody can write such a header field: only the topmost one
 * counts, and only if it names a server of the mailbox.
 */
export function authenticationOf(source: string, server: Server): AuthenticationResult {
  const head = source.slice(0, 1 << 18).split(/\r?\n\r?\n/, 1)[0] ?? "";
  const [, field = ""] = /^authentication-results:((?:.*(?:\r?\n[ \t].*)*))/im.exec(head) ?? [];
  const value = field
    .replaceAll(/\s+/g, " ")
    .replaceAll(/\([^()]{0,500}\)/g, " ")
    .trim()
    .toLowerCase();
  const [id = ""] = value.split(";", 1);
  if (!value || !isTrusted(id.trim().split(" ")[0] ?? "", server)) return "unknown";
  // Quoted strings hold addresses that the sender chose, such as "dmarc=pass"@evil.example.
  const results = value.replaceAll(/"[^"]{0,1000}"/g, " ").split(";");
  const resultOf = (method: string) =>
    results.map((one) => new RegExp(`^\\s*${method}\\s*=\\s*([a-z]+)`).exec(one)?.[1]).find(Boolean);
  const [dmarc, spf, dkim] = [resultOf("dmarc"), resultOf("spf"), resultOf("dkim")];
  if (dmarc === "pass") return "pass";
  if (dmarc === "fail") return "fail";
  if (dkim === "pass" || spf === "pass") return "pass";
  return dkim === "fail" || spf === "fail" ? "fail" : "unknown";
}

/** Outlook names no server in its own field. */
function isTrusted(id: string, { kind, host, email }: Server): boolean {
  if (kind === "gmail") return siteOf(id) === "google.com";
  if (kind === "outlook") return /^(?:spf|dkim|dmarc)=/.test(id) || siteOf(id) === "outlook.com";
  const own = [host, email.slice(email.lastIndexOf("@") + 1)].map((name) => siteOf(name.toLowerCase()));
  const hosts = hostedBy.get(own[0] ?? "") ?? [];
  return id.includes(".") && [...own, ...hosts].includes(siteOf(id));
}

/** Providers whose receiving servers have another domain than their IMAP servers. */
const hostedBy = new Map([
  ["gmail.com", ["google.com"]],
  ["googlemail.com", ["google.com"]],
  ["fastmail.com", ["messagingengine.com"]],
  ["me.com", ["icloud.com", "apple.com"]],
  ["zoho.com", ["zohomail.com"]],
  ["zoho.in", ["zohomail.in", "zohomail.com"]],
  ["zoho.eu", ["zohomail.eu", "zohomail.com"]],
  ["office365.com", ["outlook.com"]],
  ["gmx.com", ["gmx.net"]],
]);
