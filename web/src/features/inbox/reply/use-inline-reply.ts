import type { PreparedDraft } from "@intellibox/contract/endpoints/prepared-drafts";
import { useEffect, useRef, useState } from "react";
import type { Said } from "#lib/drafts/reply-state.ts";
import { holdKeys } from "#lib/hooks/held-keys.ts";
import type { MailOutcome } from "#lib/mail/mail-outcome.ts";
import { useLocation } from "#lib/router/router.tsx";
import { textEntry } from "#lib/storage.ts";
import type { ReplyForm } from "#state/use-reply-form.ts";
import { type ReplyKind, replyKinds } from "./reply-kinds.ts";

/** The composer that is open under a message. */
export type OpenComposer = {
  messageId: string;
  kind: ReplyKind;
  /** Opened by Reply or its key: the user's preference decides whether it goes to all. */
  isFirst?: boolean | undefined;
  /** Distinguishes two composers for one message, so that the second has its own state. */
  key: number;
  answer?: Said | undefined;
  /** The text of the assistant that it starts with. */
  prepared?: PreparedDraft | undefined;
  /** A kept draft is continued as it was left: to its own recipients. */
  isContinued?: boolean | undefined;
  /** A mail that came back, because sending was undone or failed. */
  returned?: ReturnedMail | undefined;
};
export type ReturnedMail = { form: ReplyForm; files: readonly File[]; problem?: string | undefined };

/** A reply that was accepted for sending, shown in the thread until the sent message is there. */
export type OutgoingReply = {
  id: string;
  messageId: string;
  to: readonly string[];
  html: string;
  at: Date;
  outcome: MailOutcome;
  /** The sent messages that the thread had before. */
  sentBefore: readonly string[];
};

const afterSending = textEntry("intellibox.inbox.after-sending");
export const opensNextAfterSending = () => afterSending.read() === "next";
export const setOpensNext = (isOn: boolean) => (isOn ? afterSending.write("next") : afterSending.clear());

/** The navigation state that opens a draft under its message. */
export const composerState = (messageId: string, kind: ReplyKind) => ({ composer: { messageId, kind } });

function wantedComposer(state: unknown) {
  const { composer } = (state ?? {}) as { composer?: { messageId?: unknown; kind?: unknown } };
  const kind = replyKinds.find((name) => name === composer?.kind);
  return kind && typeof composer?.messageId === "string" ? { messageId: composer.messageId, kind } : undefined;
}

type InlineReplyOptions = {
  openId: string;
  openMessage: (id: string) => void;
  openNext: () => void;
  /** Gives the focus to the thread. */
  focusThread: () => void;
};

/** Which composer is open under the open message, and the replies that are on their way. */
export function useInlineReply({ openId, openMessage, openNext, focusThread }: InlineReplyOptions) {
  const [composer, setComposer] = useState<OpenComposer | null>(null);
  const [outgoing, setOutgoing] = useState<readonly OutgoingReply[]>([]);
  const count = useRef(0);
  const isShown = useRef(false);
  const { state, key: visit } = useLocation();
  const [seenVisit, setSeenVisit] = useState("");
  const wanted = wantedComposer(state);
  if (wanted && visit !== seenVisit) {
    setSeenVisit(visit);
    setComposer({ ...wanted, isContinued: true, key: 0 });
  }
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  // Another thread closes the composer. Its draft is kept.
  useEffect(() => setComposer((now) => (now && openId && now.messageId !== openId ? null : now)), [openId]);

  const show = (next: Omit<OpenComposer, "key">) => {
    // Otherwise a letter of the reply archives its mail, while the code of the composer loads. Nobody types into a mail that came back.
    if (!next.returned) holdKeys();
    count.current += 1;
    setComposer({ ...next, key: count.current });
  };
  const close = () => {
    setComposer(null);
    focusThread();
  };
  const dropOutgoing = (id: string) => setOutgoing((all) => all.filter((reply) => reply.id !== id));
  return {
    composer: composer?.messageId === openId ? composer : null,
    outgoing: outgoing.filter(({ messageId }) => messageId === openId),
    open: (kind: ReplyKind | "first", answer?: Said) =>
      openId &&
      show({ messageId: openId, answer, ...(kind === "first" ? { kind: "reply", isFirst: true } : { kind }) }),
    usePrepared: (prepared: PreparedDraft) =>
      openId && show({ messageId: openId, kind: "reply", isFirst: true, prepared }),
    continueDraft: (kind: ReplyKind) => openId && show({ messageId: openId, kind, isContinued: true }),
    close,
    /** The server accepted the mail. */
    accept: (reply: OutgoingReply) => {
      setOutgoing((all) => [...all, reply]);
      close();
      if (opensNextAfterSending()) openNext();
    },
    follow: (id: string, outcome: MailOutcome) =>
      setOutgoing((all) => all.map((reply) => (reply.id === id ? { ...reply, outcome } : reply))),
    drop: dropOutgoing,
    /** Brings a mail back that was not sent: into the composer, or as a draft if the inbox was left. */
    bringBack: (
      id: string,
      from: Pick<OpenComposer, "messageId" | "kind">,
      mail: ReturnedMail,
      keepDraft: () => void,
    ) => {
      dropOutgoing(id);
      if (isShown.current) {
        openMessage(from.messageId);
        show({ ...from, returned: mail });
      } else keepDraft();
    },
  };
}

export type InlineReply = ReturnType<typeof useInlineReply>;
