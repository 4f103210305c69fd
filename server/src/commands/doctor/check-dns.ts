// SPF, DKIM and DMARC of the domains that mail is sent from. Without them other servers treat the mail as spam.
import { Resolver } from "node:dns/promises";
import { type Finding, fault, ok, unknown, warning } from "./finding.ts";

export type ReadText = (name: string) => Promise<string[]>;

const resolver = new Resolver({ timeout: 2000, tries: 2 });
/** The TXT records of a name. */
export const readText: ReadText = async (name) => (await resolver.resolveTxt(name)).map((parts) => parts.join(""));

/** Names of keys that common mail services use. DNS cannot list the names of a domain. */
const selectors = [
  ...["google", "selector1", "selector2", "default", "mail", "dkim", "k1", "k2", "k3", "s1", "s2"],
  ...["smtp", "mandrill", "mx", "zoho", "zmail", "protonmail", "fm1", "fm2", "sig1", "key1", "20230601"],
];

export async function checkDomain(domain: string, read: ReadText = readText): Promise<Finding[]> {
  const check = `DNS of ${domain}`;
  try {
    return [
      judgeSpf(check, await recordsOf(read, domain, /^v=spf1(\s|$)/i)),
      judgeDmarc(check, domain, await recordsOf(read, `_dmarc.${domain}`, /^v=DMARC1\s*(;|$)/i)),
      await judgeDkim(check, domain, read),
    ];
  } catch (error) {
    return [unknown(check, `the name server does not answer (${(error as NodeJS.ErrnoException).code})`)];
  }
}

const missing = new Set(["ENOTFOUND", "ENODATA"]);

async function recordsOf(read: ReadText, name: string, wanted: RegExp): Promise<string[]> {
  try {
    return (await read(name)).filter((text) => wanted.test(text));
  } catch (error) {
    if (missing.has((error as NodeJS.ErrnoException).code ?? "")) return [];
    throw error;
  }
}

function judgeSpf(check: string, [record, second]: string[]): Finding {
  if (!record)
    return warning(check, "no SPF record", "Add a TXT record such as “v=spf1 include:<your mail service> -all”.");
  if (second) return fault(check, "two SPF records, so none counts (RFC 7208, 3.2)", "Merge them into one.");
  if (/(^|\s)\+?all(\s|$)/i.test(record))
    return fault(check, "SPF allows every server to send (+all)", "End it with -all or ~all.");
  return ok(check, "SPF");
}

function judgeDmarc(check: string, domain: string, [record, second]: string[]): Finding {
  if (!record)
    return warning(
      check,
      "no DMARC record",
      `Add a TXT record at _dmarc.${domain}, such as “v=DMARC1; p=none; rua=mailto:…”.`,
    );
  if (second) return fault(check, "two DMARC records, so none counts", "Remove one.");
  return ok(check, `DMARC (${/\bp=\s*(\w+)/i.exec(record)?.[1] ?? "no policy"})`);
}

async function judgeDkim(check: string, domain: string, read: ReadText): Promise<Finding> {
  const found = await Promise.all(
    selectors.map(async (name) => {
      const records = await recordsOf(read, `${name}._domainkey.${domain}`, /\bp=\s*[A-Za-z0-9+/]/);
      return records.length > 0 ? [name] : [];
    }),
  );
  const names = found.flat();
  if (names.length > 0) return ok(check, `DKIM (${names.join(", ")})`);
  return warning(
    check,
    "no DKIM key under a known name",
    "Ask your mail service for its DKIM record; ignore this if its name is unusual.",
  );
}
