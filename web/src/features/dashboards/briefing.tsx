import type { Briefing as Read } from "@intellibox/contract/endpoints/briefing";
import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { type ReactNode, useId } from "react";
import { listed, shortMoment } from "#lib/format.ts";
import { Link } from "#lib/router/link.tsx";
import { briefingQuery } from "#api/briefing.ts";
import { Failed, Skeleton } from "#components/ui/async-states.tsx";
import { IconButton } from "#components/ui/button.tsx";
import { SectionPanel } from "#components/ui/section-panel.tsx";
import { Tooltip } from "#components/ui/tooltip.tsx";

/** The user's mail in a few lines: what needs an answer, what is due, whom they wait for, and the rest. */
export function Briefing() {
  const { data, error, isFetching, refetch } = useQuery({ ...briefingQuery, retry: false });
  const readAgain = () => void refetch();
  return (
    <SectionPanel
      title={t("Today")}
      hint={t("Read from your mail by the built-in engine")}
      actions={
        <Tooltip text={t("Read again")}>
          <IconButton
            size="icon-sm"
            label={t("Read again")}
            busy={isFetching}
            icon={<RefreshCw className="size-3.5" aria-hidden="true" />}
            onClick={readAgain}
          />
        </Tooltip>
      }
    >
      <div className="px-4 pb-4" aria-busy={isFetching}>
        {error && <Failed message={error.message} onRetry={readAgain} />}
        {!error && !data && <Reading />}
        {data && <Parts briefing={data} />}
      </div>
    </SectionPanel>
  );
}

const Reading = () => (
  <div className="grid gap-3 lg:grid-cols-2">
    <Skeleton className="h-80" />
    <Skeleton className="h-80" />
  </div>
);

function Parts({ briefing: { toAnswer, deadlines, waiting, rest } }: { briefing: Read }) {
  if (toAnswer.length + deadlines.length + waiting.length + rest.length === 0)
    return <p className="text-sm text-text-2">{t("Nothing needs an answer, and nothing is due this week.")}</p>;
  return (
    <div className="grid gap-x-8 gap-y-5 lg:grid-cols-2">
      <Part title={t("Needs an answer")} empty={t("No mail waits for an answer.")}>
        {toAnswer.map(({ messageId, from, fromName, subject, ask, date }) => (
          <Line key={messageId} to={messageLink(messageId)} title={subject} note={shortMoment(date)}>
            {t("{name}: “{ask}”", { name: fromName || from, ask })}
          </Line>
        ))}
      </Part>
      <Part title={t("Due this week")} empty={t("Nothing is due this week.")}>
        {deadlines.map(({ messageId, what, due, from, fromName, subject }) => (
          <Line key={`${messageId} ${what}`} to={messageLink(messageId)} title={what} note={shortMoment(due)}>
            {t("{name}, “{subject}”", { name: fromName || from, subject: subject || t("(no subject)") })}
          </Line>
        ))}
      </Part>
      <Part title={t("Waiting for others")} empty={t("You wait for nobody's answer.")}>
        {waiting.map(({ id, to, subject, dueAt }) => (
          <Line
            key={id}
            to="/inbox?view=follow-ups"
            title={subject}
            note={t("reminder {day}", { day: shortMoment(dueAt) })}
          >
            {listed(to)}
          </Line>
        ))}
      </Part>
      <Part title={t("Other unread mail")} empty={t("No other unread mail since yesterday.")}>
        {rest.map(({ from, fromName, count, subject, messageId }) => (
          <Line
            key={from}
            to={count === 1 ? messageLink(messageId) : senderLink(from)}
            title={fromName || from}
            note={count > 1 ? t("{count} mails", { count }) : ""}
          >
            {subject || t("(no subject)")}
          </Line>
        ))}
      </Part>
    </div>
  );
}

const messageLink = (message: string) => `/inbox?${new URLSearchParams({ message })}`;
const senderLink = (from: string) => `/inbox?${new URLSearchParams({ q: `from:${from} is:unread` })}`;

function Part({ title, empty, children }: { title: string; empty: string; children: ReactNode[] }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="min-w-0">
      <h4 id={id} className="mb-1 text-xs font-medium text-text-2">
        {title}
      </h4>
      {children.length > 0 ? <ul>{children}</ul> : <p className="text-sm text-text-3">{empty}</p>}
    </section>
  );
}

type LineProps = { to: string; title: string; note: string; children: ReactNode };

const Line = ({ to, title, note, children }: LineProps) => (
  <li>
    <Link to={to} className="-mx-2 block rounded-item px-2 py-1 hover:bg-hover">
      <span className="flex items-baseline gap-3">
        <span className="min-w-0 flex-1 truncate text-sm font-medium text-text">{title || t("(no subject)")}</span>
        <span className="shrink-0 text-xs text-text-3 tabular-nums">{note}</span>
      </span>
      <span className="block truncate text-sm text-text-2">{children}</span>
    </Link>
  </li>
);
