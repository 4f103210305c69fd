// Reads how a mailing list can be left (RFC 2369, RFC 8058). The header comes from its sender and may hold anything.
import { emailPattern } from "@intellibox/contract/rules/email-pattern";
import type { UnsubscribeMethod } from "@intellibox/contract/rules/unsubscribe";
import { checkLiteral, type EgressPolicy } from "#lib/egress.ts";

export type UnsubscribeMail = { to: string; subject: string; body: string };
export type UnsubscribeWay = {
  method: UnsubscribeMethod;
  /** Shown to the reader before they confirm: a page, a host or a mail address. */
  to: string;
  /** For a call of ours. */
  call?: string;
  mail?: UnsubscribeMail;
  link?: string;
};

type Headers = { listUnsubscribe?: string; listUnsubscribePost?: string; listId?: string };

const longestUrl = 2000;

const nextUri = /,\s*(?=(?:https?|mailto):)/i;

/** Undefined if the mail offers no way. */
export function unsubscribeWay(headers: Headers, policy: EgressPolicy): UnsubscribeWay | undefined {
  const given = headers.listUnsubscribe ?? "";
  // Without brackets by some senders, against RFC 2369 2.
  const uris = given.includes("<")
    ? [...given.matchAll(/<([^<>]*)>/g)].map(([, uri = ""]) => uri)
    : given.split(nextUri);
  const plain = uris.map((uri) => uri.replace(/\s/g, "")).filter((uri) => uri && uri.length <= longestUrl);
  const pages = plain.flatMap((uri) => pageOf(uri, policy) ?? []);
  const mail = plain.map(mailOf).find((one) => one !== undefined);
  const takesCalls = /^\s*List-Unsubscribe\s*=\s*One-Click\s*$/i.test(headers.listUnsubscribePost ?? "");
  // RFC 8058 3.1 asks for HTTPS: the URI of the call is a secret of the reader's.
  const called = takesCalls ? pages.find(({ protocol }) => policy.allowPrivate || protocol === "https:") : undefined;
  const page = pages.find(({ protocol }) => protocol === "https:") ?? pages[0];
  const others = { ...(mail && { mail }), ...(page && { link: page.href }) };
  if (called) return { method: "oneClick", to: called.host, call: called.href, ...others };
  if (mail) return { method: "mail", to: mail.to, ...others };
  if (page) return { method: "link", to: page.href, ...others };
  return undefined;
}

function pageOf(uri: string, policy: EgressPolicy): URL | undefined {
  const url = URL.parse(uri);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return undefined;
  return policy.allowPrivate || isPublicHost(url.hostname) ? url : undefined;
}

/** Names that no public server has: RFC 6761, 6762, 8375 and ICANN's `internal`. */
const privateName = /(?:^|\.)(?:localhost|local|internal|home\.arpa)$/;

/** Without a DNS query: a reader's browser would open the page in the reader's own network. */
function isPublicHost(host: string): boolean {
  const plain = host.replace(/\.$/, "");
  try {
    checkLiteral(plain, { allowPrivate: false });
  } catch {
    return false;
  }
  return /[.:]/.test(plain) && !privateName.test(plain);
}

/** RFC 6068. Only one recipient, the subject and the text are taken: other fields could send mail to strangers. */
function mailOf(uri: string): UnsubscribeMail | undefined {
  const [, address = "", query = ""] = /^mailto:([^?]*)(?:\?(.*))?$/i.exec(uri) ?? [];
  const to = decoded(address).trim();
  if (to.length > 320 || !emailPattern.test(to)) return undefined;
  const fields = new Map(
    query.split("&").map((field): [string, string] => {
      const at = field.indexOf("=");
      return [field.slice(0, Math.max(at, 0)).toLowerCase(), decoded(field.slice(at + 1))];
    }),
  );
  const subject = (fields.get("subject") ?? "")
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .slice(0, 200);
  const body = (fields.get("body") ?? "")
    .replace(/[^\P{Cc}\n]/gu, "")
    .trim()
    .slice(0, 1000);
  return { to, subject: subject || "Unsubscribe", body: body || "Please unsubscribe this address from the list." };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text).toWellFormed();
  } catch {
    return text;
  }
}

/** Under which name a list is remembered: its List-Id, else its sender. */
export function listOf({ listId = "" }: Headers, from: string): string {
  const id = /<([^<>]*)>/.exec(listId)?.[1] ?? listId;
  return (id.replace(/\s/g, "") || from).toLowerCase().slice(0, 500);
}

/**
 * The DKIM result of the reader's own server, from the topmost Authentication-Results (RFC 8601 5). RFC 8058 4 asks
 * for a valid DKIM signature. Undefined if the server says nothing.
 */
export function dkimResult(source: string): "pass" | "fail" | undefined {
  const head = source.slice(0, 1 << 20).split(/\r?\n\r?\n/, 1)[0] ?? "";
  const [, value = ""] = /^authentication-results:((?:.*(?:\r?\n[ \t].*)*))/im.exec(head) ?? [];
  const results = [...value.matchAll(/\bdkim\s*=\s*([a-z]+)/gi)].map(([, result = ""]) => result.toLowerCase());
  if (results.length === 0) return undefined;
  return results.includes("pass") ? "pass" : "fail";
}
