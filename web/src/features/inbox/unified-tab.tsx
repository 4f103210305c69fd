import type { ThreadItem } from "@intellibox/contract/endpoints/inbox";
import type { ConnectedMailbox } from "@intellibox/contract/endpoints/mailboxes";
import { maxBulkMessages } from "@intellibox/contract/rules/limits";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { MailOpen } from "lucide-react";
import { lazy, type MouseEvent, Suspense, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { messageOf } from "#lib/http/api-error.ts";
import { loadMoreThreads, messageQuery, threadsQuery } from "#api/inbox.ts";
import { useMessageActions } from "#api/inbox-actions.ts";
import type { AiWork } from "#api/inbox-assistant.ts";
import { Empty } from "#components/ui/async-states.tsx";
import { announceUndoable } from "#components/ui/undo-offer.tsx";
import { announceDeleted } from "./announce-deleted.tsx";
import { setDone, useDoneMessages } from "./done-messages.ts";
import { BulkBar } from "./list/bulk-bar.tsx";
import { ListPane } from "./list/list-pane.tsx";
import { ListToolbar } from "./list/list-toolbar.tsx";
import { useChoice } from "./list/use-choice.ts";
import { byId } from "./mailbox-words.ts";
import { neighbourOf } from "./neighbour.ts";
import { SplitPanes } from "./split-panes.tsx";
import type { useInboxAddress } from "./use-inbox-address.ts";
import { useInboxKeys } from "./use-inbox-keys.tsx";

const loadPreview = () => import("./message/message-preview.tsx");
const MessagePreview = lazy(() => loadPreview().then((m) => ({ default: m.MessagePreview })));
const AiResult = lazy(() => import("./message/ai-result.tsx").then((m) => ({ default: m.AiResult })));

type UnifiedTabProps = {
  address: ReturnType<typeof useInboxAddress>;
  mailboxes: readonly ConnectedMailbox[] | undefined;
  onFailure: (message: string) => void;
  onFocusSearch: () => void;
  reload: { run: () => void; isBusy: boolean };
  sync: { run: (mailboxId?: string) => void; isBusy: boolean };
};

/** List and message. Everything that is done to messages is done from here. */
export function UnifiedTab({ address, mailboxes = [], onFailure, onFocusSearch, reload, sync }: UnifiedTabProps) {
  const cache = useQueryClient();
  const filter = { q: address.q, mailbox: address.mailbox };
  const list = useQuery(threadsQuery(filter));
  const items = list.data?.items ?? none;
  const openId = address.message;
  const done = useDoneMessages();
  const choice = useChoice(items.map(({ id }) => id));
  const actions = useMessageActions({ onFailure, announceDeleted });
  const [work, setWork] = useState<{ kind: AiWork; messageId: string } | null>(null);
  const more = useMore(() => loadMoreThreads(cache, filter), onFailure);
  const preview = useRef<HTMLDivElement>(null);
  const listBox = useRef<HTMLDivElement>(null);
  const openItem = items.find(({ id }) => id === openId);
  const place = useLastPlace(items, openId);

  const open = (item: ThreadItem | undefined, asStep = false) => {
    if (!item) return;
    address.openMessage(item.id, { asStep });
    if (item.unread) void actions.mark([item.id], true);
  };
  const move = (step: number | "first" | "last") => open(neighbourOf(items, openId, place, step));
  const canMove = (step: number) => (neighbourOf(items, openId, place, step)?.id ?? openId) !== openId;
  const remove = (ids: readonly string[]) => {
    if (ids.length === 0) return;
    // What comes after takes its place, as in every mail program.
    if (ids.includes(openId)) {
      const rest = items.filter(({ id }) => id === openId || !ids.includes(id));
      const next = neighbourOf(rest, openId, place, 1) ?? neighbourOf(rest, openId, place, -1);
      if (next && next.id !== openId && !isOnePane()) open(next);
      else address.closeMessage();
    }
    choice.end();
    void actions.remove(ids);
  };
  const press = (item: ThreadItem, event: MouseEvent) => {
    if (event.shiftKey && choice.isOn) return choice.extend(item.id);
    if (event.ctrlKey || event.metaKey || choice.isOn) return choice.toggle(item.id);
    open(item, isOnePane());
  };
  const stable = useStable({
    press,
    choose: (item: ThreadItem, event: MouseEvent) => (event.shiftKey ? choice.extend(item.id) : choice.toggle(item.id)),
  });
  const chosenOr = () => (choice.ids.size > 0 ? [...choice.ids] : openId ? [openId] : []);

  useInboxKeys({
    hasMessage: Boolean(openId),
    move: (step) => {
      move(step);
      // Whoever does not see the screen is told which message that is.
      listBox.current?.focus({ preventScroll: true });
    },
    open: () => (openId ? preview.current?.focus() : open(items[0], isOnePane())),
    back: () => (choice.isOn ? choice.end() : address.closeMessage()),
    done: () => {
      const id = openId;
      if (done.has(id)) return setDone(id, false);
      setDone(id, true);
      if (openItem?.unread) void actions.mark([id], true);
      move(1);
      const undo = () => {
        setDone(id, false);
        address.openMessage(id);
      };
      announceUndoable({ words: "Marked as done", undo, lastsMs: 10_000, name: "done" });
    },
    toggleRead: () => {
      const ids = chosenOr();
      const isUnread = items.some(({ id, unread }) => ids.includes(id) && unread);
      if (ids.length > 0) void actions.mark(ids, isUnread);
    },
    remove: () => remove(chosenOr()),
    choose: () => openId && choice.toggle(openId),
    search: onFocusSearch,
    ask: (kind) => openId && setWork({ kind, messageId: openId }),
  });
  usePrefetched(items, openId);

  const boxes = byId(mailboxes);
  return (
    <>
      <SplitPanes
        shows={openId ? "preview" : "list"}
        list={
          <>
            {choice.isOn ? (
              <BulkBar
                count={choice.ids.size}
                onAll={() => choice.chooseAll(items.slice(0, maxBulkMessages).map(({ id }) => id))}
                onRead={(read) => {
                  void actions.mark([...choice.ids], read);
                  choice.end();
                }}
                onDelete={() => remove([...choice.ids])}
                onEnd={choice.end}
              />
            ) : (
              <ListToolbar
                mailboxes={mailboxes}
                mailbox={address.mailbox}
                onMailbox={address.chooseMailbox}
                isReloading={reload.isBusy}
                onReload={reload.run}
                isSyncing={sync.isBusy}
                onSync={() => sync.run(address.mailbox || undefined)}
                onChoose={choice.begin}
              />
            )}
            <ListPane
              list={list}
              query={address.q}
              onSearch={address.search}
              mailboxes={boxes}
              openId={openId}
              chosen={choice.ids}
              done={done}
              isChoosing={choice.isOn}
              onMore={more}
              onPress={stable.press}
              onChoose={stable.choose}
              onMove={move}
              listRef={listBox}
              onEnter={() => (openId ? preview.current?.focus() : open(items[0], isOnePane()))}
              onConnect={() => address.showTab("connections")}
            />
          </>
        }
        preview={
          openId ? (
            <Suspense fallback={null}>
              <MessagePreview
                key={openId}
                id={openId}
                paneRef={preview}
                mailboxes={boxes}
                unread={openItem?.unread}
                onFailure={onFailure}
                onBack={address.closeMessage}
                onPrevious={canMove(-1) ? () => move(-1) : undefined}
                onNext={canMove(1) ? () => move(1) : undefined}
                onOpen={(id) => address.openMessage(id)}
                onToggleRead={(isUnread) => void actions.mark([openId], isUnread)}
                onDelete={() => remove([openId])}
                onAsk={(kind) => setWork({ kind, messageId: openId })}
              />
            </Suspense>
          ) : (
            <Empty className="h-full" icon={<MailOpen className="size-7" strokeWidth={1.5} />}>
              Select a message to read it.
            </Empty>
          )
        }
      />
      {work && (
        <Suspense fallback={null}>
          <AiResult work={work.kind} messageId={work.messageId} onClose={() => setWork(null)} />
        </Suspense>
      )}
    </>
  );
}

const none: readonly ThreadItem[] = [];

/** Whether the list gives way to the message: then opening one is a step that Back undoes. */
const isOnePane = () => matchMedia("(width < 1024px)").matches;

/** Where the open message stood when it was last in the list; it may leave it while it is read. */
function useLastPlace(items: readonly ThreadItem[], openId: string) {
  const [place, setPlace] = useState(0);
  const at = items.findIndex(({ id }) => id === openId);
  if (at >= 0 && at !== place) setPlace(at);
  return at >= 0 ? at : place;
}

/** Loads the next page, one at a time. */
function useMore(load: () => Promise<void>, onFailure: (message: string) => void) {
  const latest = useRef({ load, onFailure });
  useLayoutEffect(() => {
    latest.current = { load, onFailure };
  });
  const isLoading = useRef(false);
  return useCallback(async () => {
    if (isLoading.current) return;
    isLoading.current = true;
    try {
      await latest.current.load();
    } catch (error) {
      latest.current.onFailure(messageOf(error, "Failed to load messages"));
    } finally {
      isLoading.current = false;
    }
  }, []);
}

/** The same functions at every render, so that the rows of the list need not be drawn again. */
function useStable<Handlers extends Record<string, (item: ThreadItem, event: MouseEvent) => void>>(handlers: Handlers) {
  const latest = useRef(handlers);
  useLayoutEffect(() => {
    latest.current = handlers;
  });
  const [stable] = useState(() => {
    const names = Object.keys(handlers) as (keyof Handlers)[];
    return Object.fromEntries(
      names.map((name) => [name, (item: ThreadItem, event: MouseEvent) => latest.current[name]?.(item, event)]),
    ) as Handlers;
  });
  return stable;
}

/** The messages before and after are there before one asks for them. */
function usePrefetched(items: readonly ThreadItem[], openId: string) {
  const cache = useQueryClient();
  const at = items.findIndex(({ id }) => id === openId);
  const next = at >= 0 ? items[at + 1]?.id : items[0]?.id;
  const previous = at > 0 ? items[at - 1]?.id : undefined;
  useEffect(() => {
    void loadPreview();
    // After the open one has been asked for and drawn.
    const timer = setTimeout(() => {
      for (const id of [next, previous]) if (id) void cache.prefetchQuery(messageQuery(id));
    }, 150);
    return () => clearTimeout(timer);
  }, [cache, next, previous]);
}
