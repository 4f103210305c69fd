/** Mutes threads and takes it back: shown at once, then sent to the server, and rolled back if it refuses. */

import { actions } from "@intellibox/contract/endpoints/actions";
import type { ThreadItem } from "@intellibox/contract/endpoints/inbox";
import { snooze } from "@intellibox/contract/endpoints/snooze";
import { t } from "@intellibox/contract/text/t";
import { useQueryClient } from "@tanstack/react-query";
import { call } from "#lib/http/api.ts";
import type { MessageChange } from "./inbox-changes.ts";
import { followChange, refetchMail, sendAfterUndo, showChange } from "./shown-change.ts";

export type MutedMessage = Pick<ThreadItem, "id" | "threadId" | "folder" | "muted">;

type MuteOptions = {
  onFailure: (message: string) => void;
  /** Says what was done and offers Undo. Returns a function that withdraws both. */
  announce: (threads: number, muted: boolean, undo: () => Promise<void>) => () => void;
};

export function useMute({ onFailure, announce }: MuteOptions) {
  const cache = useQueryClient();

  /** Mutes the threads of the messages, or lets their mail come to the inbox again. */
  return async (messages: readonly MutedMessage[], muted: boolean) => {
    const changed = messages.filter((message) => message.muted !== muted);
    if (changed.length === 0) return;
    const threads = new Set(changed.map(({ threadId }) => threadId));
    const { takeBack } = await showChange(cache, ({ threadId }) => threads.has(threadId), mutedAs(muted));
    await followChange(cache, {
      ...{ takeBack, onFailure, sent: sendAfterUndo(changeOf(changed, muted), () => send(changed, muted)) },
      announce: (undo) => announce(threads.size, muted, undo),
      undo: async ({ actionId }) => {
        await send(changed, !muted);
        if (actionId) await call(actions.undo, { params: { id: actionId } });
        refetchMail(cache);
      },
      failure: muted ? t("Mute failed") : t("Unmute failed"),
    });
    refetchMail(cache);
  };
}

const changeOf = (messages: readonly MutedMessage[], muted: boolean) =>
  ({ kind: "mute", ids: messages.map(({ id }) => id), muted }) as const;

const send = (messages: readonly MutedMessage[], muted: boolean) =>
  call(snooze.mute, { body: { ids: messages.map(({ id }) => id), muted } });

/** A muted thread is archived. */
export const mutedAs =
  (muted: boolean): MessageChange =>
  (message) =>
    muted && (message.folder === "inbox" || message.folder === "snoozed")
      ? { ...message, muted, folder: "archive", snoozedUntil: null }
      : { ...message, muted };
