import { t } from "@intellibox/contract/text/t";
import { Maximize2, Quote } from "lucide-react";
import { lazy, Suspense, useId, useState } from "react";
import { usePreload } from "#lib/hooks/use-preload.ts";
import { useKnownPeople } from "#api/known-people.ts";
import { AiIcon } from "#components/ui/ai-icon.tsx";
import { Button, IconButton } from "#components/ui/button.tsx";
import { inputClass } from "#components/ui/field.tsx";
import { loadedLater } from "#components/ui/loaded-later.tsx";
import { Tooltip } from "#components/ui/tooltip.tsx";
import { Recipients } from "#components/writing/recipients.tsx";
import { SubjectField } from "#components/writing/subject-field.tsx";
import { ToneSelect } from "#components/writing/tone-select.tsx";
import type { ReplyForm } from "#state/use-reply-form.ts";
import type { useReplying } from "#state/use-replying.ts";

const loadLarge = () => import("./large-incoming.tsx");
const LargeIncoming = lazy(() => loadLarge().then((m) => ({ default: m.LargeIncoming })));
const KnowledgeChoice = loadedLater(() => import("./knowledge-choice.tsx").then((m) => m.KnowledgeChoice));

type IncomingPanelProps = {
  form: ReplyForm;
  change: (changes: Partial<ReplyForm>) => void;
  replying: ReturnType<typeof useReplying>;
  /** The name of the mailbox that sends the reply; "" if the mail came from none. */
  from: string;
  onQuote: () => void;
};

/** The mail to answer, the recipients, and the tone of the reply. */
export function IncomingPanel({ form, change, replying, from, onQuote }: IncomingPanelProps) {
  return (
    <>
      {from && (
        <p className="self-start rounded-control bg-selected px-2.5 py-1 text-xs font-medium text-accent-text [overflow-wrap:anywhere]">
          {t("From {from}", { from })}
        </p>
      )}
      <Recipients look="field" people={useKnownPeople()} value={form} onChange={change} />
      <SubjectField
        look="field"
        value={form.subject}
        onChange={(subject) => change({ subject })}
        action={t("Suggest")}
        isSuggesting={replying.isSuggesting}
        onSuggest={replying.suggestSubject}
      />
      <Incoming value={form.emailBody} onChange={(emailBody) => change({ emailBody })} />
      <ToneSelect value={form.tone} onChange={(tone) => change({ tone })} />
      <KnowledgeChoice />
      <div className="flex flex-col gap-2">
        <Button
          variant="ai"
          size="lg"
          icon={<AiIcon className="size-4" />}
          busy={replying.isBusy}
          onClick={() => replying.generate()}
        >
          {replying.isBusy ? t("Generating…") : t("Generate reply")}
        </Button>
        <Button icon={<Quote className="size-3.5" aria-hidden="true" />} onClick={onQuote}>
          {t("Insert quoted original")}
        </Button>
      </div>
    </>
  );
}

function Incoming({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const id = useId();
  const [isLarge, setIsLarge] = useState(false);
  usePreload(loadLarge);
  return (
    <div className="flex flex-col">
      <div className="mb-1.5 flex items-center justify-between gap-3">
        <label htmlFor={id} className="text-sm font-medium text-text">
          {t("Incoming Email")}
        </label>
        <Tooltip text={t("Open the incoming email in a large editor")}>
          <IconButton
            label={t("Open the incoming email in a large editor")}
            size="icon-sm"
            className="-my-1"
            icon={<Maximize2 className="size-3.5" aria-hidden="true" />}
            onClick={() => setIsLarge(true)}
          />
        </Tooltip>
      </div>
      <textarea
        id={id}
        rows={8}
        value={value}
        placeholder={t("Paste the email you want to answer.")}
        onChange={(event) => onChange(event.target.value)}
        className={`block py-2 ${inputClass}`}
      />
      {isLarge && (
        <Suspense fallback={null}>
          <LargeIncoming start={value} onSave={onChange} onClose={() => setIsLarge(false)} />
        </Suspense>
      )}
    </div>
  );
}
