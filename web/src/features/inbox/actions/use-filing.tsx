import type { MailAction } from "@intellibox/contract/endpoints/actions";
import type { MailFolder } from "@intellibox/contract/endpoints/folders";
import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { screenToast, toast } from "#lib/toast.ts";
import { type ActedMessage, useMailActions } from "#api/inbox-actions.ts";
import { belongsTo, changeOf, type ThreadFilter } from "#api/inbox-changes.ts";
import { foldersQuery } from "#api/mail-folders.ts";
import { Confirm } from "#components/ui/confirm.tsx";
import type { Mailboxes } from "#features/inbox/mailbox-words.ts";
import { useMuting } from "#features/inbox/snooze/use-muting.ts";
import { useSnoozing } from "#features/inbox/snooze/use-snoozing.tsx";
import { refusalsOf } from "./abilities.ts";
import { announceAction, announceSkipped } from "./announce-action.ts";
import { messageCommands } from "./message-commands.ts";

const FolderPicker = lazy(() => import("./folder-picker.tsx").then((m) => ({ default: m.FolderPicker })));

/** These mark the newest message of a thread, so that one's own mail does not become unread and the Starred list stays short. */
const ofNewest: readonly MailAction[] = ["star", "unread"];

type FilingOptions = {
  filter: ThreadFilter;
  mailboxes: Mailboxes;
  onFailure: (message: string) => void;
  /** Called before messages leave the shown list. */
  onLeaving: (ids: readonly string[]) => void;
  /** Called when an action begins. */
  onActed: () => void;
};

/** Everything that files, marks and deletes messages, with the dialogs that it needs. */
export function useFiling({ filter, mailboxes, onFailure, onLeaving, onActed }: FilingOptions) {
  const { data: lists } = useQuery(foldersQuery);
  const { act, markOpened } = useMailActions({ onFailure, announce: announceAction, onSkipped: announceSkipped });
  const snoozing = useSnoozing({ onFailure, onLeaving, onActed });
  const mute = useMuting({ onFailure, onLeaving, onActed });
  const [picking, setPicking] = useState<{ use: "move" | "label"; messages: readonly ActedMessage[] } | null>(null);
  const [deleting, setDeleting] = useState<readonly ActedMessage[]>([]);
  const isByThread = filter.group === "thread";

  const file = (messages: readonly ActedMessage[], action: MailAction, folder?: MailFolder) => {
    if (messages.length === 0) return;
    const all = lists?.mailboxes.flatMap((mailbox) => mailbox.folders) ?? [];
    const change = changeOf(action, folder, all);
    const leaving = messages.filter((message) => {
      const after = change(message);
      return !after || (belongsTo(message, filter) && !belongsTo(after, filter));
    });
    onLeaving(leaving.map(({ id }) => id));
    onActed();
    const extent = isByThread && !ofNewest.includes(action) ? "thread" : "message";
    void act({ messages, extent, action, ...(folder && { folder }) });
  };

  const commandsOf = (messages: readonly ActedMessage[]) => {
    const refusals = refusalsOf(messages, lists, mailboxes);
    return messageCommands(messages, refusals, {
      act: (action) => file(messages, action),
      pick: (use) => {
        const refusal = refusals[use];
        if (refusal) toast(refusal, screenToast);
        else if (lists && messages.length > 0) setPicking({ use, messages });
      },
      snooze: () => snoozing.ask(messages),
      mute: () => mute(messages),
      confirmDelete: () => setDeleting(messages),
    });
  };

  const dialogs: ReactNode = (
    <>
      {picking && lists && (
        <Suspense fallback={null}>
          <FolderPicker
            use={picking.use}
            messages={picking.messages}
            lists={lists}
            onPick={(folder, isOn) =>
              file(picking.messages, picking.use === "move" ? "move" : isOn ? "unlabel" : "label", folder)
            }
            onClose={() => setPicking(null)}
          />
        </Suspense>
      )}
      {snoozing.dialog}
      {deleting.length > 0 && (
        <Confirm
          title={t("{count, plural, =1 {Delete this message for good?} other {Delete # messages for good?}}", {
            count: deleting.length,
          })}
          action={t("Delete for good")}
          onConfirm={() => {
            setDeleting([]);
            file(deleting, "delete");
          }}
          onCancel={() => setDeleting([])}
        >
          {t(
            "{count, plural, =1 {It is deleted on the mail server too. You can undo this for a few seconds.} other {They are deleted on the mail server too. You can undo this for a few seconds.}}",
            { count: deleting.length },
          )}
        </Confirm>
      )}
    </>
  );
  return {
    lists,
    file,
    commandsOf,
    markOpened: (id: string) => markOpened(id, isByThread ? "thread" : "message"),
    dialogs,
  };
}
