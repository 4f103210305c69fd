import type { UsedPiece } from "@intellibox/contract/rules/knowledge";
import { t } from "@intellibox/contract/text/t";
import { BookOpen } from "lucide-react";
import { Link } from "#lib/router/link.tsx";
import { Alert } from "../ui/alert.tsx";

/** The pieces of knowledge that a text used. Each one links to its entry. */
export function UsedKnowledge({ sources }: { sources: UsedPiece[] }) {
  const isOutOfDate = sources.some((source) => source.isOutOfDate);
  return (
    <>
      <p className="flex items-start gap-2 text-sm text-text-2">
        <BookOpen className="mt-0.5 size-4 shrink-0 text-text-3" aria-hidden="true" />
        <span className="min-w-0 [overflow-wrap:anywhere]">
          {t("Used from your knowledge:")}{" "}
          {sources.map(({ id, piece, title, page }, at) => (
            <span key={piece}>
              {at > 0 && " · "}
              <Link
                to={`/profile?tab=knowledge&entry=${id}&piece=${piece}`}
                className="text-accent-text underline underline-offset-2"
              >
                {page === null ? title : t("{title}, p. {page}", { title, page })}
              </Link>
            </span>
          ))}
        </span>
      </p>
      {isOutOfDate && (
        <Alert kind="warn">
          {t("Check this before you send the mail. It is out of date: {titles}", {
            titles: [...new Set(sources.filter((source) => source.isOutOfDate).map(({ title }) => title))].join(", "),
          })}
        </Alert>
      )}
    </>
  );
}
