import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useLayoutEffect, useRef } from "react";
import { useLiveEvent } from "#lib/http/live.ts";
import { mailboxesQuery, threadsKey } from "./inbox.ts";

/** A sync tells of every batch; the screen asks again at most this often. */
const pauseMs = 700;

/** Keeps lists and counts true while mail comes and goes. */
export function useLiveInbox() {
  const cache = useQueryClient();
  const askMailboxes = usePaced(() => void cache.invalidateQueries(mailboxesQuery));
  const askThreads = usePaced(() => void cache.invalidateQueries({ queryKey: threadsKey }));

  useLiveEvent("mailboxes", askMailboxes);
  useLiveEvent("sync", askMailboxes);
  useLiveEvent("messages", () => {
    askThreads();
    askMailboxes();
  });
}

/** Runs at once, then again after the pause if it was asked for meanwhile. */
function usePaced(run: () => void) {
  const latest = useRef(run);
  useLayoutEffect(() => {
    latest.current = run;
  });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isWanted = useRef(false);
  useEffect(() => () => clearTimeout(timer.current), []);
  const ask = () => {
    if (timer.current !== undefined) {
      isWanted.current = true;
      return;
    }
    latest.current();
    timer.current = setTimeout(() => {
      timer.current = undefined;
      if (!isWanted.current) return;
      isWanted.current = false;
      ask();
    }, pauseMs);
  };
  return ask;
}
