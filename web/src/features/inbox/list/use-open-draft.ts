import { composeDraftName, type OwnDraftItem, replyDraftName } from "@intellibox/contract/endpoints/drafts";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { messageOf } from "#lib/http/api-error.ts";
import { toast } from "#lib/toast.ts";
import { messageQuery } from "#api/inbox.ts";
import { ownDraftsQuery } from "#api/mail-drafts.ts";
import { replyTo } from "#features/inbox/message/reply-to.ts";

/** Where drafts that answer no stored mail are continued. */
const pages = new Map([
  [composeDraftName, "/compose"],
  [replyDraftName, "/reply"],
]);

export const canOpen = ({ about, answeredId }: OwnDraftItem) => pages.has(about) || answeredId !== null;

/** Opens a draft that was begun here. That of a reply opens with the mail that it answers. */
export function useOpenDraft() {
  const navigate = useNavigate();
  const cache = useQueryClient();
  return async ({ about, answeredId }: Pick<OwnDraftItem, "about" | "answeredId">) => {
    if (answeredId === null) return void navigate(pages.get(about) ?? "/compose");
    try {
      const answered = await cache.ensureQueryData(messageQuery(answeredId));
      void navigate("/reply", { state: replyTo(answered) });
    } catch (error) {
      toast.error(messageOf(error, "The answered mail could not be loaded"));
    }
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
    if (draft) await openOwn(draft);
    else void navigate(`/compose?draft=${id}`);
  };
}
