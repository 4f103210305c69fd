import { type Language, languages } from "@intellibox/contract/text/language";
import { t } from "@intellibox/contract/text/t";
import { language } from "@intellibox/contract/text/translator";
import { useId } from "react";
import { showIn } from "#lib/session/page-language.ts";
import { updateSession, useSignedIn } from "#lib/session/session.ts";
import { useSaveProfile } from "#api/users.ts";
import { SelectField } from "#components/ui/select.tsx";

const followsBrowser = "browser";
type Choice = Language | typeof followsBrowser;

/** The language of the screens. A choice is saved at once and shown by loading the page again. */
export function LanguageForm() {
  const { user } = useSignedIn();
  const save = useSaveProfile();
  const heading = useId();
  const change = (choice: Choice) => {
    const chosen = choice === followsBrowser ? null : choice;
    const show = () => {
      updateSession({ user: { ...user, language: chosen } });
      if (chosen !== language()) showIn(chosen);
    };
    save.mutate({ language: chosen }, { onSuccess: show });
  };
  return (
    <section aria-labelledby={heading} className="flex flex-col gap-5">
      <h2 id={heading} className="text-lg font-semibold">
        {t("Language")}
      </h2>
      <SelectField<Choice>
        label={t("Language of the screens")}
        hint={t("Dates and numbers follow it too. The page loads again; drafts are kept.")}
        value={user.language ?? followsBrowser}
        disabled={save.isPending}
        onChange={change}
        options={[
          { value: followsBrowser, label: t("Language of the browser") },
          ...languages.map(({ code, name, ...language }) => ({
            value: code,
            label: "isPreview" in language ? t("{name} (preview)", { name }) : name,
          })),
        ]}
      />
    </section>
  );
}
