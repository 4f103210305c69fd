import { t } from "@intellibox/contract/text/t";
import { useEffect, useRef, useState } from "react";
import { classNames } from "#lib/class-names.ts";
import { cut, dateTime } from "#lib/format.ts";
import { Avatar } from "#components/ui/avatar.tsx";
import { Button } from "#components/ui/button.tsx";
import { type SummaryMessage, senderOf, shownBody, timelineOf } from "./summary-result.ts";

type TimelineTabProps = {
  thread: readonly SummaryMessage[];
  /** The message to scroll to. A new object scrolls again to the same message. */
  shown: { index: number } | null;
};

/** Threads may have thousands of messages, so they are shown in pages. */
const pageSize = 100;
const longBody = 1500;

/** The messages of the thread in order of time. */
export function TimelineTab({ thread, shown }: TimelineTabProps) {
  const entries = timelineOf(thread);
  const wanted = shown ? entries.findIndex(({ index }) => index === shown.index) : -1;
  const [limit, setLimit] = useState(pageSize);
  const visible = entries.slice(0, Math.max(limit, wanted + 1));
  if (entries.length === 0) return <p className="p-4 text-base text-text-2 md:p-6">{t("There are no messages.")}</p>;
  return (
    <div className="max-w-[84ch] p-1 md:p-3">
      <ol>
        {visible.map(({ message, index }) => (
          <Entry key={index} message={message} shown={shown?.index === index ? shown : null} />
        ))}
      </ol>
      {visible.length < entries.length && (
        <Button className="m-3" onClick={() => setLimit(visible.length + pageSize)}>
          {t("Show more ({left} left)", { left: entries.length - visible.length })}
        </Button>
      )}
    </div>
  );
}

function Entry({ message, shown }: { message: SummaryMessage; shown: { index: number } | null }) {
  const item = useRef<HTMLLIElement>(null);
  const [isExpanded, setIsExpanded] = useState(false);
  useEffect(() => {
    if (!shown) return;
    item.current?.scrollIntoView({ block: "start" });
    item.current?.focus({ preventScroll: true });
  }, [shown]);

  const sender = senderOf(message.from);
  const body = shownBody(message);
  const isLong = body.length > longBody;
  return (
    <li
      ref={item}
      tabIndex={-1}
      className={classNames(
        "relative flex scroll-mt-4 gap-3 rounded-panel p-3 outline-none not-last:before:absolute not-last:before:top-13 not-last:before:bottom-0 not-last:before:start-7 not-last:before:w-px not-last:before:bg-line",
        shown && "bg-selected",
      )}
    >
      <Avatar name={sender} />
      <article className="min-w-0 flex-1" aria-label={t("Message from {sender}", { sender })}>
        <header className="flex flex-wrap items-baseline gap-x-2">
          <span className="text-base font-semibold text-text [overflow-wrap:anywhere]">{sender}</span>
          {message.at && (
            <time dateTime={message.at} className="ms-auto text-xs text-text-3 tabular-nums">
              {dateTime(message.at)}
            </time>
          )}
          {message.to && (
            <span className="line-clamp-1 w-full text-xs text-text-3 [overflow-wrap:anywhere]">
              {t("To {to}", { to: message.to })}
            </span>
          )}
        </header>
        <p className="mt-1.5 text-base whitespace-pre-line text-text-2 [overflow-wrap:anywhere]">
          {isExpanded ? body : cut(body, longBody)}
        </p>
        {isLong && (
          <Button variant="ghost" size="sm" className="-ms-2.5" onClick={() => setIsExpanded(!isExpanded)}>
            {isExpanded ? t("Show less") : t("Show all")}
          </Button>
        )}
      </article>
    </li>
  );
}
