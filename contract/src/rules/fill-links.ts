import { braceToken } from "./merge-tokens.ts";

/** A link with an address, as sanitizers and editors write it. It never spans another tag, so that hostile text is read in linear time. */
const link = /(<a\s(?:[^<>"]|"[^<>"]*")*?\bhref=")([^<>"]*)(?=")/gi;
const everyToken = new RegExp(braceToken, "gu");
const onlyToken = new RegExp(`^(?:https?://)?(${braceToken})$`, "iu");
/** Browsers write the braces of a path like this. */
const encodedToken = /%7b((?:[^%{}<>"\s]|%20|%7c){1,130})%7d/gi;

/** The addresses of the links that may have tokens. */
export const linkAddresses = (html: string): string[] =>
  [...html.matchAll(link)].map((found) => readable(found[2] ?? ""));

/**
 * Fills the tokens in the addresses of links. A value is one part of the address, so its signs are encoded: it cannot bring another
 * host, path or parameter. Only a token that is all of the address may be a web address.
 */
export const fillLinks = (html: string, wordsFor: (token: string) => string | undefined): string =>
  html.replaceAll(link, (_, before: string, address: string) => before + fillAddress(readable(address), wordsFor));

function fillAddress(address: string, wordsFor: (token: string) => string | undefined): string {
  const token = onlyToken.exec(address)?.[1];
  const web = webAddress((token && wordsFor(token)) ?? "");
  return web ?? address.replaceAll(everyToken, (found) => encoded(wordsFor(found)) ?? found);
}

const readable = (address: string) =>
  address.replaceAll(
    encodedToken,
    (_, inside: string) => `{${inside.replaceAll("%20", " ").replaceAll(/%7c/gi, "|")}}`,
  );

const encoded = (value: string | undefined) =>
  value === undefined ? undefined : encodeURIComponent(value.toWellFormed()).replaceAll("'", "%27");

/** "https://example.com/a" and "example.com/a"; undefined if the value is no address of a website. */
function webAddress(value: string): string | undefined {
  const text = value.trim().toWellFormed();
  const scheme = /^https?:\/\/(?=[\p{L}\p{N}])/iu.test(text) ? "" : "https://";
  if (scheme && !/^[\p{L}\p{N}.-]+\.\p{L}{2,}(?:[/?#]|$)/u.test(text)) return undefined;
  const safe = text.replaceAll(/[\s\p{Cc}"'<>\\^`{}|]/gu, (sign) => encoded(sign) ?? "");
  return scheme + safe.replaceAll("&", "&amp;");
}
