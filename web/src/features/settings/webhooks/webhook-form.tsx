import { type Webhook, webhookForm } from "@intellibox/contract/endpoints/webhooks";
import { type WebhookEvent, webhookEventNames, webhookEvents } from "@intellibox/contract/rules/webhooks";
import { t } from "@intellibox/contract/text/t";
import { useState } from "react";
import { useForm } from "#lib/hooks/use-form.ts";
import { screenToast, toast } from "#lib/toast.ts";
import { useChangeWebhooks, type WebhookOwner } from "#api/webhooks.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { TextField } from "#components/ui/field.tsx";
import { Modal } from "#components/ui/modal.tsx";
import { ModalForm } from "#components/ui/modal-form.tsx";

type WebhookFormProps = { owner: WebhookOwner; webhook?: Webhook; onClose: () => void };

/** Adds a webhook, and then shows its secret once; or changes one. */
export function WebhookFormDialog({ owner, webhook, onClose }: WebhookFormProps) {
  const { create, update } = useChangeWebhooks(owner);
  const [secret, setSecret] = useState<string>();
  const { form, field, onSubmit, errorOf, failure, isBusy } = useForm(webhookForm, {
    start: { name: webhook?.name ?? "", url: webhook?.url ?? "https://", events: webhook?.events ?? [] },
    submit: async (value) => {
      if (!webhook) return setSecret((await create.mutateAsync(value)).secret);
      const state = webhook.state === "on" ? "on" : "off";
      await update.mutateAsync({ id: webhook.id, form: { ...value, state, basedOn: webhook.version } });
      toast.success(t("Webhook saved"), screenToast);
      onClose();
    },
  });
  if (secret) return <ShownSecret secret={secret} onClose={onClose} />;
  const chosen = form.watch("events");
  const choose = (event: WebhookEvent, isChosen: boolean) =>
    form.setValue("events", isChosen ? [...chosen, event] : chosen.filter((other) => other !== event), {
      ...{ shouldDirty: true, shouldValidate: form.formState.isSubmitted },
    });
  const problem = errorOf("events");
  return (
    <ModalForm
      title={webhook ? t("Change webhook") : t("Add webhook")}
      action={webhook ? t("Save") : t("Add webhook")}
      width="lg"
      onClose={onClose}
      onSubmit={onSubmit}
      failure={failure}
      busy={isBusy}
    >
      <TextField label={t("Name")} hint={t("What it is for, such as CRM.")} {...field("name")} />
      <TextField label={t("Web address")} type="url" inputMode="url" spellCheck={false} {...field("url")} />
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-1.5 text-sm font-medium">{t("Call it when")}</legend>
        <div className="grid gap-x-4 gap-y-2 sm:grid-cols-2">
          {webhookEvents.map((event) => (
            <Checkbox
              key={event}
              label={webhookEventNames[event]}
              checked={chosen.includes(event)}
              onChange={({ target }) => choose(event, target.checked)}
            />
          ))}
        </div>
        {problem && (
          <p role="alert" className="text-xs text-bad-text">
            {problem}
          </p>
        )}
      </fieldset>
    </ModalForm>
  );
}

/** Shows a secret that nobody can see again. A click outside does not close it. */
export function ShownSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Modal
      title={t("Secret of the webhook")}
      keepOnOutsideClick
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t("Done")}
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        <Alert kind="warn">{t("Copy it now. It is not shown again.")}</Alert>
        <p className="text-sm text-text-2">{t("The receiver checks with it that a call comes from Intellibox.")}</p>
        <div className="flex flex-wrap items-center gap-2">
          <code className="min-w-0 flex-1 rounded-control bg-subtle px-3 py-2 text-sm [overflow-wrap:anywhere]">
            {secret}
          </code>
          <CopyButton text={secret} />
        </div>
      </div>
    </Modal>
  );
}
