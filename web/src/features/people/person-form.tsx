import { type ListedPerson, type Person, personForm } from "@intellibox/contract/endpoints/people";
import { inWords } from "@intellibox/contract/refusal-words";
import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { z } from "zod";
import { useForm } from "#lib/hooks/use-form.ts";
import { nameOf } from "#lib/person-name.ts";
import { screenToast, toast } from "#lib/toast.ts";
import { personQuery, useSavePerson } from "#api/people.ts";
import { Failed, Skeleton } from "#components/ui/async-states.tsx";
import { TextareaField, TextField } from "#components/ui/field.tsx";
import { Modal } from "#components/ui/modal.tsx";
import { ModalForm } from "#components/ui/modal-form.tsx";

/** The form has one address in each line. */
const typedForm = z
  .object({
    name: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    company: z.string(),
    jobTitle: z.string(),
    phone: z.string(),
    notes: z.string(),
    addresses: z.string(),
  })
  .transform((typed, context) => {
    const addresses = typed.addresses.split(/[\s,;]+/).filter(Boolean);
    const { success, data, error } = personForm.safeParse({ ...typed, addresses }, { error: inWords });
    if (success) return data;
    // The refusal of one address belongs to the box of all of them.
    for (const { path, message } of error.issues) context.addIssue({ code: "custom", path: path.slice(0, 1), message });
    return z.NEVER;
  });

type PersonFormProps = { person?: ListedPerson | undefined; onClose: () => void };

/** Adds or edits a person. Saving a colleague of whom nothing is stored adds them. */
export function PersonForm({ person, onClose }: PersonFormProps) {
  const { data, error, refetch } = useQuery({ ...personQuery(person?.id ?? ""), enabled: person !== undefined });
  const title = person ? t("Edit {name}", { name: nameOf(person) }) : t("Add person");
  if (!person || data) return <Form person={data} title={title} onClose={onClose} />;
  return (
    <Modal title={title} onClose={onClose}>
      {error ? <Failed message={error.message} onRetry={() => void refetch()} /> : <Skeleton className="h-60" />}
    </Modal>
  );
}

function Form({ person, title, onClose }: { person: Person | undefined; title: string; onClose: () => void }) {
  const save = useSavePerson();
  const form = useForm(typedForm, {
    start: {
      name: person?.name ?? "",
      firstName: person?.firstName ?? "",
      lastName: person?.lastName ?? "",
      company: person?.company ?? "",
      jobTitle: person?.jobTitle ?? "",
      phone: person?.phone ?? "",
      notes: person?.notes ?? "",
      addresses: person?.addresses.join("\n") ?? "",
    },
    submit: async (value) => {
      await save.mutateAsync({ ...value, id: person?.isStored ? person.id : undefined });
      toast.success(t("Person saved"), screenToast);
      onClose();
    },
  });
  return (
    <ModalForm title={title} onClose={onClose} onSubmit={form.onSubmit} failure={form.failure} busy={form.isBusy}>
      <TextField label={t("Name")} autoComplete="off" {...form.field("name")} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label={t("First name")} autoComplete="off" {...form.field("firstName")} />
        <TextField label={t("Last name")} autoComplete="off" {...form.field("lastName")} />
      </div>
      <TextareaField
        label={t("Email addresses")}
        hint={t("One in each line. The first one is used first.")}
        rows={2}
        autoCapitalize="none"
        spellCheck={false}
        {...form.field("addresses")}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label={t("Company")} autoComplete="off" {...form.field("company")} />
        <TextField label={t("Job title")} autoComplete="off" {...form.field("jobTitle")} />
      </div>
      <TextField label={t("Phone")} type="tel" autoComplete="off" {...form.field("phone")} />
      <TextareaField label={t("Notes")} rows={3} {...form.field("notes")} />
    </ModalForm>
  );
}
