import type { MailMerge } from "@intellibox/contract/endpoints/mail-merges";
import { standardTokens } from "@intellibox/contract/rules/fill-tokens";
import { t } from "@intellibox/contract/text/t";
import { RichTextField } from "#components/rich-text/rich-text.tsx";
import { TextField } from "#components/ui/field.tsx";
import { useTemplateTool } from "#state/use-template-tool.ts";
import type { MergeDraftText } from "./use-draft.ts";

/** Writes the subject and the text, with tokens for each recipient's values. */
export function MailStep({ merge, draft }: { merge: MailMerge; draft: MergeDraftText }) {
  const { columns, addressColumn } = merge;
  const own = columns.filter((name) => name !== addressColumn);
  const templates = useTemplateTool({
    subject: draft.text.subject,
    onSubject: (subject) => draft.change({ subject }),
    keepsTokens: true,
  });
  const tokens = [...own, ...standardTokens.filter((name) => !own.includes(name))];
  return (
    <>
      <TextField
        label={t("Subject")}
        autoComplete="off"
        maxLength={500}
        value={draft.text.subject}
        onChange={({ target }) => draft.change({ subject: target.value })}
      />
      <RichTextField
        label={t("Text")}
        value={draft.text.html || "<p></p>"}
        onChange={(html) => draft.change({ html })}
        templates={templates}
        hint={
          <>
            {t("These words are filled in for each recipient:")}{" "}
            <span className="[overflow-wrap:anywhere]">{tokens.map((name) => `{${name}}`).join(" ")}</span>{" "}
            {t("With | you say what to write if a value is missing: {example}", { example: "{FirstName|there}" })}
          </>
        }
      />
      <p className="text-sm text-text-3">
        {t("Your signature and a line with an unsubscribe link are added to each mail.")}
      </p>
    </>
  );
}
