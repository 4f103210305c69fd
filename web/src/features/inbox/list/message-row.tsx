import type { ThreadItem, ThreadSummary } from "@intellibox/contract/endpoints/inbox";
import { maxThreadSize, snippetLength } from "@intellibox/contract/rules/limits";
import { t } from "@intellibox/contract/text/t";
import { Check, Forward, Paperclip, PencilLine, Reply, Star } from "lucide-react";
import { type CSSProperties, type MouseEvent, memo } from "react";
import { classNames } from "#lib/class-names.ts";
import { cut, grouped, shortMoment } from "#lib/format.ts";
import { AiIcon } from "#components/ui/ai-icon.tsx";
import { Avatar } from "#components/ui/avatar.tsx";
import { SnoozeMark } from "#features/inbox/snooze/snooze-mark.tsx";
import { type ListLook, rowHeights } from "./list-look.ts";
import { type Hits, Marked } from "./marked.tsx";
import type { RowChips } from "./row-chips.ts";
import { rowName, rowSenders } from "./row-senders.ts";

type MessageRowProps = {
  id: string;
  item: ThreadItem;
  /** The colour and the name of its mailbox. */
  bar: string;
  boxName: string;
  chips: RowChips;
  namesRecipients: boolean;
  /** False with a single mailbox, whose name would be the same in each row. */
  namesMailbox: boolean;
  density: ListLook["density"];
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

/** One message or thread of the list. Memoized, so that scrolling renders only new rows. */
export const MessageRow = memo(function MessageRow(props: MessageRowProps) {
  const { item, bar, boxName, chips, isOpen, isChosen, isChoosing, position, setSize, top } = props;
  const { namesRecipients, namesMailbox, density, onPress, onChoose, onStar } = props;
  const recipients = namesRecipients ? recipientsOf(item) : "";
  // Of a search the sender of the hit is named, which may be marked.
  const name = recipients || (item.marks ? item.fromName || item.from || t("Unknown sender") : rowName(item));
  const style: CSSProperties = { transform: `translateY(${top}px)`, height: rowHeights[density] };
  const isCompact = density === "compact";
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
        "absolute inset-x-0 top-0 flex cursor-pointer gap-3 pe-4 ps-4 select-none",
        isChosen || isOpen ? "bg-selected" : "hover:bg-hover",
      )}
    >
      <span
        className={classNames(
          "absolute top-2 bottom-2 start-0 w-[3px] rounded-e-full",
          bar,
          isOpen || isChosen ? "" : "opacity-55",
        )}
      />
      {item.unread && <span className="sr-only">{t("Unread.")} </span>}
      {item.starred && <span className="sr-only">{t("Starred.")} </span>}
      <ChooseCircle
        {...{ item, isChosen, isChoosing, onChoose, isCompact }}
        name={(recipients && firstRecipient(item)) || item.fromName || item.from || "?"}
      />
      <div className="flex min-w-0 flex-1 flex-col justify-center border-b border-line">
        <RowText
          {...{ item, name, boxName, chips, onStar, isCompact, namesMailbox }}
          isOfRecipients={recipients !== "" && recipients !== undefined}
          hits={recipients ? [] : item.marks?.from}
        />
      </div>
    </div>
  );
});

/** The addresses that a sent mail or a draft is for. */
function recipientsOf({ from, participants }: ThreadItem) {
  const [first, ...others] = participants.filter((address) => address !== from);
  if (first === undefined || others.length === 0) return first && t("To {address}", { address: first });
  return t("To {address} and {count} more", { address: first, count: others.length });
}

const firstRecipient = ({ from, participants }: ThreadItem) => participants.find((address) => address !== from);

/** "3", or "100+" if more messages are not counted. */
const sizeOf = ({ threadSize }: ThreadItem) => grouped(threadSize) + (threadSize >= maxThreadSize ? "+" : "");

type RowTextProps = Pick<MessageRowProps, "item" | "boxName" | "chips" | "onStar" | "namesMailbox"> & {
  name: string;
  isOfRecipients: boolean;
  isCompact: boolean;
  /** The search hits in the name. */
  hits: Hits | undefined;
};

function RowText(props: RowTextProps) {
  const { item, name, isOfRecipients, isCompact, hits, boxName, chips, onStar, namesMailbox } = props;
  const weight = item.unread ? "font-semibold text-text" : "text-text-2";
  const several =
    !isOfRecipients && !item.marks && item.thread && item.thread.senders.length > 1 ? item.thread : undefined;
  const snippet = <Marked text={cut(item.snippet, snippetLength)} hits={item.marks?.snippet} />;
  return (
    <>
      <div className="flex h-5 items-center gap-2 text-sm">
        <span
          data-senders
          dir="auto"
          className={classNames("min-w-0 truncate", several && item.unread ? "text-text-2" : weight)}
        >
          {several ? <Senders thread={several} isUnread={item.unread} /> : <Marked text={name} hits={hits} />}
        </span>
        {item.threadSize > 1 && (
          <span className="shrink-0 text-xs text-text-3">
            <span aria-hidden="true">{sizeOf(item)}</span>
            <span className="sr-only">{t("{count} messages in the conversation", { count: sizeOf(item) })}</span>
          </span>
        )}
        <span className="ms-auto flex shrink-0 items-center gap-2 ps-1">
          <ThreadMarks item={item} />
          {item.hasAttachment && <Paperclip className="size-3.5 text-text-3" aria-label={t("Has an attachment")} />}
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
          dir="auto"
          className={classNames(
            "min-w-0 flex-1 truncate text-sm",
            item.unread ? "font-semibold text-text" : "text-text",
          )}
        >
          <Marked text={item.subject || t("(no subject)")} hits={item.subject ? item.marks?.subject : []} />
        </p>
        {isCompact && (
          <p data-snippet dir="auto" className="min-w-0 flex-1 truncate text-sm text-text-3">
            {snippet}
          </p>
        )}
        <SnoozeMark item={item} />
        <Chips chips={chips(item)} />
      </div>
      {!isCompact && (
        <div className="flex h-5 items-baseline gap-3">
          <p data-snippet dir="auto" className="min-w-0 flex-1 truncate text-sm text-text-3">
            {snippet}
          </p>
          {namesMailbox && <p className="max-w-[45%] shrink-0 truncate text-2xs text-text-3">{boxName}</p>}
        </div>
      )}
    </>
  );
}

function Senders({ thread, isUnread }: { thread: ThreadSummary; isUnread: boolean }) {
  return rowSenders(thread).map((sender, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two people can have one first name, and the order is all that counts
    <span key={index} className={isUnread && sender.isUnread ? "font-semibold text-text" : undefined}>
      {index > 0 && ", "}
      {sender.name}
    </span>
  ));
}

/** The reader's own actions in the thread. */
function ThreadMarks({ item: { thread } }: Pick<MessageRowProps, "item">) {
  if (!thread) return null;
  const icon = "size-3.5 text-text-3";
  return (
    <>
      {thread.hasPrepared && (
        <span title={t("Draft ready")}>
          <AiIcon className="size-3.5 text-ai" />
          <span className="sr-only">{t("Draft ready")}</span>
        </span>
      )}
      {thread.hasDraft && <PencilLine className={icon} aria-label={t("Has a draft")} />}
      {thread.replied && <Reply className={icon} aria-label={t("Answered")} />}
      {thread.forwarded && <Forward className={icon} aria-label={t("Forwarded")} />}
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
      title={item.starred ? t("Remove star") : t("Star")}
      className="-my-1 -me-1.5 flex size-6 shrink-0 items-center justify-center rounded-item hover:bg-active pointer-coarse:-my-2 pointer-coarse:size-9"
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

type CircleProps = Pick<MessageRowProps, "item" | "isChosen" | "isChoosing" | "onChoose"> & {
  name: string;
  isCompact: boolean;
};

/** The sender's initials, which turn into a checkbox under the pointer and during selection. The key `x` does the same. */
function ChooseCircle({ name, item, isChosen, isChoosing, onChoose, isCompact }: CircleProps) {
  const box = classNames(
    "absolute inset-0 flex items-center justify-center rounded-full border transition-opacity",
    isChosen ? "border-accent bg-accent text-white" : "border-control bg-surface text-transparent",
    isChosen || isChoosing ? "opacity-100" : "opacity-0 [@media(hover:hover)]:group-hover/circle:opacity-100",
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: for the mouse only; the key x and the Select button do the same
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <span
      className={classNames(
        "group/circle relative flex size-9 shrink-0 items-center justify-center pointer-coarse:-mx-1 pointer-coarse:size-11",
        isCompact ? "mt-2 pointer-coarse:mt-1" : "mt-4 pointer-coarse:mt-3",
      )}
      onClick={(event) => {
        event.stopPropagation();
        onChoose(item, event);
      }}
    >
      <span className="relative">
        <Avatar name={name} size="md" />
        {item.unread && <span className="absolute -top-0.5 -end-1 size-2 rounded-full bg-accent ring-2 ring-surface" />}
        <span className={box}>
          <Check className="size-4" strokeWidth={3} />
        </span>
      </span>
    </span>
  );
}
