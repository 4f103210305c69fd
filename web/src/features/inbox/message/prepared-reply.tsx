import type { MailMessage } from "@intellibox/contract/endpoints/inbox";
import type { PreparedDraft } from "@intellibox/contract/endpoints/prepared-drafts";
import { isForwardDraft } from "@intellibox/contract/rules/draft-names";
import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { Reply } from "lucide-react";
import { rememberDraft } from "#lib/drafts/written-drafts.ts";
import { messageOf } from "#lib/http/api-error.ts";
import { ownDraftsQuery } from "#api/mail-drafts.ts";
import { useDropPreparedDraft } from "#api/prepared-drafts.ts";
import { rate } from "#api/rate.ts";
import { AiIcon } from "#components/ui/ai-icon.tsx";
import { Button } from "#components/ui/button.tsx";
import { AuthorshipNotices } from "#components/writing/authorship.tsx";
import { Engine } from "#components/writing/engine.tsx";
import { MarkedBlanks } from "#components/writing/marked-blanks.tsx";

export type PreparedReplyProps = {
  message: MailMessage;
  draft: PreparedDraft;
  /** Opens the composer with the text. */
  onUse: (draft: PreparedDraft) => void;
  onFailure: (message: string) => void;
};

/** The reply that the assistant prepared. Not shown to a user who has begun one. */
export function PreparedReply({ message, draft, onUse, onFailure }: PreparedReplyProps) {
  const { data: own, isPending } = useQuery(ownDraftsQuery);
  const drop = useDropPreparedDraft(message.id);
  const isBegun = own?.items.some(({ answeredId, about }) => answeredId === message.id && !isForwardDraft(about));
  if (isPending || isBegun) return null;
  const use = () => {
    rememberDraft(draft, draft.text);
    onUse(draft);
    drop.mutate();
  };
  const discard = () =>
    drop.mutate(undefined, {
      onError: (error) => onFailure(messageOf(error, t("The prepared reply could not be discarded"))),
    });
  return (
    <section aria-labelledby="prepared-reply" className="ai-edge overflow-hidden rounded-panel bg-ai-bg">
      <div className="px-4 pt-3.5">
        <h3 id="prepared-reply" className="flex items-center gap-2 text-sm font-semibold text-text">
          <AiIcon className="size-4 text-ai" />
          {t("The assistant prepared a reply")}
        </h3>
        <p className="mt-0.5 text-xs text-text-3">{t("Nothing is sent until you take it and press Send.")}</p>
      </div>
      <div className="mt-3 empty:hidden">
        <AuthorshipNotices written={draft} shown={message.warnings} />
      </div>
      <p
        dir="auto"
        className="mx-4 mt-3 rounded-item border border-ai-line bg-surface px-3.5 py-3 text-sm [overflow-wrap:anywhere] whitespace-pre-wrap text-text"
      >
        <MarkedBlanks text={draft.text} />
      </p>
      <div className="flex flex-col gap-1 px-4 pt-2.5 text-xs text-text-3">
        <p className="[overflow-wrap:anywhere]">{t("It answers: “{ask}”", { ask: draft.ask })}</p>
        <p>{usedWords(draft.earlier)}</p>
        <Engine written={draft} onRate={rate} />
      </div>
      <div className="flex flex-wrap gap-2 px-4 pt-3 pb-3.5">
        <Button variant="primary" icon={<Reply className="size-4" aria-hidden="true" />} onClick={use}>
          {t("Use this draft")}
        </Button>
        <Button variant="ghost" onClick={discard}>
          {t("Discard")}
        </Button>
      </div>
    </section>
  );
}

const usedWords = (earlier: number) =>
  earlier === 0
    ? t("It was written from this message.")
    : t(
        "{count, plural, one {It was written from this message and # earlier one of the conversation.} other {It was written from this message and # earlier ones of the conversation.}}",
        { count: earlier },
      );
