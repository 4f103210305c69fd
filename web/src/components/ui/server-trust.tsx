import type { ErrorBody } from "@intellibox/contract/errors";
import { t } from "@intellibox/contract/text/t";
import { formatLocale } from "@intellibox/contract/text/translator";
import { Alert } from "./alert.tsx";
import { Button } from "./button.tsx";
import { Checkbox } from "./checkbox.tsx";

type Certificate = NonNullable<ErrorBody["certificate"]>;

/** Offers to pin a certificate that no known authority has signed, after a person has compared its fingerprint. */
export function CertificateOffer({ certificate, onTrust }: { certificate: Certificate; onTrust: () => void }) {
  return (
    <Alert kind="warn">
      <p>
        {t(
          "The server shows a certificate that no known authority has signed. Compare its fingerprint with what the server's administrator tells you. Only then trust it.",
        )}
      </p>
      <dl className="mt-2 flex flex-col gap-1 text-xs">
        <dt className="font-medium">{t("SHA-256 fingerprint")}</dt>
        <dd className="font-mono">{certificate.fingerprint}</dd>
        <dt className="font-medium">{t("Issued to")}</dt>
        <dd>
          {t("{subject}, valid until {day}", {
            subject: certificate.subject || t("nobody by name"),
            day: new Date(certificate.validUntil).toLocaleDateString(formatLocale(), { dateStyle: "medium" }),
          })}
        </dd>
      </dl>
      <Button size="sm" className="mt-3" onClick={onTrust}>
        {t("Trust this certificate")}
      </Button>
    </Alert>
  );
}

/** The pinned certificate. */
export function TrustedCertificate({ fingerprint, onForget }: { fingerprint: string; onForget: () => void }) {
  return (
    <Alert
      kind="info"
      action={
        <Button size="sm" variant="ghost" onClick={onForget}>
          {t("Stop trusting")}
        </Button>
      }
    >
      {t("Only this certificate of the server is accepted:")}
      <span className="mt-1 block font-mono text-xs">{fingerprint}</span>
    </Alert>
  );
}

/** Shown if implicit TLS is off. */
export function AllowWithoutTls(input: React.ComponentProps<"input">) {
  return (
    <Checkbox
      label={t("Allow without TLS")}
      hint={t("Without encryption anyone on the way can read the password. Only for a server on a network you trust.")}
      {...input}
    />
  );
}
