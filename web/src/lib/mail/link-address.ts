/** The allowed schemes of links in a mail; any other (`javascript:`, `data:`) is refused. */
export const linkSchemes = ["http", "https", "ftp", "ftps", "mailto", "tel", "callto", "sms", "cid", "xmpp"] as const;

/** Characters that browsers ignore in a URL, so that `java\tscript:` would run. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const skipped = /[\u0000-\u0020\u007f-\u00a0\u1680\u180e\u2000-\u202f\u205f\u3000\ufeff]/g;

/** Whether a URL has an allowed scheme. A URL without a scheme does not work in a mail. */
export function isLinkAllowed(address: string) {
  const scheme = /^([a-z][a-z0-9+.-]*):./i.exec(address.replaceAll(skipped, ""))?.[1]?.toLowerCase();
  return linkSchemes.some((allowed) => allowed === scheme);
}

/** Completes a typed URL: "example.com" and "me@example.com" get their scheme. */
export function linkAddressOf(typed: string): string | null {
  const text = typed.trim();
  if (isLinkAllowed(text)) return text;
  const isHostAndPort = /^[a-z0-9-]+(\.[a-z0-9-]+)+:\d/i.test(text);
  if (/^[a-z][a-z0-9+.-]*:/i.test(text) && !isHostAndPort) return null;
  if (/^[^\s@/]+@[^\s@/]+\.[^\s@/]+$/.test(text)) return `mailto:${text}`;
  return /^[^\s@/]+\.[^\s@]+$/.test(text) ? `https://${text.replace(/^\/+/, "")}` : null;
}
