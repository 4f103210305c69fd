import { type ConnectedMailbox, proveAddressForm } from "@intellibox/contract/endpoints/mailboxes";
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
      toast.success(`You may send as ${mailbox.email}`, screenToast);
      onClose();
    },
  });
  return (
    <ModalForm
      title={`Send as ${mailbox.email}`}
      onClose={onClose}
      onSubmit={onSubmit}
      failure={failure}
      busy={isBusy}
      action="Confirm"
      busyAction="Checking…"
    >
      <p className="text-base text-text-2">
        Mail cannot leave as {mailbox.email} until you prove that the address is yours. We mail a code to it; type the
        code here.
      </p>
      <div>
        <Button busy={mail.isPending} busyLabel="Sending…" onClick={() => mail.mutate(mailbox.id)}>
          {mail.isSuccess ? "Mail another code" : "Mail me a code"}
        </Button>
      </div>
      {mail.isSuccess && <Alert kind="ok">A code is on its way to {mail.data.sentTo}. It works for an hour.</Alert>}
      {mail.error && <Alert kind="bad">{messageOf(mail.error, "The code could not be mailed")}</Alert>}
      <TextField label="Code" autoComplete="one-time-code" {...field("code")} />
    </ModalForm>
  );
}
