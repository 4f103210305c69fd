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

/** Cyrillic, Greek and other letters that look like Latin ones, each group behind its Latin letter. */
const twins = "aаαɑ bЬ cсϲ dԁ eеёє gɡ hһ iіíìïıι jј kκк mм nпη oоοօσö pрρ qԛ rг sѕ tт uυս vνѵ wԝω xхχ yуγ zᴢ".split(
  " ",
);
const latinOf = new Map(
  twins.flatMap(([latin = "", ...others]) => others.map((other): [string, string] => [other, latin])),
);

/** Letters that look alike: "rn" and "m", "l" and "1", Cyrillic "а". */
export const lookOf = (text: string) =>
  text
    .normalize("NFKD")
    .replaceAll(/[\u0300-\u036f]/g, "")
    .replaceAll(/\P{ASCII}/gu, (letter) => latinOf.get(letter) ?? letter)
    .replaceAll("rn", "m")
    .replaceAll("vv", "w")
    .replaceAll(/[1il|]/g, "l")
    .replaceAll("0", "o")
    .replaceAll("5", "s");

/** True if a domain can be taken for another: by a typing mistake, letters that look alike, or another ending. */
export const isSimilarDomain = (a: string, b: string) =>
  a !== b && (lookOf(a) === lookOf(b) || isOneSlipApart(a, b) || isOtherEnding(a, b) || isInside(a, b));

/** The whole other domain in front of another one: acme.com.mail-check.io. */
const isInside = (a: string, b: string) => a.startsWith(`${b}.`) || a.startsWith(`${b.replaceAll(".", "-")}.`);

/** Ordinary words that are company names, too, are longer or shorter parts of many domains. */
const minBrandLength = 5;

/** A domain with the name of another one among its words: acme-payments.com for acme.com. */
export const namesDomain = (domain: string, other: string) => {
  const brand = lookOf(other.split(".")[0] ?? "");
  return (
    brand.length >= minBrandLength &&
    domain !== other &&
    !domain.endsWith(`.${other}`) &&
    domain
      .split(".")
      .slice(0, -1)
      .some((label) => lookOf(label).split("-").includes(brand) && label.includes("-"))
  );
};

/** One name under two top-level domains: acme.co and acme.com. */
const isOtherEnding = (a: string, b: string) => {
  const [stemA, stemB] = [a.split(".")[0] ?? "", b.split(".")[0] ?? ""];
  return stemA === stemB && stemA.length >= 4 && (a.startsWith(b) || b.startsWith(a) || isOneSlipApart(a, b));
};
