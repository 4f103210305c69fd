import type { MailMessage } from "@intellibox/contract/endpoints/inbox";
import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { Forward, type LucideIcon, Reply, ReplyAll } from "lucide-react";
import { lazy, Suspense, useEffect } from "react";
import { useSignedIn } from "#lib/session/session.ts";
import { mailboxesQuery } from "#api/inbox.ts";
import { ownDraftsQuery, useLiveOwnDrafts } from "#api/mail-drafts.ts";
import { Skeleton } from "#components/ui/async-states.tsx";
import { Button } from "#components/ui/button.tsx";
import { BegunDrafts } from "./begun-drafts.tsx";
import { OutgoingReplies } from "./outgoing-replies.tsx";
import type { ReplyKind } from "./reply-kinds.ts";
import { hasOthers, kindNames } from "./reply-start.ts";
import type { InlineReply } from "./use-inline-reply.ts";

const importComposer = () => import("./load-composer.tsx");
const LoadComposer = lazy(() => importComposer().then((m) => ({ default: m.LoadComposer })));

type ThreadReplyProps = { message: MailMessage; reply: InlineReply; onFailure: (message: string) => void };

/** Below the thread: the replies on their way, and the composer or what opens it. */
export function ThreadReply({ message, reply, onFailure }: ThreadReplyProps) {
  useLiveOwnDrafts();
  const { data } = useQuery(ownDraftsQuery);
  const begun = data?.items.filter(({ answeredId }) => answeredId === message.id) ?? [];
  const { composer, outgoing } = reply;
  useEffect(() => void importComposer(), []);
  return (
    <>
      <OutgoingReplies message={message} outgoing={outgoing} />
      {composer ? (
        <Suspense fallback={<Skeleton className="h-72" />}>
          <LoadComposer key={`${composer.kind} ${composer.key}`} {...{ message, composer, reply }} />
        </Suspense>
      ) : (
        <>
          <BegunDrafts drafts={begun} onContinue={reply.continueDraft} onFailure={onFailure} />
          <OpenButtons message={message} onOpen={reply.open} />
        </>
      )}
    </>
  );
}

/** Distinct from the buttons of the toolbar, for readers who hear the names only. */
const buttonNames: Record<ReplyKind, string> = {
  reply: t("Reply to this message"),
  replyAll: t("Reply all to this message"),
  forward: t("Forward this message"),
};
const icons: Record<ReplyKind, LucideIcon> = { reply: Reply, replyAll: ReplyAll, forward: Forward };

function OpenButtons({ message, onOpen }: { message: MailMessage; onOpen: (kind: ReplyKind) => void }) {
  const { user } = useSignedIn();
  const { data: mailboxes = [] } = useQuery(mailboxesQuery);
  const kinds: ReplyKind[] = hasOthers(message, mailboxes, user.email)
    ? ["reply", "replyAll", "forward"]
    : ["reply", "forward"];
  return (
    <div className="flex flex-wrap gap-2">
      {kinds.map((kind) => {
        const Icon = icons[kind];
        return (
          <Button
            key={kind}
            aria-label={buttonNames[kind]}
            icon={<Icon className="size-4" aria-hidden="true" />}
            onClick={() => onOpen(kind)}
          >
            {kindNames[kind]}
          </Button>
        );
      })}
    </div>
  );
}
