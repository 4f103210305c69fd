import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export type Certificate = { key: string; cert: string };

/** A self-signed certificate that is its own authority, by default for localhost and 127.0.0.1. */
export function makeCertificate(names = "DNS:localhost,IP:127.0.0.1", extra: string[] = ["-days", "30"]): Certificate {
  const folder = mkdtempSync(join(tmpdir(), "intellibox-cert-"));
  try {
    const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
    const kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];
    const subject = ["-subj", "/CN=intellibox-test", "-addext", `subjectAltName=${names}`];
    execFileSync("openssl", ["req", "-x509", ...kind, ...subject, ...extra, "-keyout", key, "-out", cert], {
      stdio: "ignore",
    });
    return { key: readFileSync(key, "utf8"), cert: readFileSync(cert, "utf8") };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
