import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { expect, onTestFinished, test } from "vitest";
import { makeCertificate } from "#test/certificate.ts";
import { trustExtraCertificates } from "./extra-certificates.ts";

async function fileWith(text: string) {
  const folder = await mkdtemp(join(tmpdir(), "intellibox-ca-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, "authority.pem");
  await writeFile(file, text);
  return file;
}
const lines = (pem: string) => pem.replace(/\s/g, "");

test("certificates of a file are trusted in addition to the others, also if only the file .env names it", async () => {
  const before = getCACertificates("default");
  onTestFinished(() => setDefaultCACertificates(before));
  const { cert } = makeCertificate("DNS:mail.example.com");
  const file = await fileWith(`# Our own\n${cert}`);
  trustExtraCertificates(undefined);
  expect(getCACertificates("default")).toEqual(before);
  trustExtraCertificates(file);
  // Node has already read it if the environment names it.
  trustExtraCertificates(file);
  expect(getCACertificates("default").map(lines)).toContain(lines(cert));
  expect(new Set(getCACertificates("default").map(lines)).size).toBe(new Set(before.map(lines)).size + 1);
});

test("a missing file, or one without a certificate, stops the start with a message", async () => {
  expect(() => trustExtraCertificates("/nowhere/ca.pem")).toThrow(
    "NODE_EXTRA_CA_CERTS names /nowhere/ca.pem, which cannot be read (ENOENT)",
  );
  const empty = await fileWith("no certificate");
  expect(() => trustExtraCertificates(empty)).toThrow("holds no certificate in PEM");
  const broken = await fileWith("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n");
  expect(() => trustExtraCertificates(broken)).toThrow("a certificate that cannot be read");
});
