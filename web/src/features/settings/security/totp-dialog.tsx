import { stepUpCodeForm } from "@intellibox/contract/endpoints/step-up";
import { t } from "@intellibox/contract/text/t";
import { useEffect } from "react";
import { encode } from "uqr";
import { useForm } from "#lib/hooks/use-form.ts";
import { useChangeFactors, useStartTotp } from "#api/factors.ts";
import { Failed, Skeleton } from "#components/ui/async-states.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { TextField } from "#components/ui/field.tsx";
import { ModalForm } from "#components/ui/modal-form.tsx";

type TotpDialogProps = { onClose: () => void; onAdded: (codes: string[] | undefined) => void };

/** Shows the QR code of a new secret, and asks for the first code of the app. */
export function TotpDialog({ onClose, onAdded }: TotpDialogProps) {
  const { mutate: begin, data: start, error } = useStartTotp();
  const { addTotp } = useChangeFactors();
  useEffect(() => begin(), [begin]);
  const { field, onSubmit, failure, isBusy } = useForm(stepUpCodeForm, {
    start: { code: "" },
    submit: async ({ code }) => {
      if (!start) return;
      onAdded((await addTotp.mutateAsync({ setup: start.setup, code })).recoveryCodes);
    },
  });
  return (
    <ModalForm
      title={t("Set up an authenticator app")}
      action={t("Turn on")}
      busyAction={t("Checking…")}
      onClose={onClose}
      onSubmit={onSubmit}
      failure={failure}
      busy={isBusy}
    >
      {error && <Failed message={error.message} onRetry={() => begin()} />}
      {!start && !error && <Skeleton className="h-64" />}
      {start && (
        <>
          <p className="text-base text-text-2">
            {t("1. Scan this code with an authenticator app, such as Aegis, 2FAS, or your password manager.")}
          </p>
          <QrCode text={start.uri} />
          <div>
            <p className="text-sm text-text-3">{t("If you cannot scan it, type this key into the app:")}</p>
            <div className="mt-1.5 flex items-center justify-between gap-3 rounded-control border border-line-strong bg-subtle px-3.5 py-2.5">
              <code className="min-w-0 text-sm [overflow-wrap:anywhere] select-all">{inGroups(start.secret)}</code>
              <CopyButton text={start.secret} />
            </div>
          </div>
          <TextField
            label={t("2. Enter the code that the app shows")}
            autoComplete="one-time-code"
            inputMode="numeric"
            {...field("code")}
          />
        </>
      )}
    </ModalForm>
  );
}

const inGroups = (secret: string) => secret.replaceAll(/(.{4})(?=.)/g, "$1 ");

/** Dark on light in both looks, because some apps do not read it the other way round. */
function QrCode({ text }: { text: string }) {
  const { size, data } = encode(text, { border: 2, ecc: "M" });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : []))).join("");
  return (
    <svg
      role="img"
      aria-label={t("QR code for the authenticator app")}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="mx-auto size-48 rounded-control border border-line"
    >
      <path d={`M0 0h${size}v${size}h-${size}z`} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
