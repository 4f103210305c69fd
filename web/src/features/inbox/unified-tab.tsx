import type { MailFolder } from "@intellibox/contract/endpoints/folders";
import type { ConnectedMailbox } from "@intellibox/contract/endpoints/mailboxes";
import { t } from "@intellibox/contract/text/t";
import { MailOpen } from "lucide-react";
import { lazy, Suspense, useMemo } from "react";
import { usePreload } from "#lib/hooks/use-preload.ts";
import type { FolderLists } from "#api/mail-folders.ts";
import { Empty } from "#components/ui/async-states.tsx";
import { loadedLater } from "#components/ui/loaded-later.tsx";
import { headLabels } from "./actions/head-labels.ts";
import { archiveOf } from "./actions/message-commands.ts";
import { useListLook } from "./list/list-look.ts";
import { ListPane } from "./list/list-pane.tsx";
import { placeOf } from "./list/list-place.ts";
import { ListToolbar } from "./list/list-toolbar.tsx";
import { rowChipsOf } from "./list/row-chips.ts";
import { byId, type Mailboxes } from "./mailbox-words.ts";
import { SplitPanes } from "./split-panes.tsx";
import type { useInboxAddress } from "./use-inbox-address.ts";
import { useUnifiedInbox } from "./use-unified-inbox.ts";

const loadPreview = () => import("./message/message-preview.tsx");
const MessagePreview = lazy(() => loadPreview().then((m) => ({ default: m.MessagePreview })));
const BulkBar = loadedLater(
  () => import("./list/bulk-bar.tsx").then((m) => m.BulkBar),
  <div className="h-12 shrink-0 border-b border-line bg-selected pointer-coarse:h-14" />,
);
const DraftResult = lazy(() => import("./message/draft-result.tsx").then((m) => ({ default: m.DraftResult })));

type UnifiedTabProps = {
  address: ReturnType<typeof useInboxAddress>;
  mailboxes: readonly ConnectedMailbox[] | undefined;
  onFailure: (message: string) => void;
  onFocusSearch: () => void;
  onRefresh: () => void;
};

/** The message list and the open message side by side. */
export function UnifiedTab({ address, mailboxes = [], onFailure, onFocusSearch, onRefresh }: UnifiedTabProps) {
  const boxes = useMemo(() => byId(mailboxes), [mailboxes]);
  const { look, change: changeLook } = useListLook();
  const inbox = useUnifiedInbox({ address, mailboxes: boxes, group: look.group, onFailure, onFocusSearch, onRefresh });
  const { openId, choice, aiWork, filter, filing } = inbox;
  const place = placeOf(filter, filing.lists, boxes);
  const chips = useMemo(
    () => rowChipsOf(filing.lists, place.namesFolders, filter.folderId),
    [filing.lists, place.namesFolders, filter.folderId],
  );
  usePreload(loadPreview);
  usePreload(BulkBar.preload);
  const shownBox = folderMailbox(filing.lists, filter.folderId) ?? address.mailbox;
  return (
    <div className="flex h-full min-h-0">
      <SplitPanes
        shows={openId ? "preview" : "list"}
        list={
          <>
            {choice.isOn ? (
              <BulkBar
                chosen={choice.ids}
                commands={inbox.chosenCommands}
                onAll={() => inbox.chooseAll()}
                more={inbox.more}
                onMore={() => void inbox.chooseMore()}
                isLoadingMore={inbox.isLoadingRest}
                onEnd={choice.end}
              />
            ) : (
              <ListToolbar
                mailboxes={mailboxes}
                mailbox={shownBox}
                onMailbox={address.chooseMailbox}
                onChoose={choice.begin}
                look={look}
                onLook={changeLook}
              />
            )}
            <ListPane
              // Another folder begins at its top.
              key={`${filter.view} ${filter.folderId} ${filter.priority} ${look.group}`}
              list={inbox.list}
              query={address.q}
              place={place}
              part={address.part}
              onPart={address.showPart}
              chips={chips}
              onSearch={address.search}
              mailboxes={boxes}
              openId={inbox.rowId}
              density={look.density}
              chosen={choice.ids}
              isChoosing={choice.isOn}
              onMore={inbox.loadMore}
              onPress={inbox.press}
              onChoose={inbox.choose}
              onStar={inbox.star}
              onMove={inbox.move}
              listRef={inbox.listRef}
              onEnter={inbox.focusMessage}
              onConnect={() => address.showTab("connections")}
            />
          </>
        }
        preview={<OpenMessage {...{ inbox, address, onFailure }} mailboxes={boxes} />}
      />
      {filing.dialogs}
      {aiWork?.kind === "draft" && (
        <Suspense fallback={null}>
          <DraftResult
            messageId={aiWork.messageId}
            onArchive={archiveOf(inbox.openCommands)}
            onClose={inbox.closeAiWork}
          />
        </Suspense>
      )}
    </div>
  );
}

/** The mailbox of the shown folder, for the mailbox filter. */
const folderMailbox = (lists: FolderLists | undefined, folderId: string) =>
  folderId ? lists?.mailboxes.find(({ folders }) => folders.some(({ id }) => id === folderId))?.mailboxId : undefined;

type OpenMessageProps = Pick<UnifiedTabProps, "address" | "onFailure"> & {
  inbox: ReturnType<typeof useUnifiedInbox>;
  mailboxes: Mailboxes;
};

function OpenMessage({ inbox, address, mailboxes, onFailure }: OpenMessageProps) {
  const { openId, openMessage, filing, move, canMove } = inbox;
  const removeLabel = (folder: MailFolder) => openMessage && filing.file([openMessage], "unlabel", folder);
  if (!openId) {
    return (
      <Empty className="h-full" icon={<MailOpen className="size-7" strokeWidth={1.5} />}>
        {t("Select a message to read it.")}
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
        commands={inbox.openCommands}
        files={inbox.files}
        isInPart={address.part !== undefined}
        labels={headLabels(openMessage, filing.lists, removeLabel)}
        onFailure={onFailure}
        onBack={address.closeMessage}
        onPrevious={canMove(-1) ? () => move(-1) : undefined}
        onNext={canMove(1) ? () => move(1) : undefined}
        onOpen={(id) => address.openMessage(id)}
        reply={inbox.reply}
        wish={inbox.aiWork}
        onAsk={inbox.ask}
      />
    </Suspense>
  );
}
