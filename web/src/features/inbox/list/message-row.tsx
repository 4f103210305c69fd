import type { ThreadItem } from "@intellibox/contract/endpoints/inbox";
import type { MailboxKind } from "@intellibox/contract/rules/choices";
import { snippetLength } from "@intellibox/contract/rules/limits";
import { Check, Paperclip } from "lucide-react";
import { type CSSProperties, type MouseEvent, memo } from "react";
import { classNames } from "#lib/class-names.ts";
import { cut, grouped, shortMoment } from "#lib/format.ts";
import { mailboxName } from "#lib/mail/mailbox-name.ts";
import { Avatar } from "#components/ui/avatar.tsx";
import { providerBars } from "#features/inbox/mailbox-words.ts";
import { Marked } from "./marked.tsx";

export const rowHeight = 80;

type MessageRowProps = {
  id: string;
  item: ThreadItem;
  provider: MailboxKind | undefined;
  isDone: boolean;
  isOpen: boolean;
  isChosen: boolean;
  /** True while the user selects messages: the checkboxes are visible. */
  isChoosing: boolean;
  position: number;
  setSize: number;
  top: number;
  onPress: (item: ThreadItem, event: MouseEvent) => void;
  onChoose: (item: ThreadItem, event: MouseEvent) => void;
};

/** One message of the list. Memoized, so that scrolling renders only new rows. */
export const MessageRow = memo(function MessageRow(props: MessageRowProps) {
  const { item, provider, isDone, isOpen, isChosen, isChoosing, position, setSize, top, onPress, onChoose } = props;
  const name = item.fromName || item.from || "Unknown sender";
  const style: CSSProperties = { transform: `translateY(${top}px)`, height: rowHeight };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the focus and handles the keys for its options
    // biome-ignore lint/a11y/useFocusableInteractive: an option is pointed at by aria-activedescendant
    <div
      id={props.id}
      role="option"
      aria-selected={isChosen || isOpen}
      aria-posinset={position}
      aria-setsize={setSize}
      data-message={item.id}
      style={style}
      onClick={(event) => onPress(item, event)}
      className={classNames(
        "absolute inset-x-0 top-0 flex cursor-pointer gap-3 pr-4 pl-4 select-none",
        isChosen || isOpen ? "bg-selected" : "hover:bg-hover",
      )}
    >
      <span
        className={classNames(
          "absolute top-2.5 bottom-2.5 left-0 w-[3px] rounded-r-full",
          provider ? providerBars[provider] : "bg-line-strong",
          isOpen || isChosen ? "" : "opacity-55",
        )}
      />
      {item.unread && <span className="sr-only">Unread. </span>}
      <ChooseCircle {...{ name, item, isChosen, isChoosing, onChoose }} />
      <div className="flex min-w-0 flex-1 flex-col border-b border-line pt-2.5">
        <RowText {...{ item, name, provider, isDone }} />
      </div>
    </div>
  );
});

type RowTextProps = Pick<MessageRowProps, "item" | "provider" | "isDone"> & { name: string };

function RowText({ item, name, provider, isDone }: RowTextProps) {
  const weight = item.unread ? "font-semibold text-text" : "text-text-2";
  return (
    <>
      <div className="flex h-5 items-center gap-2 text-sm">
        <span className={classNames("min-w-0 truncate", weight)}>
          <Marked text={name} hits={item.marks?.from} />
        </span>
        {item.threadSize > 1 && (
          <span className="shrink-0 text-xs text-text-3">
            {grouped(item.threadSize)}
            <span className="sr-only"> messages in the conversation</span>
          </span>
        )}
        <span className="ml-auto flex shrink-0 items-center gap-2 pl-1">
          {isDone && (
            <span className="flex items-center gap-1 text-xs text-ok">
              <Check className="size-3.5" aria-hidden="true" />
              Done
            </span>
          )}
          {item.hasAttachment && <Paperclip className="size-3.5 text-text-3" aria-label="Has an attachment" />}
          <time
            dateTime={item.date.toISOString()}
            className={classNames("text-xs tabular-nums", item.unread ? "font-medium text-accent-text" : "text-text-3")}
          >
            {shortMoment(item.date)}
          </time>
        </span>
      </div>
      <p
        data-subject
        className={classNames("h-5 truncate text-sm", item.unread ? "font-semibold text-text" : "text-text")}
      >
        <Marked text={item.subject || "(no subject)"} hits={item.subject ? item.marks?.subject : []} />
      </p>
      <div className="flex h-5 items-baseline gap-3">
        <p data-snippet className="min-w-0 flex-1 truncate text-sm text-text-3">
          <Marked text={cut(item.snippet, snippetLength)} hits={item.marks?.snippet} />
        </p>
        <p className="max-w-[45%] shrink-0 truncate text-2xs text-text-3">{mailboxName(item.account, provider)}</p>
      </div>
    </>
  );
}

type CircleProps = Pick<MessageRowProps, "item" | "isChosen" | "isChoosing" | "onChoose"> & { name: string };

/** The sender's initials, which turn into a checkbox under the pointer and during selection. The key `x` does the same. */
function ChooseCircle({ name, item, isChosen, isChoosing, onChoose }: CircleProps) {
  const box = classNames(
    "absolute inset-0 flex items-center justify-center rounded-full border transition-opacity",
    isChosen ? "border-accent bg-accent text-white" : "border-control bg-surface text-transparent",
    isChosen || isChoosing ? "opacity-100" : "opacity-0 [@media(hover:hover)]:group-hover/circle:opacity-100",
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: for the mouse only; the key x and the Select button do the same
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <span
      className="group/circle relative mt-2 flex size-9 shrink-0 items-center justify-center pointer-coarse:-m-1 pointer-coarse:mt-1 pointer-coarse:size-11"
      onClick={(event) => {
        event.stopPropagation();
        onChoose(item, event);
      }}
    >
      <span className="relative">
        <Avatar name={name} size="md" />
        {item.unread && (
          <span className="absolute -top-0.5 -right-1 size-2 rounded-full bg-accent ring-2 ring-surface" />
        )}
        <span className={box}>
          <Check className="size-4" strokeWidth={3} />
        </span>
      </span>
    </span>
  );
}
