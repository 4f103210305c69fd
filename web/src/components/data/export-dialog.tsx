import { exportForm } from "@intellibox/contract/endpoints/data-tasks";
import { t } from "@intellibox/contract/text/t";
import { useForm } from "#lib/hooks/use-form.ts";
import { screenToast, toast } from "#lib/toast.ts";
import { Checkbox } from "../ui/checkbox.tsx";
import { TextField } from "../ui/field.tsx";
import { ModalForm } from "../ui/modal-form.tsx";

type ExportDialogProps = {
  name: string;
  /** Says who is told that their mail was exported. */
  told: string;
  onExport: (form: { withMail: boolean; reason: string }) => Promise<unknown>;
  onClose: () => void;
};

/** Starts an export of another person's or a company's data, with or without mail. */
export function ExportDialog({ name, told, onExport, onClose }: ExportDialogProps) {
  const { field, form, onSubmit, failure, isBusy } = useForm(exportForm, {
    start: { withMail: false, reason: "" },
    submit: async (value) => {
      await onExport(value);
      toast.success(t("The export has started"), screenToast);
      onClose();
    },
  });
  return (
    <ModalForm
      title={t("Export the data of {name}", { name })}
      onClose={onClose}
      onSubmit={onSubmit}
      failure={failure}
      busy={isBusy}
      action={t("Start export")}
      busyAction={t("Starting…")}
    >
      <p className="text-base text-text-2">
        {t(
          "You get a ZIP file with the account, logs and audit records as JSON. It is made in the background and can be downloaded for 7 days. Passwords and keys are never exported.",
        )}
      </p>
      <Checkbox label={t("Include mail, drafts and summaries")} hint={told} {...form.register("withMail")} />
      {form.watch("withMail") && <TextField label={t("Reason")} autoComplete="off" {...field("reason")} />}
    </ModalForm>
  );
}
