import type { MailMessage } from "@intellibox/contract/endpoints/inbox";
import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { ChevronDown } from "lucide-react";
import { type ReactNode, useState } from "react";
import { classNames } from "#lib/class-names.ts";
import { dateTime } from "#lib/format.ts";
import { messageQuery } from "#api/inbox.ts";
import { Failed, Skeleton } from "#components/ui/async-states.tsx";
import { Avatar } from "#components/ui/avatar.tsx";
import { Button } from "#components/ui/button.tsx";
import { MessageAttachments } from "./message-attachments.tsx";
import { MessageBody, TranslateButton } from "./message-body.tsx";
import { aroundMessage, foldedCount, newestUnread, type ThreadMessage } from "./thread-order.ts";

type ThreadMessagesProps = {
  message: MailMessage;
  onOpen: (id: string) => void;
  onFailure: (message: string) => void;
  /** The open message, shown between the earlier and the later ones. */
  children: ReactNode;
};

/** The messages of a thread in the order of time: the open one whole, the others one line each. A click expands a line. */
export function ThreadMessages({ message, onOpen, onFailure, children }: ThreadMessagesProps) {
  // Decided once: opening the thread marks it as read.
  const [unreadId] = useState(() => newestUnread(message)?.id);
  const { earlier, later } = aroundMessage(message);
  const [showsAll, setShowsAll] = useState(false);
  const folded = showsAll ? 0 : foldedCount(earlier);
  const entry = (other: ThreadMessage) => (
    <ThreadEntry key={other.id} other={other} startsOpen={other.id === unreadId} {...{ onOpen, onFailure }} />
  );
  return (
    <>
      {earlier.length > 0 && (
        <ol aria-label={t("Earlier messages")} className={listLook}>
          {(folded > 0 ? earlier.slice(0, 1) : earlier).map(entry)}
          {folded > 0 && (
            <li>
              <button
                type="button"
                onClick={() => setShowsAll(true)}
                className="min-h-10 w-full px-3 py-2 text-start text-xs font-medium text-accent-text hover:bg-hover focus-visible:-outline-offset-2"
              >
                {t("{count, plural, one {# older message} other {# older messages}}", { count: folded })}
              </button>
            </li>
          )}
          {folded > 0 && earlier.slice(-1).map(entry)}
        </ol>
      )}
      {children}
      {later.length > 0 && (
        <ol aria-label={t("Later messages")} className={listLook}>
          {later.map(entry)}
        </ol>
      )}
    </>
  );
}

const listLook = "divide-y divide-line rounded-panel border border-line";

type EntryProps = Pick<ThreadMessagesProps, "onOpen" | "onFailure"> & { other: ThreadMessage; startsOpen: boolean };

function ThreadEntry({ other, startsOpen, onOpen, onFailure }: EntryProps) {
  const [isOpen, setIsOpen] = useState(startsOpen);
  const name = other.fromName || other.from || t("Unknown sender");
  return (
    <li>
      <button
        type="button"
        data-thread-message
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
        className="flex min-h-12 w-full items-center gap-3 rounded-panel px-3 py-2 text-start hover:bg-hover focus-visible:-outline-offset-2"
      >
        <Avatar name={name} size="sm" />
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline gap-2 text-sm">
            <span
              dir="auto"
              className={classNames("truncate", other.unread ? "font-semibold text-text" : "text-text-2")}
            >
              {name}
            </span>
            <time dateTime={other.date.toISOString()} className="ms-auto shrink-0 text-xs text-text-3">
              {dateTime(other.date)}
            </time>
          </span>
          {/* The line keeps its height while the message is open. */}
          <span dir="auto" className="block truncate text-xs text-text-3">
            {isOpen ? "\u00a0" : other.snippet || t("This message has no text.")}
          </span>
        </span>
        <ChevronDown
          className={classNames("size-4 shrink-0 text-text-3 transition-transform", isOpen && "rotate-180")}
          aria-hidden="true"
        />
      </button>
      {isOpen && <Unfolded id={other.id} onOpen={onOpen} onFailure={onFailure} />}
    </li>
  );
}

function Unfolded({ id, onOpen, onFailure }: { id: string } & Pick<EntryProps, "onOpen" | "onFailure">) {
  const { data: message, error, refetch } = useQuery(messageQuery(id));
  const [isTranslated, setIsTranslated] = useState(false);
  if (error && !message) return <Failed message={error.message} onRetry={() => void refetch()} className="py-6" />;
  if (!message) return <Skeleton className="m-3 h-24" />;
  return (
    <div className="flex flex-col gap-3 px-3 pt-1 pb-4">
      <div>
        <MessageBody {...{ message, onFailure, isTranslated }} />
      </div>
      <MessageAttachments message={message} onFailure={onFailure} />
      <div className="flex items-center gap-1">
        <Button variant="ghost" size="sm" onClick={() => onOpen(id)}>
          {t("Open this message")}
        </Button>
        <TranslateButton message={message} isOn={isTranslated} onChange={setIsTranslated} />
      </div>
    </div>
  );
}
