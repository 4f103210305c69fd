/** Snoozes threads and brings them back: shown at once, then sent to the server, and rolled back if it refuses. */

import type { ThreadItem } from "@intellibox/contract/endpoints/inbox";
import { snooze } from "@intellibox/contract/endpoints/snooze";
import { t } from "@intellibox/contract/text/t";
import { useQueryClient } from "@tanstack/react-query";
import { call } from "#lib/http/api.ts";
import type { MessageChange } from "./inbox-changes.ts";
import { followChange, refetchMail, sendAfterUndo, showChange } from "./shown-change.ts";

export type SnoozedMessage = Pick<ThreadItem, "id" | "threadId" | "folder" | "snoozedUntil">;

type SnoozeOptions = {
  onFailure: (message: string) => void;
  /** Says what was done and offers Undo. `until` is null if the messages were brought back. Returns a function that withdraws both. */
  announce: (count: number, until: Date | null, undo: () => Promise<void>) => () => void;
};

export function useSnooze({ onFailure, announce }: SnoozeOptions) {
  const cache = useQueryClient();

  /** Snoozes the threads of the messages until then; null brings them back to the inbox. */
  return async (messages: readonly SnoozedMessage[], until: Date | null) => {
    const threads = new Set(messages.map(({ threadId }) => threadId));
    const { takeBack } = await showChange(cache, ({ threadId }) => threads.has(threadId), snoozedUntil(until));
    await followChange(cache, {
      ...{ takeBack, onFailure, sent: sendAfterUndo(changeOf(messages, until), () => send(messages, until)) },
      announce: (undo) => announce(messages.length, until, undo),
      undo: () => restore(messages).finally(() => refetchMail(cache)),
      failure: until ? t("Snooze failed") : t("Could not bring the messages back"),
    });
    refetchMail(cache);
  };
}

const idsOf = (messages: readonly SnoozedMessage[]) => messages.map(({ id }) => id);

const changeOf = (messages: readonly SnoozedMessage[], until: Date | null) =>
  ({ kind: "snooze", ids: idsOf(messages), until: until?.toISOString() ?? null }) as const;

const send = (messages: readonly SnoozedMessage[], until: Date | null): Promise<unknown> =>
  until
    ? call(snooze.snooze, { body: { ids: idsOf(messages), until: until.toISOString() } })
    : call(snooze.unsnooze, { body: { ids: idsOf(messages) } });

/** Each message until the moment that it was snoozed to before. */
async function restore(messages: readonly SnoozedMessage[]) {
  for (const [, same] of Map.groupBy(messages, ({ snoozedUntil }) => snoozedUntil?.getTime()))
    await send(same, same[0]?.snoozedUntil ?? null);
}

/** Mail of a thread outside the inbox is not snoozed. */
export const snoozedUntil =
  (until: Date | null): MessageChange =>
  (message) =>
    message.folder === "inbox" || message.folder === "snoozed"
      ? { ...message, folder: until ? "snoozed" : "inbox", snoozedUntil: until }
      : message;
