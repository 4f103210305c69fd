import type { ThreadItem } from "@intellibox/contract/endpoints/inbox";
import type { MailboxKind } from "@intellibox/contract/rules/choices";
import { snippetLength } from "@intellibox/contract/rules/limits";
import { Check, Paperclip, Star } from "lucide-react";
import { type CSSProperties, type MouseEvent, memo } from "react";
import { classNames } from "#lib/class-names.ts";
import { cut, grouped, shortMoment } from "#lib/format.ts";
import { mailboxName } from "#lib/mail/mailbox-name.ts";
import { Avatar } from "#components/ui/avatar.tsx";
import { providerBars } from "#features/inbox/mailbox-words.ts";
import { SnoozeMark } from "#features/inbox/snooze/snooze-mark.tsx";
import { type Hits, Marked } from "./marked.tsx";
import type { RowChips } from "./row-chips.ts";

export const rowHeight = 80;

type MessageRowProps = {
  id: string;
  item: ThreadItem;
  provider: MailboxKind | undefined;
  chips: RowChips;
  namesRecipients: boolean;
  isOpen: boolean;
  isChosen: boolean;
  /** True while the user selects messages: the checkboxes are visible. */
  isChoosing: boolean;
  position: number;
  setSize: number;
  top: number;
  onPress: (item: ThreadItem, event: MouseEvent) => void;
  onChoose: (item: ThreadItem, event: MouseEvent) => void;
  onStar: (item: ThreadItem) => void;
};

/** One message of the list. Memoized, so that scrolling renders only new rows. */
export const MessageRow = memo(function MessageRow(props: MessageRowProps) {
  const { item, provider, chips, isOpen, isChosen, isChoosing, position, setSize, top } = props;
  const { namesRecipients, onPress, onChoose, onStar } = props;
  const recipients = namesRecipients ? recipientsOf(item) : "";
  const name = recipients || item.fromName || item.from || "Unknown sender";
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
      {item.starred && <span className="sr-only">Starred. </span>}
      <ChooseCircle {...{ name, item, isChosen, isChoosing, onChoose }} />
      <div className="flex min-w-0 flex-1 flex-col border-b border-line pt-2.5">
        <RowText {...{ item, name, provider, chips, onStar }} hits={recipients ? [] : item.marks?.from} />
      </div>
    </div>
  );
});

/** The addresses that a sent mail or a draft is for. */
function recipientsOf({ from, participants }: ThreadItem) {
  const [first, ...others] = participants.filter((address) => address !== from);
  return first && `To ${first}${others.length > 0 ? ` and ${grouped(others.length)} more` : ""}`;
}

type RowTextProps = Pick<MessageRowProps, "item" | "provider" | "chips" | "onStar"> & {
  name: string;
  /** The search hits in the name. */
  hits: Hits | undefined;
};

function RowText({ item, name, hits, provider, chips, onStar }: RowTextProps) {
  const weight = item.unread ? "font-semibold text-text" : "text-text-2";
  return (
    <>
      <div className="flex h-5 items-center gap-2 text-sm">
        <span className={classNames("min-w-0 truncate", weight)}>
          <Marked text={name} hits={hits} />
        </span>
        {item.threadSize > 1 && (
          <span className="shrink-0 text-xs text-text-3">
            {grouped(item.threadSize)}
            <span className="sr-only"> messages in the conversation</span>
          </span>
        )}
        <span className="ml-auto flex shrink-0 items-center gap-2 pl-1">
          {item.hasAttachment && <Paperclip className="size-3.5 text-text-3" aria-label="Has an attachment" />}
          <time
            dateTime={item.date.toISOString()}
            className={classNames("text-xs tabular-nums", item.unread ? "font-medium text-accent-text" : "text-text-3")}
          >
            {shortMoment(item.date)}
          </time>
          <StarMark item={item} onStar={onStar} />
        </span>
      </div>
      <div className="flex h-5 items-center gap-1.5">
        <p
          data-subject
          className={classNames(
            "min-w-0 flex-1 truncate text-sm",
            item.unread ? "font-semibold text-text" : "text-text",
          )}
        >
          <Marked text={item.subject || "(no subject)"} hits={item.subject ? item.marks?.subject : []} />
        </p>
        <SnoozeMark item={item} />
        <Chips chips={chips(item)} />
      </div>
      <div className="flex h-5 items-baseline gap-3">
        <p data-snippet className="min-w-0 flex-1 truncate text-sm text-text-3">
          <Marked text={cut(item.snippet, snippetLength)} hits={item.marks?.snippet} />
        </p>
        <p className="max-w-[45%] shrink-0 truncate text-2xs text-text-3">{mailboxName(item.account, provider)}</p>
      </div>
    </>
  );
}

const maxChips = 2;

function Chips({ chips }: { chips: ReturnType<RowChips> }) {
  if (chips.length === 0) return null;
  const rest = chips.length - maxChips;
  return (
    <span className="flex max-w-[50%] shrink-0 gap-1">
      {chips.slice(0, maxChips).map(({ key, name, isLabel }) => (
        <span
          key={key}
          className={classNames(
            "max-w-24 truncate rounded-full px-2 text-2xs",
            isLabel ? "bg-selected text-accent-text" : "bg-active text-text-2",
          )}
        >
          {name}
        </span>
      ))}
      {rest > 0 && <span className="text-2xs text-text-3">+{rest}</span>}
    </span>
  );
}

/** The star, which a click sets or removes. The key `*` does the same. */
function StarMark({ item, onStar }: Pick<MessageRowProps, "item" | "onStar">) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: for the mouse only; the key and the message's menu do the same
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <span
      data-star={item.starred ? "on" : "off"}
      title={item.starred ? "Remove star" : "Star"}
      className="-my-1 -mr-1.5 flex size-6 shrink-0 items-center justify-center rounded-item hover:bg-active pointer-coarse:-my-2 pointer-coarse:size-9"
      onClick={(event) => {
        event.stopPropagation();
        onStar(item);
      }}
    >
      <Star
        aria-hidden="true"
        className={classNames("size-4", item.starred ? "fill-star text-star" : "text-control")}
      />
    </span>
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
