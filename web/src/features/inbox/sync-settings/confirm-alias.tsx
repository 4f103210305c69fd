import { aliasCodeForm } from "@intellibox/contract/endpoints/mailbox-aliases";
import { t } from "@intellibox/contract/text/t";
import { useForm } from "#lib/hooks/use-form.ts";
import { messageOf } from "#lib/http/api-error.ts";
import { screenToast, toast } from "#lib/toast.ts";
import { useAddAlias, useConfirmAlias } from "#api/mailbox-aliases.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { TextField } from "#components/ui/field.tsx";
import { ModalForm } from "#components/ui/modal-form.tsx";

type ConfirmAliasProps = { mailboxId: string; address: string; onClose: () => void };

/** Takes the code that was mailed to an alias. */
export function ConfirmAlias({ mailboxId, address, onClose }: ConfirmAliasProps) {
  const another = useAddAlias(mailboxId);
  const confirm = useConfirmAlias(mailboxId);
  const { field, onSubmit, failure, isBusy } = useForm(aliasCodeForm, {
    start: { address, code: "" },
    submit: async (given) => {
      await confirm.mutateAsync(given);
      toast.success(t("You may send as {email}", { email: address }), screenToast);
      onClose();
    },
    fallback: t("The code could not be checked"),
  });
  return (
    <ModalForm
      title={t("Confirm {address}", { address })}
      onClose={onClose}
      onSubmit={onSubmit}
      failure={failure}
      busy={isBusy}
      action={t("Confirm")}
      busyAction={t("Checking…")}
    >
      <p className="text-base text-text-2">
        {t("Type the code that we mailed to {address}. It works for an hour.", { address })}
      </p>
      <TextField label={t("Code")} autoComplete="one-time-code" {...field("code")} />
      {another.isSuccess && (
        <Alert kind="ok">{t("A code is on its way to {sentTo}. It works for an hour.", { sentTo: address })}</Alert>
      )}
      {another.error && <Alert kind="bad">{messageOf(another.error, t("The code could not be mailed"))}</Alert>}
      <div>
        <Button busy={another.isPending} busyLabel={t("Sending…")} onClick={() => another.mutate(address)}>
          {t("Mail another code")}
        </Button>
      </div>
    </ModalForm>
  );
}
