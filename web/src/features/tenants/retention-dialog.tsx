import { type RetentionForm, retentionForm } from "@intellibox/contract/endpoints/retention";
import type { Tenant } from "@intellibox/contract/endpoints/tenants";
import { type RetentionKind, retentionKinds, retentionLimits } from "@intellibox/contract/rules/retention";
import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { useForm } from "#lib/hooks/use-form.ts";
import { screenToast, toast } from "#lib/toast.ts";
import { retentionQuery, useSaveRetention } from "#api/retention.ts";
import { Failed, Skeleton } from "#components/ui/async-states.tsx";
import { NumberField } from "#components/ui/field.tsx";
import { Modal } from "#components/ui/modal.tsx";
import { ModalForm } from "#components/ui/modal-form.tsx";
import { SelectField } from "#components/ui/select.tsx";

type Props = { tenant: Tenant; onClose: () => void };
type Defaults = Record<RetentionKind, number>;

/** How long a company keeps its data in Intellibox. */
export function RetentionDialog({ tenant, onClose }: Props) {
  const { data, error, refetch } = useQuery(retentionQuery(tenant._id));
  if (data) return <RetentionFields tenant={tenant} start={data.settings} defaults={data.defaults} onClose={onClose} />;
  return (
    <Modal title={titleOf(tenant)} onClose={onClose}>
      {error ? <Failed message={error.message} onRetry={() => void refetch()} /> : <Skeleton className="h-64 w-full" />}
    </Modal>
  );
}

const titleOf = ({ name }: Tenant) => t("Data retention of {name}", { name });

const meanings: Record<RetentionKind, string> = {
  messages: t(
    "Older mail is deleted here only: the mail server keeps its copy, and a sync does not bring it back. Mail of POP3 mailboxes that was removed from the server has no other copy.",
  ),
  emailLogs: t("Sent and failed mails with sender, recipients and subject."),
  audit: t("Who changed which setting, user or company."),
  activity: t("Numbers of the dashboards. They hold no names and no mail."),
  summaries: t("Saved results of Summarize."),
};

function RetentionFields({ tenant, start, defaults, onClose }: Props & { start: RetentionForm; defaults: Defaults }) {
  const save = useSaveRetention(tenant._id);
  const form = useForm(retentionForm, {
    start,
    submit: async (value) => {
      await save.mutateAsync(value);
      toast.success(t("Data retention saved"), screenToast);
      onClose();
    },
  });
  const { watch, setValue } = form.form;
  return (
    <ModalForm
      title={titleOf(tenant)}
      onClose={onClose}
      onSubmit={form.onSubmit}
      failure={form.failure}
      busy={form.isBusy}
      width="lg"
    >
      <p className="text-base text-text-2">
        {t("Data that is older is deleted in the background, a little every hour. This cannot be undone.")}
      </p>
      {retentionKinds.map((kind) => {
        const { label, min, max } = retentionLimits[kind];
        const days = watch(kind);
        const choice = days === null ? "default" : days === 0 ? "forever" : "days";
        const choose = (next: string) =>
          setValue(kind, next === "default" ? null : next === "forever" ? 0 : Math.max(365, min), {
            shouldDirty: true,
            shouldValidate: form.errorOf(kind) !== undefined,
          });
        return (
          <div key={kind} className="grid items-start gap-x-5 gap-y-3 sm:grid-cols-[1fr_9rem]">
            <SelectField
              label={label}
              options={[
                { value: "default", label: t("Default ({value})", { value: inWords(defaults[kind]) }) },
                { value: "forever", label: t("Keep without a limit") },
                { value: "days", label: t("Delete after a number of days") },
              ]}
              value={choice}
              onChange={choose}
              hint={meanings[kind]}
              error={choice === "days" ? undefined : form.errorOf(kind)}
            />
            {choice === "days" && (
              <NumberField
                label={t("Days")}
                aria-label={t("Days to keep: {label}", { label })}
                min={min}
                max={max}
                step={1}
                {...form.number(kind)}
              />
            )}
          </div>
        );
      })}
    </ModalForm>
  );
}

const inWords = (days: number) =>
  days === 0 ? t("no limit") : t("{days, plural, one {# day} other {# days}}", { days });
