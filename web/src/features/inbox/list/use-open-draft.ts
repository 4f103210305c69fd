import type { OwnDraftItem } from "@intellibox/contract/endpoints/drafts";
import { composeDraftName, isForwardDraft, replyDraftName } from "@intellibox/contract/rules/draft-names";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "#lib/router/router.tsx";
import { ownDraftsQuery } from "#api/mail-drafts.ts";
import { composerState } from "#features/inbox/reply/use-inline-reply.ts";

/** The pages that continue drafts which answer no stored mail. */
const pages = new Map([
  [composeDraftName, "/compose"],
  [replyDraftName, "/reply"],
]);

export const canOpen = ({ about, answeredId }: OwnDraftItem) => pages.has(about) || answeredId !== null;

/** Opens a draft that was begun here. That of a reply or a forwarded mail opens under its message. */
export function useOpenDraft() {
  const navigate = useNavigate();
  return ({ about, answeredId }: Pick<OwnDraftItem, "about" | "answeredId">) => {
    if (answeredId === null) return void navigate(pages.get(about) ?? "/compose");
    const state = composerState(answeredId, isForwardDraft(about) ? "forward" : "reply");
    void navigate(`/inbox?${new URLSearchParams({ folder: "drafts", message: answeredId })}`, { state });
  };
}

/** Opens a message of a Drafts folder. The copy of a draft that was begun here opens that draft. */
export function useOpenMailDraft() {
  const navigate = useNavigate();
  const cache = useQueryClient();
  const openOwn = useOpenDraft();
  return async (id: string) => {
    const own = await cache.ensureQueryData(ownDraftsQuery).catch(() => undefined);
    const draft = own?.items.find((item) => item.copyId === id && canOpen(item));
    if (draft) openOwn(draft);
    else void navigate(`/compose?draft=${id}`);
  };
}
