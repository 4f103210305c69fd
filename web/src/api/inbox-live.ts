import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useStableCallback } from "#lib/hooks/use-stable-callback.ts";
import { useLiveEvent } from "#lib/http/live.ts";
import { mailboxesQuery, messagesKey, threadsKey } from "./inbox.ts";
import { foldersQuery } from "./mail-folders.ts";

/** A sync sends an event for every batch. The screen refetches at most this often. */
const refetchEveryMs = 700;

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

/** Runs on the first call, and once more after the pause if it was called meanwhile. */
function useThrottled(run: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isPending = useRef(false);
  useEffect(() => () => clearTimeout(timer.current), []);
  const request = useStableCallback(() => {
    if (timer.current !== undefined) {
      isPending.current = true;
      return;
    }
    run();
    timer.current = setTimeout(() => {
      timer.current = undefined;
      if (!isPending.current) return;
      isPending.current = false;
      request();
    }, refetchEveryMs);
  });
  return request;
}
