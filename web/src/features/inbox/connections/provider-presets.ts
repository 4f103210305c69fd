import { t } from "@intellibox/contract/text/t";

/** The mail servers of well-known providers by domain. Unknown domains get the usual host names as a suggestion. */
export type Server = { host: string; port: number; secure: boolean };
export type Preset = {
  name: string;
  imap: Server;
  pop3: Server;
  /** A further requirement of the sign-in, such as an app password. */
  hint?: string;
};

const imaps = (host: string): Server => ({ host, port: 993, secure: true });
const pop3s = (host: string): Server => ({ host, port: 995, secure: true });
const appPassword = (name: string) => t("{name} asks for an app password here, not your usual one.", { name });

const providers: { domains: string; preset: Preset }[] = [
  {
    domains: "gmail.com googlemail.com",
    preset: { name: "Gmail", imap: imaps("imap.gmail.com"), pop3: pop3s("pop.gmail.com"), hint: appPassword("Gmail") },
  },
  {
    domains: "outlook.com hotmail.com live.com msn.com outlook.in hotmail.co.uk live.in",
    preset: {
      name: "Outlook",
      imap: imaps("outlook.office365.com"),
      pop3: pop3s("outlook.office365.com"),
      hint: t("Outlook no longer takes passwords from mail programs: use Connect Outlook above."),
    },
  },
  {
    domains: "yahoo.com yahoo.co.in yahoo.in yahoo.co.uk ymail.com rocketmail.com",
    preset: {
      name: "Yahoo",
      imap: imaps("imap.mail.yahoo.com"),
      pop3: pop3s("pop.mail.yahoo.com"),
      hint: appPassword("Yahoo"),
    },
  },
  {
    domains: "icloud.com me.com mac.com",
    preset: {
      name: "iCloud",
      imap: imaps("imap.mail.me.com"),
      pop3: pop3s("imap.mail.me.com"),
      hint: t("iCloud asks for an app-specific password, and has no POP3."),
    },
  },
  {
    domains: "aol.com",
    preset: { name: "AOL", imap: imaps("imap.aol.com"), pop3: pop3s("pop.aol.com"), hint: appPassword("AOL") },
  },
  {
    domains: "zoho.com zohomail.com",
    preset: { name: "Zoho", imap: imaps("imap.zoho.com"), pop3: pop3s("pop.zoho.com") },
  },
  {
    domains: "zoho.in zohomail.in",
    preset: { name: "Zoho", imap: imaps("imap.zoho.in"), pop3: pop3s("pop.zoho.in") },
  },
  {
    domains: "fastmail.com fastmail.fm",
    preset: {
      name: "Fastmail",
      imap: imaps("imap.fastmail.com"),
      pop3: pop3s("pop.fastmail.com"),
      hint: appPassword("Fastmail"),
    },
  },
  {
    domains: "gmx.net gmx.de gmx.at gmx.ch",
    preset: { name: "GMX", imap: imaps("imap.gmx.net"), pop3: pop3s("pop.gmx.net") },
  },
  { domains: "gmx.com", preset: { name: "GMX", imap: imaps("imap.gmx.com"), pop3: pop3s("pop.gmx.com") } },
  { domains: "web.de", preset: { name: "WEB.DE", imap: imaps("imap.web.de"), pop3: pop3s("pop3.web.de") } },
  {
    domains: "rediffmail.com rediff.com",
    preset: { name: "Rediffmail", imap: imaps("imap.rediffmail.com"), pop3: pop3s("pop.rediffmail.com") },
  },
  {
    domains: "yandex.com yandex.ru",
    preset: { name: "Yandex", imap: imaps("imap.yandex.com"), pop3: pop3s("pop.yandex.com") },
  },
];
const byDomain = new Map(
  providers.flatMap(({ domains, preset }) => domains.split(" ").map((domain): [string, Preset] => [domain, preset])),
);

export type Suggestion = Preset & { isKnown: boolean };

/** The servers to suggest for an address; null if the text is not an address. */
export function presetFor(address: string): Suggestion | null {
  const domain = /^[^\s@]+@([a-z0-9.-]+\.[a-z]{2,})$/i.exec(address.trim())?.[1]?.toLowerCase();
  if (!domain) return null;
  const known = byDomain.get(domain);
  if (known) return { ...known, isKnown: true };
  return { name: domain, imap: imaps(`imap.${domain}`), pop3: pop3s(`pop.${domain}`), isKnown: false };
}
