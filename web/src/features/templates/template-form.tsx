import { type Template, templateContent } from "@intellibox/contract/endpoints/templates";
import { may } from "@intellibox/contract/rules/access";
import { standardTokens } from "@intellibox/contract/rules/fill-tokens";
import { t } from "@intellibox/contract/text/t";
import { useState } from "react";
import { useForm } from "#lib/hooks/use-form.ts";
import { useSignedIn } from "#lib/session/session.ts";
import { screenToast, toast } from "#lib/toast.ts";
import { useSaveTemplate } from "#api/templates.ts";
import { RichTextField } from "#components/rich-text/rich-text.tsx";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { TextField } from "#components/ui/field.tsx";
import { ModalForm } from "#components/ui/modal-form.tsx";
import { Segmented } from "#components/ui/segmented.tsx";
import { useTemplateTool } from "#state/use-template-tool.ts";
import { FilledTemplate } from "./template-preview.tsx";

type TemplateFormProps = {
  /** The template to change or to copy. */
  template?: Template;
  isCopy?: boolean;
  isShared: boolean;
  onClose: () => void;
};

type View = "text" | "preview";
const views: { value: View; label: string }[] = [
  { value: "text", label: t("Text") },
  { value: "preview", label: t("Preview") },
];

/** Writes a new template, or changes one. */
export function TemplateForm({ template, isCopy = false, isShared, onClose }: TemplateFormProps) {
  const mayShare = may(useSignedIn().user.roleCode, "admin");
  const changed = template && !isCopy ? template : undefined;
  const [isForCompany, setIsForCompany] = useState(isShared && mayShare);
  const [view, setView] = useState<View>("text");
  const save = useSaveTemplate();
  const { name = "", shortName = "", subject = "", bodyHtml = "<p></p>" } = template ?? {};
  const form = useForm(templateContent, {
    start: {
      name: isCopy ? t("Copy of {name}", { name }).slice(0, 100) : name,
      shortName: isCopy ? "" : shortName,
      ...{ subject, bodyHtml },
    },
    fallback: t("The template could not be saved."),
    submit: async (content) => {
      await save.mutateAsync({ changed, form: { ...content, isShared: isForCompany } });
      toast.success(t("Template saved"), screenToast);
      onClose();
    },
  });
  const { watch, setValue } = form.form;
  const html = watch("bodyHtml");
  const templates = useTemplateTool({
    subject: watch("subject") ?? "",
    onSubject: (next) => setValue("subject", next, { shouldDirty: true }),
    keepsTokens: true,
    isTemplate: true,
  });
  return (
    <ModalForm
      title={changed ? t("Edit {name}", { name }) : t("New template")}
      action={t("Save template")}
      width="lg"
      onClose={onClose}
      onSubmit={form.onSubmit}
      failure={form.failure}
      busy={form.isBusy}
    >
      <div className="grid gap-5 sm:grid-cols-[1fr_12rem]">
        <TextField label={t("Name")} autoComplete="off" {...form.field("name")} />
        <TextField
          label={t("Short name")}
          autoComplete="off"
          autoCapitalize="none"
          aside={t("Optional")}
          hint={t("Type it after ; in a mail")}
          {...form.field("shortName")}
        />
      </div>
      <TextField label={t("Subject")} autoComplete="off" aside={t("Optional")} {...form.field("subject")} />
      {mayShare && !changed && (
        <Checkbox
          checked={isForCompany}
          onChange={({ target }) => setIsForCompany(target.checked)}
          label={t("For the whole company")}
          hint={t("Everybody can use it. Only administrators can change it.")}
        />
      )}
      <div className="flex flex-col gap-2">
        <Segmented label={t("View")} choices={views} value={view} onChange={setView} className="self-start" />
        {view === "preview" ? (
          <FilledTemplate subject={watch("subject") ?? ""} html={html} />
        ) : (
          <RichTextField
            label={t("Text")}
            value={html}
            onChange={(next) => setValue("bodyHtml", next, { shouldDirty: true })}
            templates={templates}
            hint={
              <>
                {t("These words are filled in when the template is used:")}{" "}
                <span className="[overflow-wrap:anywhere]">
                  {standardTokens.map((token) => `{${token}}`).join(" ")}
                </span>{" "}
                {t("Other words in braces are asked for. With | you say what to write if a value is missing.")}
              </>
            }
          />
        )}
        {form.errorOf("bodyHtml") && (
          <p role="alert" className="text-xs text-bad">
            {form.errorOf("bodyHtml")}
          </p>
        )}
      </div>
    </ModalForm>
  );
}
