import type { OwnDraftItem } from "@intellibox/contract/endpoints/drafts";
import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { File } from "lucide-react";
import { shortMoment } from "#lib/format.ts";
import { ownDraftsQuery, useLiveOwnDrafts } from "#api/mail-drafts.ts";
import { Empty } from "#components/ui/async-states.tsx";
import { emptyWords } from "./empty-list.tsx";
import { canOpen, useOpenDraft } from "./use-open-draft.ts";

/** The drafts that were begun here, above those of the mailboxes. If the mailboxes have none, they have the whole list. */
export function OwnDrafts({ isAlone }: { isAlone: boolean }) {
  useLiveOwnDrafts();
  const { data, isPending } = useQuery(ownDraftsQuery);
  const open = useOpenDraft();
  // One whose copy is in a Drafts folder stands in the list below.
  const items = data?.items.filter(({ copyId }) => copyId === null) ?? [];
  if (items.length === 0)
    return (
      isAlone &&
      !isPending && (
        <Empty className="flex-1" icon={<File className="size-7" strokeWidth={1.5} />}>
          {emptyWords.drafts}
        </Empty>
      )
    );
  return (
    <section
      aria-labelledby="own-drafts"
      className={
        isAlone ? "min-h-0 flex-1 overflow-y-auto" : "max-h-[40%] shrink-0 overflow-y-auto border-b border-line"
      }
    >
      <h3 id="own-drafts" className="px-4 pt-2 text-xs font-medium text-text-3">
        {t("Begun here")}
      </h3>
      <ul>
        {items.map((item) => (
          <li key={item.about}>
            <button
              type="button"
              disabled={!canOpen(item)}
              className="flex w-full min-w-0 flex-col gap-0.5 px-4 py-2 text-start hover:bg-hover disabled:hover:bg-transparent"
              onClick={() => open(item)}
            >
              <span className="flex w-full items-center gap-2 text-sm">
                <span dir="auto" className="min-w-0 flex-1 truncate text-text">
                  {titleOf(item)}
                </span>
                <time dateTime={item.savedAt.toISOString()} className="shrink-0 text-xs text-text-3 tabular-nums">
                  {shortMoment(item.savedAt)}
                </time>
              </span>
              <span dir="auto" className="w-full truncate text-xs text-text-3">
                {detailOf(item)}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

const titleOf = ({ to, subject }: OwnDraftItem) =>
  to.trim() ? t("{subject} to {to}", { subject: shown(subject), to: to.trim() }) : shown(subject);
const shown = (subject: string) => subject.trim() || t("(no subject)");
const detailOf = (item: OwnDraftItem) =>
  canOpen(item)
    ? item.snippet || t("No text yet")
    : t("The answered mail is not here any more. {snippet}", { snippet: item.snippet });
