import { type Passkey, passkeyNameForm } from "@intellibox/contract/endpoints/factors";
import { t } from "@intellibox/contract/text/t";
import { useForm } from "#lib/hooks/use-form.ts";
import { useChangeFactors } from "#api/factors.ts";
import { TextField } from "#components/ui/field.tsx";
import { ModalForm } from "#components/ui/modal-form.tsx";

type PasskeyNameDialogProps = {
  /** The passkey to rename; without one a new one is made. */
  passkey?: Passkey;
  onClose: () => void;
  onAdded?: (codes: string[] | undefined) => void;
};

/** Asks for the name of a passkey. A new one is then made by the browser. */
export function PasskeyNameDialog({ passkey, onClose, onAdded }: PasskeyNameDialogProps) {
  const { addPasskey, renamePasskey } = useChangeFactors();
  const { field, onSubmit, failure, isBusy } = useForm(passkeyNameForm, {
    start: { name: passkey?.name ?? "" },
    submit: async ({ name }) => {
      if (!passkey) return onAdded?.((await addPasskey.mutateAsync(name)).recoveryCodes);
      await renamePasskey.mutateAsync({ id: passkey.id, name });
      onClose();
    },
  });
  return (
    <ModalForm
      title={passkey ? t("Rename the passkey") : t("Add a passkey")}
      action={passkey ? t("Save") : t("Continue")}
      busyAction={passkey ? t("Saving…") : t("Waiting for the passkey…")}
      onClose={onClose}
      onSubmit={onSubmit}
      failure={failure}
      busy={isBusy}
    >
      {!passkey && (
        <p className="text-base text-text-2">
          {t("Give it a name by which you will know it. Your browser then asks where to keep it.")}
        </p>
      )}
      <TextField label={t("Name")} placeholder={t("Work laptop")} maxLength={60} {...field("name")} />
    </ModalForm>
  );
}
