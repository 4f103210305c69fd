import { X509Certificate } from "node:crypto";
import { isIP } from "node:net";
import { connect } from "node:tls";
import type { Config } from "#lib/config.ts";
import { isLoopback } from "#lib/loopback.ts";
import { type Finding, fault, messageOf, ok, unknown, warning } from "./finding.ts";

const check = "TLS";
const patienceMs = 8000;

type TlsConfig = Pick<Config, "tls" | "publicUrl">;

/** The certificate of TLS_CERT, or the one that PUBLIC_URL shows behind a reverse proxy. */
export async function checkTls({ tls, publicUrl }: TlsConfig, now: Date): Promise<Finding[]> {
  const host = publicUrl ? new URL(publicUrl).hostname : undefined;
  if (tls) return judgeChain(certificatesIn(tls.cert.toString()), { host, now });
  if (publicUrl?.startsWith("https:") && host) {
    try {
      return judgeChain(await shownBy(host, Number(new URL(publicUrl).port || 443)), { host, now });
    } catch (error) {
      return [unknown(check, `${host} does not answer (${messageOf(error)})`)];
    }
  }
  if (!host || isLoopback(host)) return [ok(check, "not used: Intellibox is for this machine only")];
  return [
    fault(check, "PUBLIC_URL is not https", "Set TLS_CERT and TLS_KEY, or put a reverse proxy with https in front."),
  ];
}

const certificatesIn = (pem: string) =>
  [...pem.matchAll(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g)].map(
    ([text]) => new X509Certificate(text),
  );

export function judgeChain(
  chain: X509Certificate[],
  { host, now }: { host: string | undefined; now: Date },
): Finding[] {
  const [own, ...issuers] = chain;
  if (!own)
    return [fault(check, "TLS_CERT holds no certificate", "Put the certificate and its chain into the file, in PEM.")];
  const days = Math.floor((Date.parse(own.validTo) - now.getTime()) / 86_400_000);
  if (days < 0) return [fault(check, `the certificate ended on ${own.validTo}`, "Renew it, then restart.")];
  if (Date.parse(own.validFrom) > now.getTime())
    return [fault(check, `the certificate is valid only from ${own.validFrom}`, "Check the clock of this machine.")];
  if (host && !(isIP(host) ? own.checkIP(host) : own.checkHost(host)))
    return [fault(check, `the certificate is not for ${host}`, "Get one for the host of PUBLIC_URL.")];
  const broken = chain.findIndex((one, at) => at + 1 < chain.length && !one.checkIssued(chain[at + 1] ?? one));
  if (broken >= 0)
    return [fault(check, "the chain is out of order", "Put each issuer after the certificate that it issued.")];
  const isOwnIssuer = own.checkIssued(own);
  if (isOwnIssuer)
    return [warning(check, "the certificate is self-signed: browsers warn", "Get one of a known authority.")];
  if (issuers.length === 0)
    return [
      warning(check, "the chain is missing: some clients refuse", "Append the issuer's certificates to TLS_CERT."),
    ];
  if (days < 14) return [warning(check, `the certificate ends in ${days} days`, "Renew it, then restart.")];
  return [ok(check, `the certificate is valid for ${days} days`)];
}

function shownBy(host: string, port: number): Promise<X509Certificate[]> {
  return new Promise((resolve, reject) => {
    // A certificate that is not trusted is judged too. Nothing is sent.
    const socket = connect({ host, port, servername: host, rejectUnauthorized: false, timeout: patienceMs });
    socket.once("timeout", () => socket.destroy(new Error("it took too long"))).once("error", reject);
    socket.once("secureConnect", () => {
      const chain: X509Certificate[] = [];
      for (let next = socket.getPeerX509Certificate(); next && chain.length < 10; next = next.issuerCertificate)
        chain.push(next);
      socket.destroy();
      resolve(chain);
    });
  });
}
