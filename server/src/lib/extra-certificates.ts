import { readFileSync } from "node:fs";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { BadSettings } from "./bad-settings.ts";

/**
 * Trusts the certificate authorities of a file in addition to Node's own. Node itself reads NODE_EXTRA_CA_CERTS only from the
 * environment at its start, before the file .env is read.
 */
export function trustExtraCertificates(file: string | undefined) {
  if (!file) return;
  const extra = read(file).match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g);
  if (!extra) throw new BadSettings([`NODE_EXTRA_CA_CERTS names ${file}, which holds no certificate in PEM`]);
  const trusted = getCACertificates("default");
  const known = new Set(trusted.map(withoutBreaks));
  try {
    setDefaultCACertificates([...trusted, ...extra.filter((pem) => !known.has(withoutBreaks(pem)))]);
  } catch {
    throw new BadSettings([`NODE_EXTRA_CA_CERTS names ${file}, which holds a certificate that cannot be read`]);
  }
}

const withoutBreaks = (pem: string) => pem.replace(/\s/g, "");

function read(file: string) {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new BadSettings([
      `NODE_EXTRA_CA_CERTS names ${file}, which cannot be read (${(error as NodeJS.ErrnoException).code})`,
    ]);
  }
}
