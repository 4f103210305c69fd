import { readFileSync } from "node:fs";
import { createSecureContext } from "node:tls";

export type TlsFiles = { cert: Buffer; key: Buffer };
type Paths = { TLS_CERT?: string | undefined; TLS_KEY?: string | undefined };

/** Reads and checks certificate and key, if both are set. */
export function readTls({ TLS_CERT, TLS_KEY }: Paths): { tls?: TlsFiles; problems: string[] } {
  if (!TLS_CERT || !TLS_KEY) return { problems: [] };
  const problems: string[] = [];
  const read = (name: string, path: string) => {
    try {
      return readFileSync(path);
    } catch (error) {
      problems.push(`${name} cannot be read: ${(error as Error).message}`);
      return Buffer.alloc(0);
    }
  };
  const tls = { cert: read("TLS_CERT", TLS_CERT), key: read("TLS_KEY", TLS_KEY) };
  if (problems.length > 0) return { problems };
  try {
    createSecureContext(tls);
  } catch {
    return { problems: ["TLS_CERT and TLS_KEY must be a certificate and its key in PEM"] };
  }
  return { tls, problems };
}
