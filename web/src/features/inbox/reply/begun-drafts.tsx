import type { OwnDraftItem } from "@intellibox/contract/endpoints/drafts";
import { isForwardDraft } from "@intellibox/contract/rules/draft-names";
import { t } from "@intellibox/contract/text/t";
import { useQueryClient } from "@tanstack/react-query";
import { FilePen } from "lucide-react";
import { dropCarriedFiles } from "#lib/drafts/carried-files.ts";
import { replyShelf } from "#lib/drafts/reply-drafts.ts";
import { messageOf } from "#lib/http/api-error.ts";
import { discardDraft, forgetListedDraft } from "#api/mail-drafts.ts";
import { Button } from "#components/ui/button.tsx";
import { announceUndoable } from "#components/ui/undo-offer.tsx";
import { keepDraftContent } from "#state/use-reply-form.ts";
import type { ReplyKind } from "./reply-kinds.ts";

type BegunDraftsProps = {
  drafts: readonly OwnDraftItem[];
  onContinue: (kind: ReplyKind) => void;
  onFailure: (message: string) => void;
};

/** The drafts that were begun for a message, each to be continued or discarded. */
export function BegunDrafts({ drafts, onContinue, onFailure }: BegunDraftsProps) {
  const discard = useDiscard(onFailure);
  return drafts.map((draft) => {
    const isForward = isForwardDraft(draft.about);
    return (
      <div
        key={draft.about}
        className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-panel border border-line bg-subtle px-3 py-2 text-sm"
      >
        <FilePen className="size-4 shrink-0 text-text-3" aria-hidden="true" />
        <p className="min-w-0 flex-1 truncate text-text-2">
          <span className="font-medium text-text">{isForward ? t("Draft to forward") : t("Draft reply")}</span>{" "}
          {draft.snippet || t("No text yet")}
        </p>
        <Button size="sm" onClick={() => onContinue(isForward ? "forward" : "reply")}>
          {t("Continue")}
        </Button>
        <Button size="sm" variant="ghost" onClick={() => void discard(draft)}>
          {t("Discard")}
        </Button>
      </div>
    );
  });
}

function useDiscard(onFailure: (message: string) => void) {
  const cache = useQueryClient();
  return async (draft: OwnDraftItem) => {
    const { about } = draft;
    try {
      const content = await discardDraft(draft);
      const shelf = replyShelf(about);
      shelf.take(null);
      shelf.setMark({ base: null, isChanged: false });
      dropCarriedFiles(about);
      forgetListedDraft(cache, about);
      if (content)
        announceUndoable({
          words: t("Draft discarded"),
          undo: () => keepDraftContent(about, content),
          lastsMs: 10_000,
        });
    } catch (error) {
      onFailure(messageOf(error, t("The draft could not be discarded")));
    }
  };
}
