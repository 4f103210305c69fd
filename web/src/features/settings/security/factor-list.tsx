import type { Passkey } from "@intellibox/contract/endpoints/factors";
import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { KeyRound, Smartphone, TicketCheck } from "lucide-react";
import { type ReactNode, useState } from "react";
import { dayMonthYear, shortMoment } from "#lib/format.ts";
import { canUsePasskeys } from "#lib/passkeys.ts";
import { screenToast, toast } from "#lib/toast.ts";
import { factorsQuery, useChangeFactors } from "#api/factors.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Failed, Skeleton } from "#components/ui/async-states.tsx";
import { Button } from "#components/ui/button.tsx";
import { Confirm } from "#components/ui/confirm.tsx";
import { Part } from "../part.tsx";
import { PasskeyNameDialog } from "./passkey-name-dialog.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { TotpDialog } from "./totp-dialog.tsx";

type Open = "totp" | "remove-totp" | "new-passkey" | "renew" | { rename: Passkey } | { remove: Passkey };

/** The second factors of the user: an authenticator app, passkeys and recovery codes. */
export function FactorList() {
  const { data, error, refetch } = useQuery(factorsQuery);
  const [open, setOpen] = useState<Open>();
  const [codes, setCodes] = useState<string[]>();
  const { removeTotp, removePasskey, renewCodes } = useChangeFactors();
  const close = () => setOpen(undefined);
  /** The first factor brings recovery codes. */
  const added = (made: string[] | undefined) => {
    close();
    if (made) setCodes(made);
    else toast.success(t("Second factor added"), screenToast);
  };
  if (!data)
    return (
      <Part title={t("Second factor")}>
        {error ? <Failed message={error.message} onRetry={() => void refetch()} /> : <Skeleton className="h-48" />}
      </Part>
    );
  const hasFactor = data.totp !== null || data.passkeys.length > 0;
  const worksHere = canUsePasskeys() && data.address === location.origin;
  return (
    <Part title={t("Second factor")}>
      <p className="text-base text-text-2">
        {t(
          "With a second factor, nobody can sign in with your password alone. Set up two, so that losing one does not lock you out.",
        )}
      </p>
      {!hasFactor && data.requiredFrom && (
        <Alert kind="warn">
          {t("Your company requires a second factor from {day}.", { day: dayMonthYear(data.requiredFrom) })}
        </Alert>
      )}
      <ul className="divide-y divide-line rounded-panel border border-line">
        <Row
          icon={<Smartphone className="size-4" aria-hidden="true" />}
          title={t("Authenticator app")}
          note={data.totp ? usedNote(data.totp) : t("An app on your phone shows a code that changes every 30 seconds.")}
        >
          {data.totp && (
            <Button size="sm" onClick={() => setOpen("remove-totp")} aria-label={t("Remove the authenticator app")}>
              {t("Remove")}
            </Button>
          )}
          <Button size="sm" onClick={() => setOpen("totp")} aria-label={t("Set up the authenticator app")}>
            {data.totp ? t("Replace") : t("Set up")}
          </Button>
        </Row>
        {data.passkeys.map((passkey) => (
          <Row
            key={passkey.id}
            icon={<KeyRound className="size-4" aria-hidden="true" />}
            title={passkey.name}
            note={`${passkey.isSynced ? t("Passkey on several devices") : t("Passkey on one device")} · ${usedNote(passkey)}`}
          >
            <Button
              size="sm"
              onClick={() => setOpen({ rename: passkey })}
              aria-label={t("Rename {name}", { name: passkey.name })}
            >
              {t("Rename")}
            </Button>
            <Button
              size="sm"
              onClick={() => setOpen({ remove: passkey })}
              aria-label={t("Remove {name}", { name: passkey.name })}
            >
              {t("Remove")}
            </Button>
          </Row>
        ))}
        <Row
          icon={<KeyRound className="size-4" aria-hidden="true" />}
          title={data.passkeys.length > 0 ? t("Another passkey") : t("Passkey")}
          note={
            worksHere
              ? t("Your device, a security key or your password manager confirms that it is you.")
              : t("Passkeys work only at {address}. Open Intellibox there to add one.", { address: data.address })
          }
        >
          <Button size="sm" disabled={!worksHere} onClick={() => setOpen("new-passkey")}>
            {t("Add a passkey")}
          </Button>
        </Row>
        {hasFactor && (
          <Row
            icon={<TicketCheck className="size-4" aria-hidden="true" />}
            title={t("Recovery codes")}
            note={t("{left, plural, one {# code is} other {# codes are}} left. Each works once.", {
              left: data.recoveryCodesLeft,
            })}
          >
            <Button size="sm" onClick={() => setOpen("renew")}>
              {t("Make new codes")}
            </Button>
          </Row>
        )}
      </ul>
      {data.allowsPasskeySignIn && data.passkeys.length > 0 && (
        <p className="text-sm text-text-3">{t("Your passkey is enough to sign in: you need no password with it.")}</p>
      )}
      {open === "totp" && <TotpDialog onClose={close} onAdded={added} />}
      {open === "new-passkey" && <PasskeyNameDialog onClose={close} onAdded={added} />}
      {typeof open === "object" && "rename" in open && <PasskeyNameDialog passkey={open.rename} onClose={close} />}
      {open === "remove-totp" && (
        <Confirm
          title={t("Remove the authenticator app?")}
          action={t("Remove")}
          busy={removeTotp.isPending}
          error={removeTotp.error?.message}
          onConfirm={() => removeTotp.mutate(undefined, { onSuccess: close })}
          onCancel={close}
        >
          {t("Its codes stop working. You are told by mail.")}
        </Confirm>
      )}
      {typeof open === "object" && "remove" in open && (
        <Confirm
          title={t("Remove {name}?", { name: open.remove.name })}
          action={t("Remove")}
          busy={removePasskey.isPending}
          error={removePasskey.error?.message}
          onConfirm={() => removePasskey.mutate(open.remove.id, { onSuccess: close })}
          onCancel={close}
        >
          {t("It no longer signs you in. Delete it in your device or password manager too.")}
        </Confirm>
      )}
      {open === "renew" && (
        <Confirm
          title={t("Make new recovery codes?")}
          action={t("Make new codes")}
          danger={false}
          busy={renewCodes.isPending}
          error={renewCodes.error?.message}
          onConfirm={() =>
            renewCodes.mutate(undefined, {
              onSuccess: ({ recoveryCodes }) => {
                close();
                setCodes(recoveryCodes);
              },
            })
          }
          onCancel={close}
        >
          {t("The codes that you have stop working.")}
        </Confirm>
      )}
      {codes && <RecoveryCodes codes={codes} onClose={() => setCodes(undefined)} />}
    </Part>
  );
}

const usedNote = ({ createdAt, lastUsedAt }: { createdAt: Date; lastUsedAt: Date | null }) =>
  lastUsedAt
    ? t("Last used {when}", { when: shortMoment(lastUsedAt) })
    : t("Added {when}", { when: shortMoment(createdAt) });

type RowProps = { icon: ReactNode; title: string; note: string; children: ReactNode };

const Row = ({ icon, title, note, children }: RowProps) => (
  <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2.5">
    <span className="text-text-3">{icon}</span>
    <div className="min-w-40 flex-1">
      <p className="text-sm [overflow-wrap:anywhere] text-text">{title}</p>
      <p className="text-xs text-text-3">{note}</p>
    </div>
    <div className="flex flex-wrap gap-2">{children}</div>
  </li>
);
