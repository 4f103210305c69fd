import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { messageOf } from "#lib/http/api-error.ts";
import { foundPiecesQuery } from "#api/knowledge.ts";
import { Empty, Failed, Skeleton } from "#components/ui/async-states.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { placeInWords } from "./knowledge-words.ts";

type FoundPiecesProps = {
  q: string;
  /** Undefined: of everybody. */
  isShared?: boolean | undefined;
  onOpen: (entry: string, piece: string) => void;
};

/** The pieces that a search found, each with its place. */
export function FoundPieces({ q, isShared, onOpen }: FoundPiecesProps) {
  const { data, error, refetch } = useQuery(foundPiecesQuery(q));
  if (error && !data) return <Failed message={messageOf(error)} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="m-4 h-12 md:m-5" />;
  const shown = data.filter(({ source }) => isShared === undefined || source.isShared === isShared);
  return (
    <>
      <p role="status" className="sr-only">
        {t("{count, plural, one {# piece} other {# pieces}}", { count: shown.length })}
      </p>
      {shown.length === 0 && <Empty>{t("Nothing is found.")}</Empty>}
      {shown.length > 0 && (
        <ul aria-label={t("Found pieces")} className="divide-y divide-line">
          {shown.map(({ id, text, source, ...piece }) => (
            <li key={id} className="flex flex-col gap-1 px-4 py-3 hover:bg-hover md:px-5">
              <div className="flex min-w-0 flex-wrap items-center gap-2">
                <button
                  type="button"
                  data-row
                  onClick={() => onOpen(source.id, id)}
                  className="min-w-0 truncate rounded-item text-start text-base font-medium text-text hover:underline"
                >
                  {placeInWords(piece, source.title)}
                </button>
                {source.isShared && <Badge size="sm">{t("Company")}</Badge>}
                {source.isOutOfDate && (
                  <Badge size="sm" tone="warn">
                    {t("Out of date")}
                  </Badge>
                )}
              </div>
              <p className="line-clamp-2 text-sm text-text-2 [overflow-wrap:anywhere]">{text}</p>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
