// The doubtful parts of a mail's text and HTML. Runs in a worker thread, because the mail decides how long it takes.
import { decodeEntities } from "@intellibox/contract/html/entities";
import { htmlTokens } from "@intellibox/contract/html/tokens";
import { attribute } from "@intellibox/contract/html/visible";
import { dangerWordsIn } from "#engine/replies/danger-words.ts";
import { accountsIn } from "./named-accounts.ts";

export type ContentDangers = {
  words: ReturnType<typeof dangerWordsIn>;
  /** A link whose text names another site than it leads to. */
  link: { shown: string; target: string /** The site that its text names. */; site: string } | undefined;
  accounts: string[];
};

const maxHtml = 300_000;
const maxLinks = 2_000;

export const contentDangers = (text: string, html: string): ContentDangers => ({
  words: dangerWordsIn(text),
  link: misleadingLink(html.slice(0, maxHtml)),
  accounts: accountsIn(text),
});

/** All accounts of some texts. */
export const accountsOf = (texts: string[]): string[] => [...new Set(texts.flatMap(accountsIn))];

function misleadingLink(html: string): ContentDangers["link"] {
  let [target, shown, links] = ["", "", 0];
  for (const token of htmlTokens(html)) {
    if (token.kind === "open" && token.name === "a") {
      [target, shown] = [decodeEntities(attribute(token.attributes, "href") ?? "").trim(), ""];
      if (++links > maxLinks) return undefined;
    } else if (token.kind === "text" && target) shown = (shown + visible(decodeEntities(token.text))).slice(0, 500);
    else if (token.kind === "close" && token.name === "a") {
      const site = otherSite(shown.trim(), target);
      if (site) return { shown: shown.trim().slice(0, 200), target: hostOf(target) ?? "", site };
      target = "";
    }
  }
  return undefined;
}

/** Without characters that nobody sees. */
const visible = (text: string) => text.replaceAll(/\p{Cf}/gu, "");

/** A text that is an address of the web, and nothing else. */
const webAddress = /^(?:https?:\/\/)?(?:www\.)?([a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,18})(?:[/:?#]\S*)?$/i;
/** Names of files look like sites. */
const fileName =
  /\.(?:pdf|docx?|xlsx?|pptx?|txt|csv|zip|png|jpe?g|html?|md|py|sh|[jt]sx?|rs|go|java|cpp|rb|php|css|json|ya?ml|sql)$/i;

/** An address of the web in a longer text: "Go to https://mybank.com/login". */
const insideText = /(?:https?:\/\/|\bwww\.)(?:www\.)?([a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,18})(?=[/:?#\s.,;)!]|$)/i;

/** The site that a link names, if it leads to another one. */
function otherSite(shown: string, target: string): string | undefined {
  const [, named] = webAddress.exec(shown) ?? insideText.exec(shown) ?? [];
  const host = hostOf(target);
  if (!named || !host || (fileName.test(named) && !/^https?:/i.test(shown))) return undefined;
  const site = siteOf(named.toLowerCase());
  if (site === siteOf(host) || brandOf(site) === brandOf(siteOf(host)) || passesOn.has(siteOf(host))) return undefined;
  // Anybody can write the named site into an address. Only of these is it known that they pass on to it.
  return filters.has(siteOf(host)) && decodedAddress(target).includes(site) ? undefined : site;
}

/** amazon.de and amazon.com */
const brandOf = (site: string) => site.split(".", 1)[0];

/** Services that newsletters go through, and short links of one site. Anybody makes a link of bit.ly lead anywhere, so that is none. */
const passesOn = new Set(
  "youtu.be lnkd.in t.co list-manage.com sendgrid.net mailjet.com klclick.com brevo.com sendinblue.com hs-sites.com hubspotlinks.com mandrillapp.com awstrack.me".split(
    " ",
  ),
);

/** Filters of mail servers and search engines, which have the site behind them in their address. */
const filters = new Set(
  "outlook.com google.com urldefense.com proofpoint.com mimecast.com barracudanetworks.com".split(" "),
);

function decodedAddress(address: string): string {
  try {
    return decodeURIComponent(address.slice(0, 4_000))
      .toLowerCase()
      .replace(/^https?:\/\/[^/?#]*/, "");
  } catch {
    return "";
  }
}

function hostOf(address: string): string | undefined {
  if (!/^(?:https?:)?\/\//i.test(address)) return undefined;
  try {
    return new URL(address, "https://x.invalid").hostname.toLowerCase();
  } catch {
    return undefined;
  }
}

/** Second-level domains under which everybody can register. */
const sharedEndings = /(?:^|\.)(?:co|com|org|net|ac|gov|edu|gen|firm|ind)\.[a-z]{2}$/;

/** The part of a host that its owner registered: mail.acme.co.uk is acme.co.uk. */
export function siteOf(host: string): string {
  const labels = host.replace(/\.$/, "").split(".");
  return labels.slice(sharedEndings.test(host) ? -3 : -2).join(".");
}
