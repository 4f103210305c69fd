import { type ApiKey, newApiKeyForm } from "@intellibox/contract/endpoints/api-keys";
import { t } from "@intellibox/contract/text/t";
import { useForm } from "#lib/hooks/use-form.ts";
import { type KeyOwner, useChangeKeys } from "#api/api-keys.ts";
import { TextField } from "#components/ui/field.tsx";
import { ModalForm } from "#components/ui/modal-form.tsx";

const form = newApiKeyForm.pick({ name: true });

export function RenameKey({ owner, apiKey, onClose }: { owner: KeyOwner; apiKey: ApiKey; onClose: () => void }) {
  const { rename } = useChangeKeys(owner);
  const { field, onSubmit, failure, isBusy } = useForm(form, {
    start: { name: apiKey.name },
    submit: async ({ name }) => {
      await rename.mutateAsync({ id: apiKey.id, name });
      onClose();
    },
  });
  return (
    <ModalForm title={t("Rename API key")} onClose={onClose} onSubmit={onSubmit} failure={failure} busy={isBusy}>
      <TextField label={t("Name")} {...field("name")} />
    </ModalForm>
  );
}
