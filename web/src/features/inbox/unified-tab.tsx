import type { ConnectedMailbox } from "@intellibox/contract/endpoints/mailboxes";
import { MailOpen } from "lucide-react";
import { lazy, Suspense, useEffect } from "react";
import { Empty } from "#components/ui/async-states.tsx";
import { BulkBar } from "./list/bulk-bar.tsx";
import { ListPane } from "./list/list-pane.tsx";
import { ListToolbar } from "./list/list-toolbar.tsx";
import { byId, type Mailboxes } from "./mailbox-words.ts";
import { SplitPanes } from "./split-panes.tsx";
import type { useInboxAddress } from "./use-inbox-address.ts";
import { useUnifiedInbox } from "./use-unified-inbox.ts";

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

/** The message list beside the open message. */
export function UnifiedTab({ address, mailboxes = [], onFailure, onFocusSearch, reload, sync }: UnifiedTabProps) {
  const inbox = useUnifiedInbox({ address, onFailure, onFocusSearch });
  const { openId, choice, aiWork } = inbox;
  const boxes = byId(mailboxes);
  useEffect(() => void loadPreview(), []);
  return (
    <>
      <SplitPanes
        shows={openId ? "preview" : "list"}
        list={
          <>
            {choice.isOn ? (
              <BulkBar
                count={choice.ids.size}
                onAll={inbox.chooseAll}
                onRead={inbox.markChosen}
                onDelete={inbox.removeChosen}
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
              list={inbox.list}
              query={address.q}
              onSearch={address.search}
              mailboxes={boxes}
              openId={openId}
              chosen={choice.ids}
              done={inbox.done}
              isChoosing={choice.isOn}
              onMore={inbox.loadMore}
              onPress={inbox.press}
              onChoose={inbox.choose}
              onMove={inbox.move}
              listRef={inbox.listRef}
              onEnter={inbox.focusMessage}
              onConnect={() => address.showTab("connections")}
            />
          </>
        }
        preview={<OpenMessage {...{ inbox, address, onFailure }} mailboxes={boxes} />}
      />
      {aiWork && (
        <Suspense fallback={null}>
          <AiResult
            work={aiWork.kind}
            messageId={aiWork.messageId}
            onDone={inbox.doneOpen}
            onClose={inbox.closeAiWork}
          />
        </Suspense>
      )}
    </>
  );
}

type OpenMessageProps = Pick<UnifiedTabProps, "address" | "onFailure"> & {
  inbox: ReturnType<typeof useUnifiedInbox>;
  mailboxes: Mailboxes;
};

function OpenMessage({ inbox, address, mailboxes, onFailure }: OpenMessageProps) {
  const { openId, openItem, move, canMove } = inbox;
  if (!openId) {
    return (
      <Empty className="h-full" icon={<MailOpen className="size-7" strokeWidth={1.5} />}>
        Select a message to read it.
      </Empty>
    );
  }
  return (
    <Suspense fallback={null}>
      <MessagePreview
        key={openId}
        id={openId}
        paneRef={inbox.previewRef}
        onShown={inbox.focusShown}
        mailboxes={mailboxes}
        unread={openItem?.unread}
        onFailure={onFailure}
        onBack={address.closeMessage}
        onPrevious={canMove(-1) ? () => move(-1) : undefined}
        onNext={canMove(1) ? () => move(1) : undefined}
        onOpen={(id) => address.openMessage(id)}
        onToggleRead={inbox.markOpen}
        onDelete={inbox.removeOpen}
        onDone={inbox.doneOpen}
        onReply={inbox.reply}
        onAsk={inbox.ask}
      />
    </Suspense>
  );
}
