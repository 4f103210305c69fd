import type { TriedMail } from "@intellibox/contract/endpoints/mail-rules";
import { t } from "@intellibox/contract/text/t";
import { useEffect, useRef } from "react";
import type { useTryRule } from "#api/mail-rules.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Skeleton } from "#components/ui/async-states.tsx";
import { MailLine } from "./mail-line.tsx";

type TryResultsProps = { trying: Pick<ReturnType<typeof useTryRule>, "data" | "error" | "isPending"> };

/** Shows what a rule would do with the newest mails, and why. */
export function TryResults({ trying: { data, error, isPending } }: TryResultsProps) {
  const results = useRef<HTMLDivElement>(null);
  // They stand at the end of a long form.
  useEffect(() => {
    if (isPending || data || error) results.current?.scrollIntoView?.({ block: "nearest" });
  }, [isPending, data, error]);
  return (
    <div ref={results} className="flex w-full min-w-0 scroll-mb-4 flex-col gap-3 has-[>p:only-child:empty]:hidden">
      <p role="status" className="text-sm text-text-2 empty:hidden">
        {isPending && t("The rule is tried on your newest mails. Nothing is changed.")}
        {!isPending &&
          data &&
          t("{hits} of {tried, plural, one {# mail} other {# mails}} would be handled. Nothing was changed.", {
            hits: data.hits.length,
            tried: data.tried,
          })}
      </p>
      {isPending && <Skeleton className="h-24 w-full" />}
      {!isPending && error && <Alert kind="bad">{error.message}</Alert>}
      {!isPending && data && data.notJudged > 0 && (
        <Alert kind="info">
          {t(
            "{count, plural, one {# mail was not judged by the assistant} other {# mails were not judged by the assistant}}, because one trial asks it about a limited number of mails.",
            { count: data.notJudged },
          )}
        </Alert>
      )}
      {!isPending && data && data.hits.length > 0 && (
        <ul
          aria-label={t("Mails that the rule would handle")}
          className="max-h-96 divide-y divide-line overflow-y-auto rounded-control border border-line"
        >
          {data.hits.map((mail) => (
            <TriedRow key={mail.messageId} mail={mail} />
          ))}
        </ul>
      )}
    </div>
  );
}

const TriedRow = ({ mail }: { mail: TriedMail }) => (
  <li className="px-3 py-2">
    <MailLine mail={mail} />
    <p className="text-xs text-text-2 [overflow-wrap:anywhere]">{mail.actions.join(" · ")}</p>
    <p className="text-xs text-text-3 [overflow-wrap:anywhere]">
      {t("Why: {reasons}", { reasons: mail.reasons.join(" · ") })}
    </p>
  </li>
);
