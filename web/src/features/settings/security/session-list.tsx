import type { Session } from "@intellibox/contract/endpoints/sessions";
import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { dateTime, shortMoment } from "#lib/format.ts";
import { screenToast, toast } from "#lib/toast.ts";
import { sessionsQuery, useEndSessions } from "#api/sessions.ts";
import { Failed, Skeleton } from "#components/ui/async-states.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { Confirm } from "#components/ui/confirm.tsx";
import { Part } from "../part.tsx";

export function SessionList() {
  const { data, error, refetch } = useQuery(sessionsQuery);
  return (
    <Part title={t("Where you are signed in")}>
      <p className="text-base text-text-2">
        {t(
          "Each browser in which you signed in is a session. End those that you do not know, and change your password.",
        )}
      </p>
      {error && !data && <Failed message={error.message} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-32" />}
      {data && <Sessions sessions={data} />}
    </Part>
  );
}

function Sessions({ sessions }: { sessions: Session[] }) {
  const { one, others } = useEndSessions();
  const [asks, setAsks] = useState(false);
  const otherCount = sessions.filter(({ isCurrent }) => !isCurrent).length;
  const endOthers = () =>
    others.mutate(undefined, {
      onSuccess: ({ ended }) =>
        toast.success(t("{ended, plural, one {# session} other {# sessions}} ended", { ended }), screenToast),
      onSettled: () => setAsks(false),
    });
  return (
    <>
      <ul className="divide-y divide-line rounded-panel border border-line">
        {sessions.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            isEnding={one.isPending && one.variables === session.id}
            onEnd={() => one.mutate(session.id)}
          />
        ))}
      </ul>
      {otherCount > 0 && (
        <div>
          <Button onClick={() => setAsks(true)}>{t("End all other sessions")}</Button>
        </div>
      )}
      {asks && (
        <Confirm
          title={t("End all other sessions?")}
          action={t("End all others")}
          danger
          busy={others.isPending}
          onConfirm={endOthers}
          onCancel={() => setAsks(false)}
        >
          {t("Every other browser has to sign in again.")}
        </Confirm>
      )}
    </>
  );
}

function SessionRow({ session, isEnding, onEnd }: { session: Session; isEnding: boolean; onEnd: () => void }) {
  const { device, isCurrent, createdAt, lastUsedAt } = session;
  return (
    <li className="flex items-center gap-3 px-4 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 text-sm text-text">
          {device}
          {isCurrent && <Badge tone="accent">{t("This device")}</Badge>}
        </p>
        <p className="truncate text-xs text-text-3">{placeOf(session)}</p>
        <p className="text-xs text-text-3" title={dateTime(createdAt)}>
          {isCurrent
            ? t("Signed in {when}", { when: shortMoment(createdAt) })
            : t("Signed in {when}, last used {used}", { when: shortMoment(createdAt), used: shortMoment(lastUsedAt) })}
        </p>
      </div>
      {!isCurrent && (
        <Button size="sm" aria-label={t("End {device}", { device })} busy={isEnding} onClick={onEnd}>
          {t("End")}
        </Button>
      )}
    </li>
  );
}

function placeOf({ network, address }: Session): string {
  if (network === "this-computer") return t("The computer that runs Intellibox");
  if (network === "local") return t("Your local network, {address}", { address });
  return network === "internet" ? t("Internet, {address}", { address }) : t("Unknown network");
}
