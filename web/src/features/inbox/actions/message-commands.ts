import type { MailAction } from "@intellibox/contract/endpoints/actions";
import { t } from "@intellibox/contract/text/t";
import {
  Archive,
  Bell,
  BellOff,
  Clock,
  FolderInput,
  Inbox,
  type LucideIcon,
  Mail,
  MailOpen,
  OctagonAlert,
  ShieldCheck,
  Star,
  StarOff,
  Tag,
  Trash2,
} from "lucide-react";
import type { MessageState } from "#api/inbox-changes.ts";
import type { MenuEntry } from "#components/ui/menu.tsx";
import type { Refusals } from "./abilities.ts";

export type CommandName = "archive" | "star" | "move" | "label" | "snooze" | "mute" | "junk" | "read" | "trash";
export type MessageCommands = Record<CommandName, MenuEntry>;

type Handlers = {
  act: (action: MailAction) => void;
  pick: (use: "move" | "label") => void;
  /** Asks until when the messages are snoozed. */
  snooze: () => void;
  /** Mutes the threads, or unmutes them if all are muted. */
  mute: () => void;
  /** Asks before the messages are deleted for good. */
  confirmDelete: () => void;
};

/** The commands for the chosen messages. Their names and icons follow the state of the messages. */
export function messageCommands(
  chosen: readonly MessageState[],
  refusals: Refusals,
  { act, pick, snooze, mute, confirmDelete }: Handlers,
): MessageCommands {
  const every = (test: (message: MessageState) => boolean) => chosen.length > 0 && chosen.every(test);
  const of = (label: string, Icon: LucideIcon, keys: string, run: () => void): MenuEntry => ({
    label,
    Icon,
    keys,
    run,
  });
  const isFiled = every(({ folder }) => folder === "archive" || folder === "junk" || folder === "trash");
  const isJunk = every(({ folder }) => folder === "junk");
  const isStarred = every(({ starred }) => starred);
  const isUnread = chosen.some(({ unread }) => unread);
  const isLast = every(({ folder }) => folder === "trash" || folder === "junk" || folder === "drafts");
  return {
    archive: isFiled
      ? of(t("Move to Inbox"), Inbox, "e", () => act("inbox"))
      : of(t("Archive"), Archive, "e", () => act("archive")),
    star: {
      ...(isStarred
        ? of(t("Remove star"), StarOff, "*", () => act("unstar"))
        : of(t("Star"), Star, "*", () => act("star"))),
      refusal: refusals.star,
    },
    move: { ...of(t("Move to folder"), FolderInput, "v", () => pick("move")), refusal: refusals.move },
    label: { ...of(t("Label"), Tag, "l", () => pick("label")), refusal: refusals.label },
    snooze: { ...of(t("Snooze"), Clock, "h", snooze), refusal: refusals.snooze },
    mute: every(({ muted }) => muted) ? of(t("Unmute"), Bell, "m", mute) : of(t("Mute"), BellOff, "m", mute),
    junk: isJunk
      ? of(t("Not spam"), ShieldCheck, "!", () => act("notJunk"))
      : of(t("Report spam"), OctagonAlert, "!", () => act("junk")),
    read: isUnread
      ? of(t("Mark as read"), MailOpen, "u", () => act("read"))
      : of(t("Mark as unread"), Mail, "u", () => act("unread")),
    trash: isLast
      ? of(t("Delete for good"), Trash2, "#", confirmDelete)
      : of(t("Delete"), Trash2, "#", () => act("trash")),
  };
}

/** Archives the message; undefined if it is filed already. */
export const archiveOf = ({ archive }: MessageCommands) => (archive.Icon === Archive ? archive.run : undefined);
