import { lookup } from "node:dns/promises";
import type { Socket } from "node:net";
import type pg from "pg";
import { openSocket } from "#lib/egress.ts";
import { type Finding, fault, messageOf, ok, unknown, warning } from "./finding.ts";

const patienceMs = 5000;

export type Server = { protocol: string; host: string; port: number };
type Open = (where: Server) => Promise<Pick<Socket, "destroy">>;

/** Whether the names of other machines can be looked up. */
export const isOnline = (host: string) =>
  lookup(host).then(
    () => true,
    () => false,
  );

type Network = { allowPrivate: boolean; isOnline: boolean };

/** Whether each mail server accepts a connection. Nothing is sent. */
export async function checkServers(servers: Server[], network: Network, open?: Open): Promise<Finding[]> {
  if (servers.length === 0) return [ok("Mail servers", "none is set up")];
  const connect: Open =
    open ?? ((where) => openSocket({ ...where, allowPrivate: network.allowPrivate, timeoutMs: patienceMs }));
  return Promise.all(servers.map((server) => checkServer(server, connect, network)));
}

const noNetwork = new Set(["EAI_AGAIN", "ENOTFOUND", "ENETUNREACH", "EHOSTUNREACH"]);

async function checkServer(server: Server, connect: Open, network: Network): Promise<Finding> {
  const check = `${server.protocol.toUpperCase()} ${server.host}:${server.port}`;
  try {
    (await connect(server)).destroy();
    return ok(check, "accepts connections");
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "";
    if (!network.isOnline && noNetwork.has(code)) return unknown(check, "there is no network");
    const advice =
      server.port === 25
        ? "Many networks block port 25: use 587 or 465, or have it opened."
        : "Check the firewall of this machine, and the host and port in Mail Configuration.";
    return fault(check, `cannot be reached (${messageOf(error)})`, advice);
  }
}

/** The mail servers of companies and mailboxes, each once. */
export async function configuredServers(client: pg.Client, limit = 20): Promise<Server[]> {
  const { rows } = await client.query<Server>(
    `select distinct protocol, host, port from (
       select protocol, host, port from public.mail_servers
       union all select kind, host, port from public.mailboxes where kind in ('imap', 'pop3')
     ) as used where host <> '' and port > 0 order by 1, 2, 3 limit $1`,
    [limit],
  );
  return rows;
}

/** The domains of addresses that mail is sent from: users of companies with an SMTP server, and mailboxes. */
export async function sendingDomains(client: pg.Client, limit = 20): Promise<string[]> {
  const { rows } = await client.query<{ domain: string }>(
    `select distinct lower(split_part(email, '@', 2)) as domain from (
       select u.email from public.users u join public.mail_servers s on s.tenant_id = u.tenant_id and s.protocol = 'smtp'
       union all select email from public.mailboxes where kind in ('imap', 'pop3')
     ) as senders where email ~ '^[^@]+@[A-Za-z0-9.-]+\\.[A-Za-z]{2,}$' order by 1 limit $1`,
    [limit],
  );
  // Reserved by RFC 2606 and RFC 6761 for tests and documents.
  return rows
    .map(({ domain }) => domain)
    .filter((domain) => !/(^|\.)(test|example|invalid|localhost|local|example\.(com|net|org))$/.test(domain));
}

const maxWarnSeconds = 5;
const maxSeconds = 60;

/** Compares this machine's clock with another one. Half of the answer's time is taken off. */
export function judgeClock(
  other: string,
  otherTime: number,
  { before, after }: { before: number; after: number },
  grain = 0,
): Finding {
  const off = Math.abs(otherTime - (before + after) / 2) / 1000 - grain;
  const said = off <= 1 ? `agrees with ${other}` : `differs from ${other} by ${Math.round(off)} s`;
  const advice = "Let the machine set its clock by NTP (chrony, systemd-timesyncd).";
  if (off > maxSeconds) return fault("Clock", said, advice);
  return off > maxWarnSeconds ? warning("Clock", said, advice) : ok("Clock", said);
}

export async function checkDatabaseClock(client: pg.Client): Promise<Finding> {
  const before = Date.now();
  const { rows } = await client.query<{ now: number }>(
    "select (extract(epoch from clock_timestamp()) * 1000)::float8 as now",
  );
  return judgeClock("the database", rows[0]?.now ?? 0, { before, after: Date.now() });
}

/** The Date header of a public server has whole seconds. */
export async function checkPublicClock(url: string, ask: typeof fetch = fetch): Promise<Finding> {
  try {
    const before = Date.now();
    const response = await ask(url, { method: "HEAD", redirect: "manual", signal: AbortSignal.timeout(patienceMs) });
    const date = Date.parse(response.headers.get("date") ?? "");
    if (Number.isNaN(date)) return unknown("Clock", `${new URL(url).host} does not say its time`);
    return judgeClock(new URL(url).host, date, { before, after: Date.now() }, 1);
  } catch {
    return unknown("Clock", `${new URL(url).host} cannot be reached`);
  }
}
