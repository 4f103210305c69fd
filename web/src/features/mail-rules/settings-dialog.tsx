import { type RuleSettings, ruleSettings } from "@intellibox/contract/endpoints/mail-rules";
import { inWords } from "@intellibox/contract/refusal-words";
import { t } from "@intellibox/contract/text/t";
import { z } from "zod";
import { useForm } from "#lib/hooks/use-form.ts";
import { screenToast, toast } from "#lib/toast.ts";
import { useSaveRuleSettings } from "#api/mail-rules.ts";
import { Switch } from "#components/ui/checkbox.tsx";
import { TextareaField } from "#components/ui/field.tsx";
import { ModalForm } from "#components/ui/modal-form.tsx";

/** The form has one address in each line. */
const typedSettings = z
  .object({ templateReplies: z.boolean(), webhooks: z.boolean(), forwardTo: z.string() })
  .transform((typed, context) => {
    const forwardTo = typed.forwardTo.split(/[\s,;]+/).filter(Boolean);
    const { success, data, error } = ruleSettings.safeParse({ ...typed, forwardTo }, { error: inWords });
    if (success) return data;
    // The refusal of one address belongs to the box of all of them.
    for (const { path, message } of error.issues) context.addIssue({ code: "custom", path: path.slice(0, 1), message });
    return z.NEVER;
  });

/** Permissions that an administrator gives to the rules of the company's people. */
export function SettingsDialog({ settings, onClose }: { settings: RuleSettings; onClose: () => void }) {
  const save = useSaveRuleSettings();
  const form = useForm(typedSettings, {
    start: { ...settings, forwardTo: settings.forwardTo.join("\n") },
    fallback: t("The settings could not be saved."),
    submit: async (value) => {
      await save.mutateAsync(value);
      toast.success(t("Settings saved"), screenToast);
      onClose();
    },
  });
  const { error: _templates, ...templateReplies } = form.field("templateReplies");
  const { error: _webhooks, ...webhooks } = form.field("webhooks");
  return (
    <ModalForm
      title={t("What rules may do")}
      onClose={onClose}
      onSubmit={form.onSubmit}
      failure={form.failure}
      busy={form.isBusy}
    >
      <p className="text-sm text-text-2">
        {t("This is for all rules in your company. Without it, rules only sort mail and write drafts.")}
      </p>
      <Switch
        label={t("Answer with a template")}
        hint={t("At most once a day to each sender, and never to lists or programs.")}
        {...templateReplies}
      />
      <Switch
        label={t("Call webhooks")}
        hint={t("Rules may send the sender and the subject of a mail to web addresses that their owners choose.")}
        {...webhooks}
      />
      <TextareaField
        label={t("Forward to")}
        hint={t("Addresses and domains (@example.com), one in each line. Rules may always forward to colleagues.")}
        rows={4}
        autoCapitalize="none"
        spellCheck={false}
        {...form.field("forwardTo")}
      />
    </ModalForm>
  );
}
