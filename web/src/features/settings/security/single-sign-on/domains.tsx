import type { SsoDomain } from "@intellibox/contract/endpoints/sso";
import { t } from "@intellibox/contract/text/t";
import { type FormEvent, useState } from "react";
import { shortMoment } from "#lib/format.ts";
import { useSignedIn } from "#lib/session/session.ts";
import { screenToast, toast } from "#lib/toast.ts";
import { useSsoDomains } from "#api/sso.ts";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { Confirm } from "#components/ui/confirm.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { TextField } from "#components/ui/field.tsx";
import { RemoveDialog } from "#components/ui/remove-dialog.tsx";

/** The domains of the company's work addresses, each with its proof. */
export function Domains({ company, domains }: { company: string; domains: SsoDomain[] }) {
  const { add, ...calls } = useSsoDomains(company);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const domain = String(new FormData(form).get("domain") ?? "").trim();
    if (domain && !add.isPending) add.mutate(domain, { onSuccess: () => form.reset() });
  };
  return (
    <>
      <p className="text-base text-text-2">
        {t("Only people with an address of a proven domain can sign in. A proof is for your issuer: save it first.")}
      </p>
      {domains.length > 0 && (
        <ul className="divide-y divide-line rounded-panel border border-line">
          {domains.map((domain) => (
            <DomainRow key={domain.id} domain={domain} calls={calls} />
          ))}
        </ul>
      )}
      <form onSubmit={submit} noValidate className="flex items-end gap-2">
        <TextField
          className="min-w-0 flex-1"
          label={t("New domain")}
          name="domain"
          placeholder="acme.com"
          autoCapitalize="none"
          spellCheck={false}
        />
        <Button type="submit" busy={add.isPending}>
          {t("Add domain")}
        </Button>
      </form>
    </>
  );
}

type Calls = Omit<ReturnType<typeof useSsoDomains>, "add">;

function DomainRow({ domain: row, calls }: { domain: SsoDomain; calls: Calls }) {
  const { id, domain, provenAt, provenBy } = row;
  const { verify, confirm, remove } = calls;
  const { user } = useSignedIn();
  const [asks, setAsks] = useState<"confirm" | "remove">();
  const close = () => setAsks(undefined);
  const isOwner = user.roleCode === "SUPER_ADMIN" && user.tenantIsOwner;
  return (
    <li className="flex flex-col gap-3 px-4 py-3">
      <div className="flex flex-wrap items-center gap-2">
        <span className="min-w-0 flex-1 text-sm font-medium [overflow-wrap:anywhere]">{domain}</span>
        <Badge tone={provenAt ? "ok" : "warn"}>{provenAt ? t("Proven") : t("Not proven")}</Badge>
        <Button size="sm" aria-label={t("Remove {domain}", { domain })} onClick={() => setAsks("remove")}>
          {t("Remove")}
        </Button>
      </div>
      {provenAt ? (
        <p className="text-xs text-text-3">
          {t("By {who}, {when}", { who: provenBy ?? "DNS", when: shortMoment(provenAt) })}
        </p>
      ) : (
        <>
          <p className="text-xs text-text-3">{t("Add this TXT record to the DNS of the domain, then verify it.")}</p>
          <Copied label={t("Name")} text={row.recordName} />
          <Copied label={t("Value")} text={row.recordValue} />
          <div className="flex flex-wrap gap-2">
            <Button
              size="sm"
              variant="primary"
              aria-label={t("Verify {domain}", { domain })}
              busy={verify.isPending && verify.variables === id}
              onClick={() =>
                verify.mutate(id, { onSuccess: () => void toast.success(t("Domain proven"), screenToast) })
              }
            >
              {t("Verify")}
            </Button>
            {isOwner && (
              <Button size="sm" onClick={() => setAsks("confirm")}>
                {t("Confirm without DNS")}
              </Button>
            )}
          </div>
        </>
      )}
      {asks === "remove" && (
        <RemoveDialog name={domain} removal={remove} which={id} onClose={close}>
          {t("People with an address of this domain can no longer sign in at the provider.")}
        </RemoveDialog>
      )}
      {asks === "confirm" && (
        <Confirm
          title={t("Confirm {domain}?", { domain })}
          action={t("Confirm the domain")}
          busy={confirm.isPending}
          onConfirm={() => confirm.mutate(id, { onSettled: close })}
          onCancel={close}
        >
          {t("Your word stands for the proof: this company's provider may sign in everybody with such an address.")}
        </Confirm>
      )}
    </li>
  );
}

const Copied = ({ label, text }: { label: string; text: string }) => (
  <div className="flex items-center gap-2">
    <span className="w-12 shrink-0 text-xs text-text-3">{label}</span>
    <code className="min-w-0 flex-1 text-xs [overflow-wrap:anywhere]">{text}</code>
    <CopyButton size="sm" text={text} />
  </div>
);
