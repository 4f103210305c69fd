import { readFileSync } from "node:fs";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { BadSettings } from "./bad-settings.ts";

/**
 * Trusts the authorities in a file besides those that Node trusts. Node itself reads NODE_EXTRA_CA_CERTS only from the environment
 * that it was started with; what stands in the file .env comes too late for that.
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
