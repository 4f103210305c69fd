import type { newRequestForm } from "@intellibox/contract/endpoints/requests";
import { type ConnectedKind, connectedKindNames, connectedKinds } from "@intellibox/contract/rules/choices";
import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { z } from "zod";
import { ApiError, messageOf } from "#lib/http/api-error.ts";
import { screenToast, toast } from "#lib/toast.ts";
import { requestPolicyQuery, useCreateRequest } from "#api/requests.ts";
import { TextField } from "#components/ui/field.tsx";
import { ModalForm } from "#components/ui/modal-form.tsx";
import { Segmented } from "#components/ui/segmented.tsx";
import { SelectField } from "#components/ui/select.tsx";

type NewRequest = z.output<typeof newRequestForm>;

const always = [
  { value: "New user request", label: t("Add a colleague") },
  { value: "Role change", label: t("Get admin access") },
] as const;
const mailbox = { value: "Mailbox connect approval", label: t("Connect a mailbox") } as const;
const providers = connectedKinds.map((value) => ({ value, label: connectedKindNames[value] }));

/** The form for a request to the administrators. Mailboxes are offered only if the company requires their approval. */
export function RequestForm({ onClose }: { onClose: () => void }) {
  const create = useCreateRequest();
  const { data: policy } = useQuery(requestPolicyQuery);
  const [type, setType] = useState<NewRequest["type"]>("New user request");
  const [kind, setKind] = useState<ConnectedKind>("gmail");
  const fields = create.error instanceof ApiError ? create.error.fields : {};

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? "");
    const [note, email] = [text("note"), text("email")];
    const bodies: Record<NewRequest["type"], NewRequest> = {
      "New user request": { type: "New user request", name: text("name"), email, note },
      "Role change": { type: "Role change", note },
      "Mailbox connect approval": { type: "Mailbox connect approval", kind, email, note },
    };
    create.mutate(bodies[type], {
      onSuccess: () => {
        toast.success(t("Request sent"), screenToast);
        onClose();
      },
    });
  };

  return (
    <ModalForm
      title={t("Ask an admin")}
      onClose={onClose}
      onSubmit={submit}
      failure={create.error ? messageOf(create.error) : undefined}
      busy={create.isPending}
      action={t("Send request")}
      busyAction={t("Sending…")}
    >
      <Segmented
        label={t("Request")}
        choices={policy?.mailboxApproval ? [...always, mailbox] : always}
        value={type}
        onChange={setType}
        className="self-start"
      />
      {type === "New user request" && (
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField label={t("Name")} name="name" error={fields.name} />
          <TextField label={t("Email")} name="email" type="email" error={fields.email} />
        </div>
      )}
      {type === "Mailbox connect approval" && (
        <div className="grid gap-5 sm:grid-cols-2">
          <SelectField label={t("Provider")} options={providers} value={kind} onChange={setKind} />
          <TextField label={t("Email")} name="email" type="email" error={fields.email} />
        </div>
      )}
      <TextField
        label={t("Note")}
        name="note"
        hint={t("Optional. Anything your admin should know.")}
        error={fields.note}
      />
    </ModalForm>
  );
}
