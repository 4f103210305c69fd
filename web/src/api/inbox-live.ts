import { useQueryClient } from "@tanstack/react-query";
import { useThrottled } from "#lib/hooks/use-throttled.ts";
import { useLiveEvent } from "#lib/http/live.ts";
import { mailboxesQuery, messagesKey, threadsKey, unreadPartsKey } from "./inbox.ts";
import { foldersQuery } from "./mail-folders.ts";

/** Refetches the counts of the rail when mail arrives or changes. The shell calls it once for all pages. */
export function useLiveFolders() {
  const cache = useQueryClient();
  const refetch = useThrottled(() => void cache.invalidateQueries(foldersQuery));
  useLiveEvent("mailboxes", refetch);
  useLiveEvent("sync", refetch);
  useLiveEvent("messages", refetch);
}

/** Refetches lists and mailboxes when mail arrives or changes. */
export function useLiveInbox() {
  const cache = useQueryClient();
  const refetchMailboxes = useThrottled(() => void cache.invalidateQueries(mailboxesQuery));
  const refetchThreads = useThrottled(() => {
    void cache.invalidateQueries({ queryKey: threadsKey });
    void cache.invalidateQueries({ queryKey: unreadPartsKey });
    // The open thread shows new mail and one's own answers.
    void cache.invalidateQueries({ queryKey: messagesKey });
  });

  useLiveEvent("mailboxes", refetchMailboxes);
  useLiveEvent("sync", refetchMailboxes);
  useLiveEvent("messages", () => {
    refetchThreads();
    refetchMailboxes();
  });
}
