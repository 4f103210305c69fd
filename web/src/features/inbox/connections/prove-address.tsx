import { type ConnectedMailbox, proveAddressForm } from "@intellibox/contract/endpoints/mailboxes";
import { t } from "@intellibox/contract/text/t";
import { useForm } from "#lib/hooks/use-form.ts";
import { messageOf } from "#lib/http/api-error.ts";
import { screenToast, toast } from "#lib/toast.ts";
import { useMailProofCode, useProveAddress } from "#api/prove-address.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { TextField } from "#components/ui/field.tsx";
import { ModalForm } from "#components/ui/modal-form.tsx";

/** Mails a code to the address. Entering it proves that the user reads that mailbox and may send from it. */
export function ProveAddress({ mailbox, onClose }: { mailbox: ConnectedMailbox; onClose: () => void }) {
  const mail = useMailProofCode();
  const prove = useProveAddress();
  const { field, onSubmit, failure, isBusy } = useForm(proveAddressForm, {
    start: { code: "" },
    submit: async ({ code }) => {
      await prove.mutateAsync({ id: mailbox.id, code });
      toast.success(t("You may send as {email}", { email: mailbox.email }), screenToast);
      onClose();
    },
  });
  return (
    <ModalForm
      title={t("Send as {email}", { email: mailbox.email })}
      onClose={onClose}
      onSubmit={onSubmit}
      failure={failure}
      busy={isBusy}
      action={t("Confirm")}
      busyAction={t("Checking…")}
    >
      <p className="text-base text-text-2">
        {t(
          "Mail cannot leave as {email} until you prove that the address is yours. We mail a code to it; type the code here.",
          { email: mailbox.email },
        )}
      </p>
      <div>
        <Button busy={mail.isPending} busyLabel={t("Sending…")} onClick={() => mail.mutate(mailbox.id)}>
          {mail.isSuccess ? t("Mail another code") : t("Mail me a code")}
        </Button>
      </div>
      {mail.isSuccess && (
        <Alert kind="ok">
          {t("A code is on its way to {sentTo}. It works for an hour.", { sentTo: mail.data.sentTo })}
        </Alert>
      )}
      {mail.error && <Alert kind="bad">{messageOf(mail.error, t("The code could not be mailed"))}</Alert>}
      <TextField label={t("Code")} autoComplete="one-time-code" {...field("code")} />
    </ModalForm>
  );
}
