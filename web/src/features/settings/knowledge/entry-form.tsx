import { type KnowledgeEntry, knowledgeContent } from "@intellibox/contract/endpoints/knowledge";
import { may } from "@intellibox/contract/rules/access";
import type { KnowledgeKind, writtenKinds } from "@intellibox/contract/rules/knowledge";
import { t } from "@intellibox/contract/text/t";
import { useState } from "react";
import { useForm } from "#lib/hooks/use-form.ts";
import { useSignedIn } from "#lib/session/session.ts";
import { screenToast, toast } from "#lib/toast.ts";
import { useSaveKnowledge } from "#api/knowledge.ts";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { TextareaField, TextField } from "#components/ui/field.tsx";
import { ModalForm } from "#components/ui/modal-form.tsx";

type EntryFormProps = { kind: KnowledgeKind; entry?: KnowledgeEntry; isShared: boolean; onClose: () => void };

const titles: Record<KnowledgeKind, string> = {
  fact: t("New fact"),
  qa: t("New question and answer"),
  page: t("New page"),
  file: t("File"),
};
const textLabels: Record<KnowledgeKind, string> = {
  fact: t("Fact"),
  qa: t("Answer"),
  page: t("Text"),
  file: t("Text"),
};

/** Writes a new entry, or changes one. */
export function EntryForm({ kind, entry, isShared, onClose }: EntryFormProps) {
  const mayShare = may(useSignedIn().user.roleCode, "admin");
  const [isForCompany, setIsForCompany] = useState(entry ? entry.isShared : isShared && mayShare);
  const save = useSaveKnowledge();
  const { title = "", question = "", text = "", audience = "everybody", validUntil = null } = entry ?? {};
  // The title of a fact or an answer is its own text, unless somebody wrote another one.
  const isDerived = title === question || text.replaceAll(/\s+/g, " ").startsWith(title);
  const hasTitle = kind === "page" || kind === "file" || (entry !== undefined && !isDerived);
  const form = useForm(knowledgeContent, {
    start: { title: hasTitle ? title : "", question, text, audience, validUntil },
    fallback: t("The entry could not be saved."),
    submit: async (content) => {
      const written = kind as (typeof writtenKinds)[number];
      await save.mutateAsync({ changed: entry, form: { ...content, kind: written, isShared: isForCompany } });
      toast.success(t("Entry saved"), screenToast);
      onClose();
    },
  });
  const { watch, setValue } = form.form;
  return (
    <ModalForm
      title={entry ? t("Edit entry") : titles[kind]}
      action={t("Save entry")}
      width="lg"
      onClose={onClose}
      onSubmit={form.onSubmit}
      failure={form.failure}
      busy={form.isBusy}
    >
      {kind === "qa" && <TextField label={t("Question")} autoComplete="off" {...form.field("question")} />}
      {hasTitle && <TextField label={t("Title")} autoComplete="off" {...form.field("title")} />}
      {kind !== "file" && (
        <TextareaField label={textLabels[kind]} rows={kind === "page" ? 12 : 5} {...form.field("text")} />
      )}
      <TextField
        label={t("Valid until")}
        type="date"
        aside={t("Optional")}
        hint={t("After this day it is marked as out of date.")}
        className="sm:max-w-64"
        value={watch("validUntil") ?? ""}
        error={form.errorOf("validUntil")}
        onChange={({ target }) => setValue("validUntil", target.value || null, { shouldDirty: true })}
      />
      {mayShare && !entry && (
        <Checkbox
          checked={isForCompany}
          onChange={({ target }) => setIsForCompany(target.checked)}
          label={t("For the whole company")}
          hint={t("The assistant uses it for everybody. Only administrators can change it.")}
        />
      )}
      {mayShare && isForCompany && (
        <Checkbox
          checked={watch("audience") === "admins"}
          onChange={({ target }) => setValue("audience", target.checked ? "admins" : "everybody")}
          label={t("Administrators only")}
          hint={t("Members cannot read it, and their drafts do not use it.")}
        />
      )}
    </ModalForm>
  );
}
