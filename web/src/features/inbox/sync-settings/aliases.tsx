import { aliasForm, type MailboxAlias } from "@intellibox/contract/endpoints/mailbox-aliases";
import { maxAliases } from "@intellibox/contract/rules/mailbox-settings";
import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useForm } from "#lib/hooks/use-form.ts";
import { messageOf } from "#lib/http/api-error.ts";
import { providerNames } from "#lib/mail/mailbox-name.ts";
import { screenToast, toast } from "#lib/toast.ts";
import { aliasesQuery, useAddAlias, useRefreshAliases, useRemoveAlias } from "#api/mailbox-aliases.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Failed, Skeleton } from "#components/ui/async-states.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { TextField } from "#components/ui/field.tsx";
import { ConfirmAlias } from "./confirm-alias.tsx";
import type { SettingProps } from "./use-setting.ts";

/** The other addresses that mail from this mailbox may leave from. */
export function Aliases(props: SettingProps) {
  const { mailbox } = props;
  const id = useId();
  const { data, error, refetch } = useQuery(aliasesQuery(mailbox.id));
  const [confirmed, setConfirmed] = useState<string>();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <div>
        <h4 id={id} className="text-sm font-medium text-text">
          {t("Aliases")}
        </h4>
        <p className="text-xs text-text-3">
          {data?.isOfProvider
            ? t(
                "Other addresses that you can send from. They come from your {provider} account: add and remove them there.",
                { provider: providerNames[mailbox.type] },
              )
            : t(
                "Other addresses that you can send from. We mail a code to each, and you type it here to confirm that the address is yours.",
              )}
        </p>
      </div>
      {error && !data && <Failed message={error.message} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-10 w-full" />}
      {data && data.items.length > 0 && (
        <ul className="flex flex-col divide-y divide-line rounded-control border border-line">
          {data.items.map((alias) => (
            <AliasRow key={alias.address} {...{ ...props, alias }} onConfirm={() => setConfirmed(alias.address)} />
          ))}
        </ul>
      )}
      {data?.isOfProvider === false && data.items.length < maxAliases && (
        <AddAlias mailboxId={mailbox.id} onAdded={setConfirmed} />
      )}
      {data?.isOfProvider && <RefreshAliases {...props} isEmpty={data.items.length === 0} />}
      {confirmed && <ConfirmAlias mailboxId={mailbox.id} address={confirmed} onClose={() => setConfirmed(undefined)} />}
    </section>
  );
}

type AliasRowProps = SettingProps & { alias: MailboxAlias; onConfirm: () => void };

function AliasRow({ mailbox, alias: { address, source, isConfirmed }, onFailure, onConfirm }: AliasRowProps) {
  const removal = useRemoveAlias(mailbox.id);
  const remove = () => {
    onFailure(null);
    removal.mutate(address, {
      onSuccess: () => toast.success(t("{address} was removed", { address }), screenToast),
      onError: (error) => onFailure(messageOf(error, t("The alias was not removed"))),
    });
  };
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-3 py-2">
      <span className="min-w-0 flex-1 basis-48 text-sm break-all text-text">{address}</span>
      <Badge tone={isConfirmed ? "ok" : "neutral"} dot>
        {source === "provider"
          ? t("From {provider}", { provider: providerNames[mailbox.type] })
          : isConfirmed
            ? t("Confirmed by code")
            : t("Not confirmed")}
      </Badge>
      {!isConfirmed && (
        <Button size="sm" aria-label={t("Confirm {address}", { address })} onClick={onConfirm}>
          {t("Confirm…")}
        </Button>
      )}
      {source === "code" && (
        <Button
          size="sm"
          variant="danger-ghost"
          busy={removal.isPending}
          aria-label={t("Remove {email}", { email: address })}
          onClick={remove}
        >
          {t("Remove")}
        </Button>
      )}
    </li>
  );
}

function AddAlias({ mailboxId, onAdded }: { mailboxId: string; onAdded: (address: string) => void }) {
  const add = useAddAlias(mailboxId);
  const { field, onSubmit, failure, errorOf, isBusy, form } = useForm(aliasForm, {
    start: { address: "" },
    submit: async ({ address }) => {
      await add.mutateAsync(address);
      form.reset();
      onAdded(address);
    },
    fallback: t("The alias was not added"),
  });
  return (
    <form onSubmit={onSubmit} className="flex flex-col gap-2" noValidate>
      {failure && !errorOf("address") && <Alert kind="bad">{failure}</Alert>}
      <div className="flex items-end gap-3">
        <TextField
          label={t("Add an alias")}
          type="email"
          autoComplete="off"
          placeholder="sales@example.com"
          className="max-w-sm min-w-0 flex-1"
          {...field("address")}
        />
        <Button type="submit" size="field" busy={isBusy} busyLabel={t("Sending…")}>
          {t("Mail a code")}
        </Button>
      </div>
    </form>
  );
}

function RefreshAliases({ mailbox, onFailure, isEmpty }: SettingProps & { isEmpty: boolean }) {
  const refresh = useRefreshAliases(mailbox.id);
  const run = () => {
    onFailure(null);
    refresh.mutate(undefined, {
      onSuccess: ({ items }) =>
        toast.success(t("{count, plural, one {# alias} other {# aliases}}", { count: items.length }), screenToast),
      onError: (error) => onFailure(messageOf(error, t("The aliases were not read"))),
    });
  };
  return (
    <div className="flex items-center gap-3">
      <Button busy={refresh.isPending} onClick={run}>
        {t("Refresh aliases")}
      </Button>
      {isEmpty && <p className="text-xs text-text-3">{t("The account has no aliases.")}</p>}
    </div>
  );
}
