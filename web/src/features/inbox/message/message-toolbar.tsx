import { t } from "@intellibox/contract/text/t";
import {
  ArrowLeft,
  ChevronDown,
  ChevronUp,
  EllipsisVertical,
  type LucideIcon,
  Pencil,
  Reply,
  ReplyAll,
} from "lucide-react";
import type { MouseEvent } from "react";
import type { AiWork } from "#api/inbox-works.ts";
import { AiIcon } from "#components/ui/ai-icon.tsx";
import { Button, IconButton } from "#components/ui/button.tsx";
import { ariaKeys } from "#components/ui/key-cap.tsx";
import { Menu, type MenuEntry } from "#components/ui/menu.tsx";
import { Tooltip } from "#components/ui/tooltip.tsx";
import type { MessageCommands } from "#features/inbox/actions/message-commands.ts";

const works: { kind: AiWork; label: string; hint: string; keys: string }[] = [
  { kind: "summary", label: t("Summarize"), hint: t("Summarize with AI"), keys: "s" },
  { kind: "draft", label: t("Draft Reply"), hint: t("Draft Reply with AI"), keys: "shift+r" },
  { kind: "tasks", label: t("Extract Tasks"), hint: t("Extract Tasks with AI"), keys: "t" },
];
const icon = "size-4";

type ToolbarProps = {
  commands: MessageCommands;
  /** Further entries of the menu: print, forward and files. */
  fileEntries: readonly MenuEntry[];
  onBack: () => void;
  /** Opens the message above or below; undefined at an end of the list. */
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
  onAsk: (kind: AiWork) => void;
  onReply: () => void;
  /** It is continued, not answered. */
  isDraft: boolean;
  /** Reply answers all, as the user chose. */
  isToAll: boolean;
};

/** The toolbar above the message: the assistant on the left, the message's actions on the right. The menu has all actions. */
export function MessageToolbar(props: ToolbarProps) {
  const { commands, fileEntries, onBack, onPrevious, onNext, onAsk, onReply, isDraft, isToAll } = props;
  const { archive, trash, read, snooze, star, move, label, mute, junk } = commands;
  return (
    <div
      role="toolbar"
      aria-label={t("Message")}
      className="flex h-12 shrink-0 items-center gap-2 border-b border-line px-3 pointer-coarse:h-14 md:px-4"
    >
      <IconButton
        label={t("Back to the list")}
        className="lg:hidden"
        icon={<ArrowLeft className="size-5" aria-hidden="true" />}
        onClick={onBack}
      />
      <span className="hidden gap-2 @min-[820px]:flex">
        <AiButtons onAsk={onAsk} />
      </span>
      <span className="ms-auto flex items-center gap-1 max-md:gap-0">
        <Tool label={t("Previous message")} keys="k" Icon={ChevronUp} onClick={onPrevious} />
        <Tool label={t("Next message")} keys="j" Icon={ChevronDown} onClick={onNext} />
        {[archive, trash, read].map((entry) => (
          <EntryTool key={entry.keys} entry={entry} />
        ))}
        <span className="hidden items-center gap-1 @min-[480px]:flex @min-[820px]:hidden @min-[980px]:flex">
          <EntryTool entry={snooze} />
          <EntryTool entry={star} />
          <EntryTool entry={move} />
        </span>
        <Menu
          label={t("More for this message")}
          trigger={<IconButton label={t("More")} icon={<EllipsisVertical className={icon} aria-hidden="true" />} />}
          groups={[[snooze, star, mute], [move, label, junk], fileEntries]}
        />
        <span className="ms-1 hidden @min-[520px]:block">
          <ReplyButton {...{ onReply, isDraft, isToAll }} />
        </span>
      </span>
    </div>
  );
}

const EntryTool = ({ entry: { label, keys, Icon, refusal, run } }: { entry: MenuEntry }) => (
  <Tool
    label={refusal ? `${label}: ${refusal}` : label}
    keys={keys}
    Icon={Icon}
    // The second click of a double click would act on the next message, which opens at once.
    onClick={refusal ? undefined : (event) => event.detail < 2 && run()}
  />
);

type ToolProps = {
  label: string;
  keys?: string | undefined;
  Icon: LucideIcon;
  onClick: ((event: MouseEvent) => void) | undefined;
};

const Tool = ({ label, keys, Icon, onClick }: ToolProps) => (
  <Tooltip text={label} keys={keys}>
    <IconButton
      label={label}
      aria-keyshortcuts={keys}
      disabled={!onClick}
      icon={<Icon className={icon} aria-hidden="true" />}
      onClick={onClick}
    />
  </Tooltip>
);

type BarProps = Pick<ToolbarProps, "onAsk" | "onReply" | "isDraft" | "isToAll">;

/** The assistant below the message, if the pane is narrow; Reply too, if it is very narrow. */
export function MessageActionBar({ onAsk, onReply, isDraft, isToAll }: BarProps) {
  return (
    <div
      role="toolbar"
      aria-label={t("Reply and assistant")}
      className="flex shrink-0 gap-2 overflow-x-auto border-t border-line bg-surface px-3 py-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] [scrollbar-width:none] @min-[820px]:hidden"
    >
      <span className="@min-[520px]:hidden">
        <ReplyButton {...{ onReply, isDraft, isToAll }} />
      </span>
      <AiButtons onAsk={onAsk} />
    </div>
  );
}

const AiButtons = ({ onAsk }: Pick<ToolbarProps, "onAsk">) =>
  works.map(({ kind, label, hint, keys }) => (
    <Tooltip key={kind} text={hint} keys={keys}>
      <Button
        aria-keyshortcuts={ariaKeys(keys)}
        icon={<AiIcon className="size-4 text-ai" />}
        onClick={() => onAsk(kind)}
      >
        {label}
      </Button>
    </Tooltip>
  ));

const ReplyButton = ({ onReply, isDraft, isToAll }: Omit<BarProps, "onAsk">) => {
  const label = isDraft ? t("Continue writing") : isToAll ? t("Reply all") : t("Reply");
  const Icon = isDraft ? Pencil : isToAll ? ReplyAll : Reply;
  return (
    <Tooltip text={label} keys="r">
      <Button
        variant="primary"
        aria-keyshortcuts="r"
        icon={<Icon className={icon} aria-hidden="true" />}
        onClick={onReply}
      >
        {label}
      </Button>
    </Tooltip>
  );
};
