import { X509Certificate } from "node:crypto";
import type { ConnectionOptions } from "node:tls";
import { checkLiteral, type EgressPolicy } from "#lib/egress.ts";
import { isLoopback } from "#lib/loopback.ts";

/** Where a mail server is and how to be let in. */
export type MailServer = EgressPolicy & {
  host: string;
  port: number;
  /** TLS from the first byte; without it the connection is upgraded where the server offers that. */
  secure: boolean;
  username: string;
  password: string;
  /** Sign in also where the server offers no encryption. */
  allowPlain?: boolean | undefined;
  /** The certificate of this server that a person has trusted, as PEM: it alone is accepted, whoever signed it. */
  trustedCertificate?: string | null | undefined;
  /** Certificates to trust besides the system's, as PEM: for a company's own authority. */
  ca?: string | undefined;
};

/** Certificates are always checked: a password follows. An address has no name to send, so it sends none. */
export function tlsOptions({ host, ca, trustedCertificate, ...policy }: MailServer): ConnectionOptions {
  const name = checkLiteral(host, policy);
  const trust = trustedCertificate ? trustOnly(trustedCertificate) : ca ? { ca } : {};
  return { minVersion: "TLSv1.2", ...(/^[\d.]+$|:/.test(name) ? {} : { servername: name }), ...trust };
}

/** The certificate stands for itself: neither its issuer nor the names in it matter. */
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

/** Whether the password may travel unencrypted where the server offers nothing better. To this machine itself it always may. */
export const maySignInPlain = ({ allowPlain, host }: MailServer) => allowPlain === true || isLoopback(host);

/** Runs `work` for at most `ms`; `abort` frees what it holds when time is up. */
export async function withDeadline<T>(ms: number, abort: () => void, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(Object.assign(new Error("No answer in time"), { code: "ETIMEDOUT" }));
      abort();
    }, ms);
  });
  // Aborting makes `work` fail as well; by then the time-out is the answer.
  work.catch(() => undefined);
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
