import type { ThreadItem } from "@intellibox/contract/endpoints/inbox";
import { maxBulkMessages } from "@intellibox/contract/rules/limits";
import { t } from "@intellibox/contract/text/t";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type MouseEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import type { Said } from "#lib/drafts/reply-state.ts";
import { useStableCallback } from "#lib/hooks/use-stable-callback.ts";
import { messageOf } from "#lib/http/api-error.ts";
import { loadMoreThreads, loadThreadsUpTo, messageQuery, threadsQuery } from "#api/inbox.ts";
import type { ActedMessage } from "#api/inbox-actions.ts";
import type { ThreadFilter } from "#api/inbox-changes.ts";
import type { AiWish, AiWork } from "#api/inbox-works.ts";
import { useFiling } from "./actions/use-filing.tsx";
import { useForwardHabit } from "./actions/use-forward-habit.ts";
import { useMessageFiles } from "./actions/use-message-files.ts";
import { moreWords } from "./list/more-words.ts";
import { useChoice } from "./list/use-choice.ts";
import { useOpenMailDraft } from "./list/use-open-draft.ts";
import type { Mailboxes } from "./mailbox-words.ts";
import { neighbourOf, type Step } from "./neighbour.ts";
import type { ReplyKind } from "./reply/reply-kinds.ts";
import { useInlineReply } from "./reply/use-inline-reply.ts";
import type { useInboxAddress } from "./use-inbox-address.ts";
import { useInboxKeys } from "./use-inbox-keys.tsx";

type UnifiedInboxOptions = {
  address: ReturnType<typeof useInboxAddress>;
  mailboxes: Mailboxes;
  /** Whether a row is a thread or a message. */
  group: "thread" | "message";
  onFailure: (message: string) => void;
  onFocusSearch: () => void;
  /** Brings the newest mail. */
  onRefresh: () => void;
};

/** The state of the unified inbox, and everything that a user does to its messages with the mouse or the keyboard. */
export function useUnifiedInbox(options: UnifiedInboxOptions) {
  const { address, mailboxes, group, onFailure, onFocusSearch, onRefresh } = options;
  const cache = useQueryClient();
  const openDraft = useOpenMailDraft();
  const filter: ThreadFilter = {
    ...{ q: address.q, mailbox: address.folderId ? "" : address.mailbox },
    ...{ view: address.view, folderId: address.folderId, group, priority: address.part },
  };
  const list = useQuery(threadsQuery(filter));
  const items = list.data?.items ?? noItems;
  const openId = address.message;
  const openItem = items.find(({ id }) => id === openId);
  // A message that was opened by its address need not be in the list.
  const loaded = useQuery({ ...messageQuery(openId), enabled: openId !== "" && !openItem && list.data !== undefined });
  const openMessage: ActedMessage | undefined = openItem ?? loaded.data;
  // New mail of the open thread heads its row.
  const openThread = loaded.data?.threadId;
  const rowOfThread =
    group === "thread" && !openItem && openThread ? items.find(({ threadId }) => threadId === openThread) : undefined;
  const rowId = rowOfThread?.id ?? openId;
  const lastIndex = useLastIndex(items, rowId);
  const choice = useChoice(items.map(({ id }) => id));
  const [aiWork, setAiWork] = useState<AiWish | null>(null);
  const previewRef = useRef<HTMLDivElement>(null);
  const listRef = useRef<HTMLDivElement>(null);

  const { hasOpened, focusShown } = useOnePaneFocus(openId, { listRef, previewRef });

  const open = (item: ThreadItem | undefined, asStep = false) => {
    if (!item) return;
    hasOpened.current = true;
    address.openMessage(item.id, { asStep });
  };
  const move = (step: Step) => open(neighbourOf(items, rowId, lastIndex, step), !openId && isOnePane());
  const canMove = (step: number) => (neighbourOf(items, rowId, lastIndex, step)?.id ?? rowId) !== rowId;
  const focusMessage = () => (openId ? previewRef.current?.focus() : open(items[0], isOnePane()));
  const inlineReply = useInlineReply({
    openId,
    openMessage: (id) => id !== openId && address.openMessage(id),
    openNext: () => move(1),
    focusThread: () => previewRef.current?.focus({ preventScroll: true }),
  });
  const habit = useForwardHabit();
  /** Opens the composer under the thread. A draft of a mailbox is continued in Compose, and a mail is attached there. */
  const write = (kind: ReplyKind | "first", answer?: Said) => {
    if (openMessage?.folder === "drafts") void openDraft(openId);
    else if (kind === "forward" && habit.isAsFile) habit.forward(openId, "attachment");
    else inlineReply.open(kind, answer);
  };
  const reply = { ...inlineReply, open: write };
  const files = useMessageFiles({ openId, onFailure, onWrite: write });
  const ask = (kind: AiWork) => openId && setAiWork({ kind, messageId: openId, count: (aiWork?.count ?? 0) + 1 });
  /** If the open message leaves the list, its neighbour is opened; on a narrow screen the list is shown. */
  const openNeighbour = (leaving: readonly string[]) => {
    if (!leaving.includes(openId) && !leaving.includes(rowId)) return;
    const rest = items.filter(({ id }) => id === rowId || !leaving.includes(id));
    const next = neighbourOf(rest, rowId, lastIndex, 1) ?? neighbourOf(rest, rowId, lastIndex, -1);
    const other = next?.id === rowId ? neighbourOf(rest, rowId, lastIndex, -1) : next;
    if (other && other.id !== rowId && !isOnePane()) open(other);
    else address.closeMessage();
  };
  const filing = useFiling({ filter, mailboxes, onFailure, onLeaving: openNeighbour, onActed: choice.end });
  useMarkOpened(openMessage, openId, (id) => {
    // After it is loaded, so that the pane knows which messages of its thread were unread.
    cache.ensureQueryData(messageQuery(id)).then(
      () => void filing.markOpened(id),
      () => undefined,
    );
  });
  const chosen = items.filter(({ id }) => choice.ids.has(id));
  const openCommands = filing.commandsOf(openMessage ? [openMessage] : []);
  const chosenCommands = filing.commandsOf(chosen);

  const chooseAll = (all: readonly ThreadItem[] = items) =>
    choice.chooseAll(all.slice(0, maxBulkMessages).map(({ id }) => id));
  const [isLoadingRest, setIsLoadingRest] = useState(false);
  const chooseMore = async () => {
    setIsLoadingRest(true);
    try {
      chooseAll(await loadThreadsUpTo(cache, filter, maxBulkMessages));
    } catch (error) {
      onFailure(messageOf(error, t("Failed to load messages")));
    } finally {
      setIsLoadingRest(false);
    }
  };

  useInboxKeys({
    hasMessage: Boolean(openId),
    commands: chosen.length > 0 ? chosenCommands : openMessage ? openCommands : undefined,
    move: (step) => {
      move(step);
      // A screen reader announces the list's active option only if the list has the focus.
      listRef.current?.focus({ preventScroll: true });
    },
    open: focusMessage,
    back: () => (choice.isOn ? choice.end() : address.closeMessage()),
    choose: () => openId && choice.toggle(rowId),
    chooseAll: () => chooseAll(),
    search: onFocusSearch,
    refresh: onRefresh,
    reply: () => write("first"),
    files,
    ask,
    showView: address.showView,
  });
  usePrefetchNeighbours(items, rowId);

  return {
    list,
    filter,
    filing,
    openId,
    rowId,
    openMessage,
    openCommands,
    files,
    chosenCommands,
    choice,
    aiWork,
    previewRef,
    listRef,
    loadMore: useLoadMore(() => loadMoreThreads(cache, filter), onFailure),
    // These three never change: a row of the list is drawn again only if its message changed.
    press: useStableCallback((item: ThreadItem, event: MouseEvent) => {
      if (event.shiftKey && choice.isOn) return choice.extend(item.id);
      if (event.ctrlKey || event.metaKey || choice.isOn) return choice.toggle(item.id);
      // A draft is continued, not read.
      if (item.folder === "drafts") return void openDraft(item.id);
      open(item, isOnePane());
    }),
    choose: useStableCallback((item: ThreadItem, event: MouseEvent) =>
      event.shiftKey ? choice.extend(item.id) : choice.toggle(item.id),
    ),
    star: useStableCallback((item: ThreadItem) => filing.commandsOf([item]).star.run()),
    chooseAll,
    /** The rows that the selection lacks because they are not loaded. */
    more: moreWords({
      ...{ chosen: chosen.length, loaded: items.length, hasMore: Boolean(list.data?.nextCursor) },
      total: list.data?.total,
    }),
    chooseMore,
    isLoadingRest,
    move,
    canMove,
    focusMessage,
    focusShown,
    reply,
    ask,
    closeAiWork: () => setAiWork(null),
  };
}

/** Marks a message as read when it is opened, also by its address. One that is marked as unread later stays unread. */
function useMarkOpened(message: ActedMessage | undefined, openId: string, mark: (id: string) => void) {
  const marked = useRef("");
  const id = message?.id;
  const markNow = useEffectEvent(() => {
    if (message?.unread) mark(message.id);
  });
  useEffect(() => {
    if (!openId) marked.current = "";
    if (!openId || id !== openId || marked.current === openId) return;
    marked.current = openId;
    markNow();
  }, [id, openId]);
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
      onFailure(messageOf(error, t("Failed to load messages")));
    } finally {
      isLoading.current = false;
    }
  });
}

/** Prefetches the next two messages and the one before, unless the browser is to save data. */
function usePrefetchNeighbours(items: readonly ThreadItem[], openId: string) {
  const cache = useQueryClient();
  const index = items.findIndex(({ id }) => id === openId);
  const wanted = [index + 1, index >= 0 ? index + 2 : -1, index - 1].flatMap((at) => items[at]?.id ?? []).join(" ");
  useEffect(() => {
    const { connection } = navigator as { connection?: { saveData?: boolean } };
    if (!wanted || connection?.saveData) return;
    // Leaves the open message time to be requested and drawn first.
    const timer = setTimeout(() => {
      for (const id of wanted.split(" ")) void cache.prefetchQuery(messageQuery(id));
    }, 150);
    return () => clearTimeout(timer);
  }, [cache, wanted]);
}
