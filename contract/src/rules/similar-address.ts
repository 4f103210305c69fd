import { isOneSlipApart } from "./close-words.ts";

/** Domains of mail providers, which say nothing about a company. */
export const publicDomains = new Set(
  "gmail.com googlemail.com outlook.com hotmail.com live.com msn.com yahoo.com yahoo.co.in yahoo.co.uk icloud.com me.com mac.com aol.com gmx.de gmx.net gmx.com web.de t-online.de proton.me protonmail.com rediffmail.com zoho.com mail.com yandex.com yandex.ru mail.ru qq.com 163.com orange.fr free.fr libero.it".split(
    " ",
  ),
);

export const addressKey = (address: string) => address.trim().toLowerCase();
/** The part after the @. */
export const addressDomain = (address: string) => addressKey(address).slice(addressKey(address).lastIndexOf("@") + 1);
/** The part before the @. */
export const addressName = (address: string) => addressKey(address).slice(0, addressKey(address).lastIndexOf("@"));

/** Letters that look alike: "rn" and "m", "l" and "1", Cyrillic "а". */
export const lookOf = (text: string) =>
  text
    .normalize("NFKC")
    .replaceAll("rn", "m")
    .replaceAll("vv", "w")
    .replaceAll(/[1il|]/g, "l")
    .replaceAll("0", "o")
    .replaceAll("5", "s")
    .replaceAll(/[аạ]/g, "a")
    .replaceAll(/[еẹ]/g, "e")
    .replaceAll(/[оọ]/g, "o")
    .replaceAll("р", "p")
    .replaceAll("с", "c");

/** True if a domain can be taken for another: by a typing mistake, letters that look alike, or another ending. */
export const isSimilarDomain = (a: string, b: string) =>
  a !== b && (lookOf(a) === lookOf(b) || isOneSlipApart(a, b) || isOtherEnding(a, b));

/** One name under two top-level domains: acme.co and acme.com. */
const isOtherEnding = (a: string, b: string) => {
  const [stemA, stemB] = [a.split(".")[0] ?? "", b.split(".")[0] ?? ""];
  return stemA === stemB && stemA.length >= 4 && (a.startsWith(b) || b.startsWith(a) || isOneSlipApart(a, b));
};
