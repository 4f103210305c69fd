import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { type Ref, Suspense, use, useEffect, useRef } from "react";
import { messageQuery } from "#api/inbox.ts";
import type { AiWish, AiWork } from "#api/inbox-works.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Failed, Skeleton } from "#components/ui/async-states.tsx";
import { loadedLater } from "#components/ui/loaded-later.tsx";
import type { MenuEntry } from "#components/ui/menu.tsx";
import { MailWarnings } from "#components/writing/authorship.tsx";
import { archiveOf, type MessageCommands } from "#features/inbox/actions/message-commands.ts";
import type { Mailboxes } from "#features/inbox/mailbox-words.ts";
import { useRepliesToAll } from "#features/inbox/reply/replies-to-all.ts";
import { ThreadReply } from "#features/inbox/reply/thread-reply.tsx";
import type { InlineReply } from "#features/inbox/reply/use-inline-reply.ts";
import { RulePartsContext } from "#features/inbox/rule-parts.ts";
import { DangersOfMail } from "./dangers/dangers-of-mail.tsx";
import { MessageAttachments } from "./message-attachments.tsx";
import { hasText, MessageBody, TranslateButton } from "./message-body.tsx";
import { type HeadLabel, MessageHead, ThreadHead } from "./message-head.tsx";
import { MessageActionBar, MessageToolbar } from "./message-toolbar.tsx";
import { OneClickReplies } from "./one-click-replies.tsx";
import { ThreadDigest } from "./thread-digest.tsx";
import { ThreadMessages } from "./thread-messages.tsx";
import { useThreadKeys } from "./use-thread-keys.tsx";
import { useTranslating } from "./use-translating.tsx";

const PriorityOfMail = loadedLater(() =>
  import("#features/inbox/priority/priority-of-mail.tsx").then((m) => m.PriorityOfMail),
);

const PreparedReply = loadedLater(() => import("./prepared-reply.tsx").then((m) => m.PreparedReply));

type MessagePreviewProps = {
  id: string;
  paneRef: Ref<HTMLDivElement>;
  /** Called once per message, when its pane is in the page. Never changes. */
  onShown: () => void;
  mailboxes: Mailboxes;
  /** The commands for the message. */
  commands: MessageCommands;
  /** Forward, print and download. */
  files: readonly MenuEntry[];
  /** Only Important or Other is listed. */
  isInPart: boolean;
  /** The labels of the message, each with what removes it. */
  labels: readonly HeadLabel[];
  onFailure: (message: string) => void;
  onBack: () => void;
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
  onOpen: (id: string) => void;
  /** The composer under the thread. */
  reply: InlineReply;
  /** The work that the user asked the assistant for. */
  wish: AiWish | null;
  onAsk: (kind: AiWork) => void;
};

/** One message with all its actions, among the other messages of its thread. */
export function MessagePreview(props: MessagePreviewProps) {
  const { id, paneRef, onShown, mailboxes, onFailure, commands, labels, onBack, onOpen } = props;
  const { reply, onAsk } = props;
  const onReply = () => reply.open("first");
  const { data: message, error, refetch } = useQuery(messageQuery(id));
  const isDraft = message?.folder === "drafts";
  const isToAll = useRepliesToAll(message);
  const rules = use(RulePartsContext);
  const { isTranslated, setIsTranslated } = useTranslating(message !== undefined && hasText(message));
  const threadRef = useRef<HTMLDivElement>(null);
  useThreadKeys(threadRef);
  useEffect(onShown, [onShown]);

  return (
    <>
      <MessageToolbar
        commands={commands}
        fileEntries={props.files}
        onBack={onBack}
        onPrevious={props.onPrevious}
        onNext={props.onNext}
        onAsk={onAsk}
        onReply={onReply}
        isDraft={isDraft}
        isToAll={isToAll}
      />
      <section
        ref={paneRef}
        aria-label={t("Message")}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1)
        tabIndex={0}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain focus-visible:-outline-offset-2"
      >
        <div
          ref={threadRef}
          className="mx-auto flex w-full max-w-[760px] flex-col gap-6 px-4 pt-5 pb-8 @min-[640px]:px-8"
        >
          {!message && !error && <PreviewSkeleton />}
          {!message && error && <Failed message={error.message} onRetry={() => void refetch()} />}
          {message && (
            <>
              <ThreadHead subject={message.subject} labels={labels} />
              <ThreadDigest message={message} wish={props.wish} />
              <ThreadMessages message={message} onOpen={onOpen} onFailure={onFailure}>
                <MessageHead
                  message={message}
                  mailboxes={mailboxes}
                  tool={<TranslateButton message={message} isOn={isTranslated} onChange={setIsTranslated} />}
                />
                {props.isInPart && message.folder === "inbox" && <PriorityOfMail message={message} />}
                {rules && (
                  <Suspense fallback={null}>
                    <rules.OfMessage id={id} />
                  </Suspense>
                )}
                {message.folder !== "sent" && !isDraft && <DangersOfMail message={message} />}
                {message.warnings.length > 0 && <MailWarnings warnings={message.warnings} />}
                <div>
                  <MessageBody {...{ message, onFailure, isTranslated }} />
                </div>
                {message.truncated && (
                  <Alert kind="info">
                    {t("This message is larger than can be shown. Download it to read the rest.")}
                  </Alert>
                )}
                <MessageAttachments message={message} onFailure={onFailure} />
              </ThreadMessages>
              {message.preparedDraft && !reply.composer && (
                <PreparedReply draft={message.preparedDraft} onUse={reply.usePrepared} {...{ message, onFailure }} />
              )}
              {message.folder !== "sent" && !isDraft && !reply.composer && (
                <OneClickReplies
                  message={message}
                  onChoose={(answer) => reply.open("reply", answer)}
                  onArchive={archiveOf(commands)}
                />
              )}
              {!isDraft && <ThreadReply {...{ message, reply, onFailure }} />}
            </>
          )}
        </div>
      </section>
      <MessageActionBar {...{ onAsk, onReply, isDraft, isToAll }} />
    </>
  );
}

function PreviewSkeleton() {
  return (
    <div role="status" className="appear-late flex flex-col gap-4">
      <span className="sr-only">{t("Loading the message…")}</span>
      <Skeleton className="h-7 w-3/4" />
      <div className="flex items-center gap-3">
        <Skeleton className="size-10 shrink-0 rounded-full" />
        <Skeleton className="h-4 w-48" />
      </div>
      {["w-32", "w-full", "w-11/12", "w-2/3", "w-5/6"].map((width) => (
        <Skeleton key={width} className={`h-4 ${width}`} />
      ))}
    </div>
  );
}
