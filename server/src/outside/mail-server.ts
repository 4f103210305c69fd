import { X509Certificate } from "node:crypto";
import type { ConnectionOptions } from "node:tls";
import { checkLiteral, type EgressPolicy } from "#lib/egress.ts";
import { isLoopback } from "#lib/loopback.ts";

/** A mail server's address and login. */
export type MailServer = EgressPolicy & {
  host: string;
  port: number;
  /** TLS from the first byte. Otherwise the connection is upgraded (STARTTLS, STLS) if the server offers it. */
  secure: boolean;
  username: string;
  password: string;
  /** Allows signing in if the server offers no encryption. */
  allowPlain?: boolean | undefined;
  /** The certificate that a person has trusted for this server, as PEM. No other is accepted, and its issuer is not checked. */
  trustedCertificate?: string | null | undefined;
  /** Certificates to trust besides the system's, as PEM, such as a company's own authority. */
  ca?: string | undefined;
};

/** Certificates are always checked, because a password follows. An IP address sends no server name (RFC 6066 3). */
export function tlsOptions({ host, ca, trustedCertificate, ...policy }: MailServer): ConnectionOptions {
  const name = checkLiteral(host, policy);
  const trust = trustedCertificate ? trustOnly(trustedCertificate) : ca ? { ca } : {};
  return { minVersion: "TLSv1.2", ...(/^[\d.]+$|:/.test(name) ? {} : { servername: name }), ...trust };
}

/** A pinned certificate is compared as a whole; its issuer and names do not matter. */
function trustOnly(pem: string): ConnectionOptions {
  const { fingerprint256 } = new X509Certificate(pem);
  return {
    ca: pem,
    allowPartialTrustChain: true,
    checkServerIdentity: (_host, shown) =>
      shown.fingerprint256 === fingerprint256
        ? undefined
        : new Error("The server shows another self-signed certificate"),
  };
}

/** Whether the password may be sent unencrypted if the server offers no TLS. To this machine it always may. */
export const maySignInPlain = ({ allowPlain, host }: MailServer) => allowPlain === true || isLoopback(host);

/** Runs `work` for at most `ms`; `abort` releases its resources after that. */
export async function withDeadline<T>(ms: number, abort: () => void, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(Object.assign(new Error("No answer in time"), { code: "ETIMEDOUT" }));
      abort();
    }, ms);
  });
  // Aborting makes `work` reject too, after the timeout has been reported.
  work.catch(() => undefined);
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
