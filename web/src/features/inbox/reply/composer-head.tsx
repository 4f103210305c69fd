import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { ChevronDown, X } from "lucide-react";
import { useState } from "react";
import { mailboxesQuery } from "#api/inbox.ts";
import { useKnownPeople } from "#api/known-people.ts";
import { IconButton } from "#components/ui/button.tsx";
import { FromField } from "#components/writing/from-field.tsx";
import { Recipients } from "#components/writing/recipients.tsx";
import { SubjectField } from "#components/writing/subject-field.tsx";
import type { ReplyForm } from "#state/use-reply-form.ts";
import type { useReplying } from "#state/use-replying.ts";

type ComposerHeadProps = {
  form: ReplyForm;
  change: (changes: Partial<ReplyForm>) => void;
  name: string;
  replying: ReturnType<typeof useReplying>;
  /** Shows recipients and subject as fields at once. */
  isOpen: boolean;
  takesFocus: boolean;
  onClose: () => void;
};

/** To whom the mail goes, in one line that opens to the fields. */
export function ComposerHead({ form, change, name, replying, isOpen, takesFocus, onClose }: ComposerHeadProps) {
  const people = useKnownPeople();
  const { data: mailboxes } = useQuery(mailboxesQuery);
  const [showsFields, setShowsFields] = useState(isOpen || !form.to);
  return (
    <>
      <header className="flex min-h-11 shrink-0 items-center gap-2 border-b border-line py-1 pe-2 ps-4 text-sm md:ps-6">
        <h3 className="shrink-0 font-semibold text-text">{name}</h3>
        {showsFields ? (
          <span className="flex-1" />
        ) : (
          <button
            type="button"
            aria-expanded={false}
            onClick={() => setShowsFields(true)}
            className="flex min-w-0 flex-1 items-center gap-1 rounded-item text-start text-text-2 hover:text-text pointer-coarse:min-h-11"
          >
            <span className="truncate">{summaryOf(form)}</span>
            <ChevronDown className="size-3.5 shrink-0" aria-hidden="true" />
            <span className="sr-only">, {t("change recipients and subject")}</span>
          </button>
        )}
        <IconButton
          label={t("Close, keep the draft")}
          size="icon-sm"
          icon={<X className="size-4" aria-hidden="true" />}
          onClick={onClose}
        />
      </header>
      {showsFields && (
        <>
          <FromField mailboxes={mailboxes} value={form} onChange={change} />
          <Recipients people={people} value={form} onChange={change} takesFocus={takesFocus} />
          <SubjectField
            value={form.subject}
            onChange={(subject) => change({ subject })}
            action={t("Suggest Subject")}
            isSuggesting={replying.isSuggesting}
            onSuggest={replying.suggestSubject}
          />
        </>
      )}
    </>
  );
}

/** "to priya@example.com, ravi@example.com · Cc legal@example.com" */
const summaryOf = ({ to, cc, bcc }: ReplyForm) =>
  [t("to {to}", { to }), cc && t("Cc {cc}", { cc }), bcc && t("Bcc {bcc}", { bcc })].filter(Boolean).join(" · ");
