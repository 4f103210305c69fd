import type { MailMessage } from "@intellibox/contract/endpoints/inbox";
import { useQuery } from "@tanstack/react-query";
import { ChevronDown } from "lucide-react";
import { useState } from "react";
import { classNames } from "#lib/class-names.ts";
import { dateTime } from "#lib/format.ts";
import { messageQuery } from "#api/inbox.ts";
import { Failed, Skeleton } from "#components/ui/async-states.tsx";
import { Avatar } from "#components/ui/avatar.tsx";
import { Button } from "#components/ui/button.tsx";
import { MessageBody } from "./message-body.tsx";

type ThreadMessagesProps = {
  message: MailMessage;
  onOpen: (id: string) => void;
  onFailure: (message: string) => void;
};
type ThreadMessage = MailMessage["thread"][number];

/** The other messages of the thread, one line each. A click expands a line to its message. */
export function ThreadMessages({ message, onOpen, onFailure }: ThreadMessagesProps) {
  const { thread } = message;
  if (thread.length === 0) return null;
  return (
    <section aria-labelledby="in-this-conversation">
      <h3 id="in-this-conversation" className="mb-2 text-xs font-medium text-text-3">
        Also in this conversation ({thread.length})
      </h3>
      <ul className="divide-y divide-line rounded-panel border border-line">
        {thread.map((other) => (
          <ThreadEntry key={other.id} other={other} onOpen={onOpen} onFailure={onFailure} />
        ))}
      </ul>
    </section>
  );
}

type EntryProps = Pick<ThreadMessagesProps, "onOpen" | "onFailure"> & { other: ThreadMessage };

function ThreadEntry({ other, onOpen, onFailure }: EntryProps) {
  const [isOpen, setIsOpen] = useState(false);
  const name = other.fromName || other.from;
  return (
    <li>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
        className="flex min-h-12 w-full items-center gap-3 rounded-panel px-3 py-2 text-left hover:bg-hover focus-visible:-outline-offset-2"
      >
        <Avatar name={name} size="sm" />
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline gap-2 text-sm">
            <span className={classNames("truncate", other.unread ? "font-semibold text-text" : "text-text-2")}>
              {name}
            </span>
            <time dateTime={other.date.toISOString()} className="ml-auto shrink-0 text-xs text-text-3">
              {dateTime(other.date)}
            </time>
          </span>
          {!isOpen && <span className="block truncate text-xs text-text-3">{other.snippet}</span>}
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
  if (error && !message) return <Failed message={error.message} onRetry={() => void refetch()} className="py-6" />;
  if (!message) return <Skeleton className="m-3 h-24" />;
  return (
    <div className="px-3 pt-1 pb-4">
      <MessageBody message={message} onFailure={onFailure} />
      <Button variant="ghost" size="sm" className="mt-2" onClick={() => onOpen(id)}>
        Open this message
      </Button>
    </div>
  );
}
