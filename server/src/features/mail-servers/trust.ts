// Trust in a self-signed certificate: the error shows its fingerprint, the user confirms it, and it is saved with the settings.
import type { MailProtocol } from "@intellibox/contract/rules/choices";
import { t } from "@intellibox/contract/text/t";
import { isUntrusted } from "#lib/connect-fault.ts";
import { AppError, invalid } from "#lib/errors.ts";
import { fingerprintOf } from "#outside/certificate.ts";
import type { Scope } from "#scope.ts";

type Server = { host: string; port: number; secure: boolean };
type Trusting = Server & { trustedFingerprint: string };

/** The certificate that was trusted before, and for which host. */
type EarlierTrust = { host: string; trustedCertificate: string | null } | undefined;

/** Returns the certificate with the fingerprint that a form trusts: the saved one, or the one that the server shows now. */
export async function trustedCertificateOf(
  scope: Pick<Scope, "outside">,
  protocol: MailProtocol,
  { trustedFingerprint: wanted, host, port, secure }: Trusting,
  before?: EarlierTrust,
): Promise<string | null> {
  if (!wanted) return null;
  const known = before?.host.toLowerCase() === host.toLowerCase() ? before.trustedCertificate : null;
  if (known && fingerprintOf(known) === wanted) return known;
  const shown = await scope.outside.certificateOf(protocol, { host, port, secure }).catch((cause: unknown) => {
    throw new AppError(
      "outside_failed",
      t("The server's certificate could not be read. Check the host and the port."),
      {
        cause,
      },
    );
  });
  if (shown.fingerprint === wanted) return shown.pem;
  const message = t("The server shows another certificate than the one you trust.");
  throw new AppError("invalid", message, { fields: { trustedFingerprint: message }, certificate: shown });
}

/** Turns an error of a mail server into an answer. If only trust is missing, adds the certificate for the user to check. */
export async function outsideRefusal(
  scope: Pick<Scope, "outside">,
  protocol: MailProtocol,
  server: Server,
  error: unknown,
): Promise<AppError> {
  const message = error instanceof Error ? error.message : t("The server could not be reached.");
  const { host, port, secure } = server;
  const certificate = isUntrusted(error)
    ? await scope.outside.certificateOf(protocol, { host, port, secure }).catch(() => undefined)
    : undefined;
  return new AppError("outside_failed", message, { cause: error, ...(certificate && { certificate }) });
}

export const askForPasswordAgain = (message: string) => invalid(message, { password: message });
