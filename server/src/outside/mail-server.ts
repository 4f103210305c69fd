import type { ConnectionOptions } from "node:tls";
import { checkLiteral, type EgressPolicy } from "#lib/egress.ts";

/** Where a mail server is and how to be let in. */
export type MailServer = EgressPolicy & {
  host: string;
  port: number;
  /** TLS from the first byte; without it the connection is upgraded where the server offers that. */
  secure: boolean;
  username: string;
  password: string;
  /** Certificates to trust besides the system's, as PEM: for a company's own authority. */
  ca?: string | undefined;
};

/** Certificates are always checked: a password follows. An address has no name to send, so it sends none. */
export function tlsOptions({ host, ca, ...policy }: MailServer): ConnectionOptions {
  const name = checkLiteral(host, policy);
  return { minVersion: "TLSv1.2", ...(/^[\d.]+$|:/.test(name) ? {} : { servername: name }), ...(ca ? { ca } : {}) };
}

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
