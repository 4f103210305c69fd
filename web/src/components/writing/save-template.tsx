import { type TemplateContent, templateContent } from "@intellibox/contract/endpoints/templates";
import type { TokenPerson } from "@intellibox/contract/rules/fill-tokens";
import { t } from "@intellibox/contract/text/t";
import { useState } from "react";
import { useForm } from "#lib/hooks/use-form.ts";
import { htmlToText } from "#lib/mail/html-text.ts";
import { nameTokens, withNameTokens } from "#lib/mail/name-tokens.ts";
import { ownWords } from "#lib/mail/outgoing.ts";
import { screenToast, toast } from "#lib/toast.ts";
import { Checkbox } from "../ui/checkbox.tsx";
import { TextField } from "../ui/field.tsx";
import { ModalForm } from "../ui/modal-form.tsx";

type SaveTemplateProps = {
  start: { subject: string; html: string };
  /** The recipient, whose names are offered as tokens. */
  person: TokenPerson;
  onSave: (content: TemplateContent) => Promise<unknown>;
  onClose: () => void;
};

const replyMark = /^(?:(?:re|fwd?|aw|wg)\s*:\s*)+/i;

/** Saves the text of a mail as a template of the user. A quoted original is left out. */
export function SaveTemplate({ start, person, onSave, onClose }: SaveTemplateProps) {
  const [mail] = useState(() => ({ subject: start.subject.replace(replyMark, ""), html: ownWords(start.html) }));
  const [offered] = useState(() => nameTokens(person, mail));
  const [accepted, setAccepted] = useState<readonly string[]>([]);
  const chosen = offered.filter(({ token }) => accepted.includes(token));
  const form = useForm(templateContent, {
    start: { name: mail.subject.slice(0, 100), shortName: "", subject: mail.subject, bodyHtml: mail.html },
    fallback: t("The template could not be saved."),
    submit: async ({ subject, ...content }) => {
      const { html, ...named } = withNameTokens({ subject, html: mail.html }, chosen);
      await onSave({ ...content, ...named, bodyHtml: html });
      toast.success(t("Template saved"), screenToast);
      onClose();
    },
  });
  const accept = (token: string, isOn: boolean) =>
    setAccepted(isOn ? [...accepted, token] : accepted.filter((one) => one !== token));
  return (
    <ModalForm
      title={t("Save as template")}
      action={t("Save template")}
      onClose={onClose}
      onSubmit={(event) => {
        // React events bubble out of a portal, and the page's own form must not be submitted.
        event.stopPropagation();
        form.onSubmit(event);
      }}
      failure={form.failure ?? form.errorOf("bodyHtml")}
      busy={form.isBusy}
    >
      <div className="grid gap-5 sm:grid-cols-[1fr_9rem]">
        <TextField label={t("Name")} autoComplete="off" {...form.field("name")} />
        <TextField label={t("Short name")} autoComplete="off" aside={t("Optional")} {...form.field("shortName")} />
      </div>
      <TextField label={t("Subject")} autoComplete="off" aside={t("Optional")} {...form.field("subject")} />
      {offered.length > 0 && (
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-1.5 text-sm font-medium text-text">{t("Make it fit everybody")}</legend>
          {offered.map(({ words, token, count }) => (
            <Checkbox
              key={token}
              checked={accepted.includes(token)}
              onChange={({ target }) => accept(token, target.checked)}
              label={t(
                "{count, plural, one {Write {token} for “{words}”} other {Write {token} for “{words}” (# times)}}",
                {
                  count,
                  token,
                  words,
                },
              )}
            />
          ))}
        </fieldset>
      )}
      <p className="max-h-40 overflow-y-auto rounded-control border border-line bg-subtle p-3 text-sm whitespace-pre-wrap text-text-2">
        {htmlToText(withNameTokens(mail, chosen).html)}
      </p>
    </ModalForm>
  );
}
