import type { ThreadItem } from "@intellibox/contract/endpoints/inbox";
import { maxBulkMessages } from "@intellibox/contract/rules/limits";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type MouseEvent, type RefObject, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import type { Said } from "#lib/drafts/reply-state.ts";
import { useStableCallback } from "#lib/hooks/use-stable-callback.ts";
import { messageOf } from "#lib/http/api-error.ts";
import { loadMoreThreads, messageQuery, threadsQuery } from "#api/inbox.ts";
import { useMessageActions } from "#api/inbox-actions.ts";
import type { AiWork } from "#api/inbox-assistant.ts";
import { announceUndoable } from "#components/ui/undo-offer.tsx";
import { announceDeleted } from "./announce-deleted.tsx";
import { setDone, useDoneMessages } from "./done-messages.ts";
import { useChoice } from "./list/use-choice.ts";
import { replyTo } from "./message/reply-to.ts";
import { neighbourOf, type Step } from "./neighbour.ts";
import type { useInboxAddress } from "./use-inbox-address.ts";
import { useInboxKeys } from "./use-inbox-keys.tsx";

type UnifiedInboxOptions = {
  address: ReturnType<typeof useInboxAddress>;
  onFailure: (message: string) => void;
  onFocusSearch: () => void;
};

/** The state of the unified inbox, and everything that a user does to its messages with the mouse or the keyboard. */
export function useUnifiedInbox({ address, onFailure, onFocusSearch }: UnifiedInboxOptions) {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const filter = { q: address.q, mailbox: address.mailbox };
  const list = useQuery(threadsQuery(filter));
  const items = list.data?.items ?? noItems;
  const openId = address.message;
  const openItem = items.find(({ id }) => id === openId);
  const lastIndex = useLastIndex(items, openId);
  const done = useDoneMessages();
  const choice = useChoice(items.map(({ id }) => id));
  const actions = useMessageActions({ onFailure, announceDeleted });
  const [aiWork, setAiWork] = useState<{ kind: AiWork; messageId: string } | null>(null);
  const previewRef = useRef<HTMLDivElement>(null);
  const listRef = useRef<HTMLDivElement>(null);

  const { hasOpened, focusShown } = useOnePaneFocus(openId, { listRef, previewRef });

  const open = (item: ThreadItem | undefined, asStep = false) => {
    if (!item) return;
    hasOpened.current = true;
    address.openMessage(item.id, { asStep });
    if (item.unread) void actions.mark([item.id], true);
  };
  const move = (step: Step) => open(neighbourOf(items, openId, lastIndex, step), !openId && isOnePane());
  const canMove = (step: number) => (neighbourOf(items, openId, lastIndex, step)?.id ?? openId) !== openId;
  const focusMessage = () => (openId ? previewRef.current?.focus() : open(items[0], isOnePane()));
  /** Opens Reply Assistant once the message is loaded. If loading fails, the pane shows the error. */
  const reply = (answer?: Said) => {
    if (!openId) return;
    cache.ensureQueryData(messageQuery(openId)).then(
      (found) => void navigate("/reply", { state: replyTo(found, answer) }),
      () => undefined,
    );
  };
  const ask = (kind: AiWork) => openId && setAiWork({ kind, messageId: openId });
  const remove = (ids: readonly string[]) => {
    if (ids.length === 0) return;
    if (ids.includes(openId)) {
      const rest = items.filter(({ id }) => id === openId || !ids.includes(id));
      const next = neighbourOf(rest, openId, lastIndex, 1) ?? neighbourOf(rest, openId, lastIndex, -1);
      if (next && next.id !== openId && !isOnePane()) open(next);
      else address.closeMessage();
    }
    choice.end();
    void actions.remove(ids);
  };
  const markDone = (id: string) => {
    if (done.has(id)) return setDone(id, false);
    setDone(id, true);
    if (openItem?.unread) void actions.mark([id], true);
    move(1);
    const undo = () => {
      setDone(id, false);
      address.openMessage(id);
    };
    announceUndoable({ words: "Marked as done", undo, lastsMs: 10_000, name: "done" });
  };
  const chosenOrOpen = () => (choice.ids.size > 0 ? [...choice.ids] : openId ? [openId] : []);

  useInboxKeys({
    hasMessage: Boolean(openId),
    move: (step) => {
      move(step);
      // A screen reader announces the list's active option only if the list has the focus.
      listRef.current?.focus({ preventScroll: true });
    },
    open: focusMessage,
    back: () => (choice.isOn ? choice.end() : address.closeMessage()),
    done: () => markDone(openId),
    toggleRead: () => {
      const ids = chosenOrOpen();
      const isUnread = items.some(({ id, unread }) => ids.includes(id) && unread);
      if (ids.length > 0) void actions.mark(ids, isUnread);
    },
    remove: () => remove(chosenOrOpen()),
    choose: () => openId && choice.toggle(openId),
    search: onFocusSearch,
    reply: () => reply(),
    ask,
  });
  usePrefetchNeighbours(items, openId);

  return {
    list,
    openId,
    openItem,
    done,
    choice,
    aiWork,
    previewRef,
    listRef,
    loadMore: useLoadMore(() => loadMoreThreads(cache, filter), onFailure),
    // These two never change: a row of the list is drawn again only if its message changed.
    press: useStableCallback((item: ThreadItem, event: MouseEvent) => {
      if (event.shiftKey && choice.isOn) return choice.extend(item.id);
      if (event.ctrlKey || event.metaKey || choice.isOn) return choice.toggle(item.id);
      open(item, isOnePane());
    }),
    choose: useStableCallback((item: ThreadItem, event: MouseEvent) =>
      event.shiftKey ? choice.extend(item.id) : choice.toggle(item.id),
    ),
    chooseAll: () => choice.chooseAll(items.slice(0, maxBulkMessages).map(({ id }) => id)),
    markChosen: (isRead: boolean) => {
      void actions.mark([...choice.ids], isRead);
      choice.end();
    },
    removeChosen: () => remove([...choice.ids]),
    move,
    canMove,
    focusMessage,
    focusShown,
    markOpen: (isRead: boolean) => void actions.mark([openId], isRead),
    removeOpen: () => remove([openId]),
    doneOpen: done.has(openId) ? undefined : () => markDone(openId),
    reply,
    ask,
    closeAiWork: () => setAiWork(null),
  };
}

const noItems: readonly ThreadItem[] = [];

/** True if the screen shows either the list or the message. Then opening a message is a history step that Back undoes. */
const isOnePane = () => matchMedia("(width < 1024px)").matches;

/**
 * On a narrow screen the message hides the list and the list hides the message, and with it the element that has the focus. The
 * focus follows. A message that the page was loaded with leaves the focus where the browser put it.
 */
function useOnePaneFocus(openId: string, panes: Record<"listRef" | "previewRef", RefObject<HTMLDivElement | null>>) {
  const { listRef, previewRef } = panes;
  const hasOpened = useRef(false);
  const before = useRef(openId);
  useEffect(() => {
    if (before.current && !openId && isOnePane()) listRef.current?.focus({ preventScroll: true });
    before.current = openId;
  }, [openId, listRef]);
  /** Called when the pane of a message is drawn: its code may have had to be loaded first. */
  const focusShown = useStableCallback(() => {
    if (hasOpened.current && isOnePane()) previewRef.current?.focus({ preventScroll: true });
  });
  return { hasOpened, focusShown };
}

/** The index of the open message, or its last known one if it left the list while it was read. */
function useLastIndex(items: readonly ThreadItem[], openId: string) {
  const [lastIndex, setLastIndex] = useState(0);
  const index = items.findIndex(({ id }) => id === openId);
  if (index >= 0 && index !== lastIndex) setLastIndex(index);
  return index >= 0 ? index : lastIndex;
}

/** Loads the next page, one at a time. */
function useLoadMore(load: () => Promise<void>, onFailure: (message: string) => void) {
  const isLoading = useRef(false);
  return useStableCallback(async () => {
    if (isLoading.current) return;
    isLoading.current = true;
    try {
      await load();
    } catch (error) {
      onFailure(messageOf(error, "Failed to load messages"));
    } finally {
      isLoading.current = false;
    }
  });
}

/** Prefetches the messages before and after the open one. */
function usePrefetchNeighbours(items: readonly ThreadItem[], openId: string) {
  const cache = useQueryClient();
  const index = items.findIndex(({ id }) => id === openId);
  const next = index >= 0 ? items[index + 1]?.id : items[0]?.id;
  const previous = index > 0 ? items[index - 1]?.id : undefined;
  useEffect(() => {
    // Leaves the open message time to be requested and drawn first.
    const timer = setTimeout(() => {
      for (const id of [next, previous]) if (id) void cache.prefetchQuery(messageQuery(id));
    }, 150);
    return () => clearTimeout(timer);
  }, [cache, next, previous]);
}
