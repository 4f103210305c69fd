import type { KnowledgeEntry } from "@intellibox/contract/endpoints/knowledge";
import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { messageOf } from "#lib/http/api-error.ts";
import { entryQuery } from "#api/knowledge.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Failed, Skeleton } from "#components/ui/async-states.tsx";
import { Modal } from "#components/ui/modal.tsx";
import { EntryForm } from "./entry-form.tsx";
import { kindNames, problemWords } from "./knowledge-words.ts";

type EntryDialogProps = { id: string; piece?: string | undefined; isEdit: boolean; onClose: () => void };

/** Shows an entry with its pieces, or the form to change it. Loads the latest version. */
export function EntryDialog({ id, piece, isEdit, onClose }: EntryDialogProps) {
  const { data, error, isFetching, refetch } = useQuery(entryQuery(id));
  // A form must begin with the latest version; a reader need not wait for it.
  if (data && isEdit && !isFetching)
    return <EntryForm kind={data.kind} entry={data} isShared={data.isShared} onClose={onClose} />;
  if (data && !isEdit) return <EntryView entry={data} piece={piece} onClose={onClose} />;
  return (
    <Modal title={t("Knowledge")} onClose={onClose}>
      {error ? (
        <Failed message={messageOf(error)} onRetry={() => void refetch()} />
      ) : (
        <div role="status" className="flex flex-col gap-3">
          <span className="sr-only">{t("Loading…")}</span>
          <Skeleton className="h-8 w-full" />
          <Skeleton className="h-32 w-full" />
        </div>
      )}
    </Modal>
  );
}

function EntryView({
  entry,
  piece,
  onClose,
}: {
  entry: KnowledgeEntry;
  piece: string | undefined;
  onClose: () => void;
}) {
  const { kind, title, question, content, state, problem, isOutOfDate } = entry;
  return (
    <Modal title={title} description={kindNames[kind]} onClose={onClose} width="lg">
      <div className="flex flex-col gap-4">
        {isOutOfDate && <Alert kind="warn">{t("This entry is out of date.")}</Alert>}
        {problem && <Alert kind="bad">{problemWords[problem]}</Alert>}
        {state === "reading" && <p role="status">{t("The file is being read…")}</p>}
        {question && <p className="text-base font-medium">{question}</p>}
        <ol aria-label={t("Pieces")} className="flex flex-col gap-3">
          {content.map((part, at) => (
            <Piece
              key={part.id}
              page={part.page !== content[at - 1]?.page ? part.page : null}
              heading={part.heading !== question && part.heading !== content[at - 1]?.heading ? part.heading : ""}
              text={part.text}
              isChosen={part.id === piece}
            />
          ))}
        </ol>
      </div>
    </Modal>
  );
}

type PieceProps = { page: number | null; heading: string; text: string; isChosen: boolean };

/** The piece that a link names is marked and scrolled to. */
function Piece({ page, heading, text, isChosen }: PieceProps) {
  const place = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isChosen) place.current?.scrollIntoView({ block: "center" });
  }, [isChosen]);
  return (
    <li
      ref={place}
      aria-current={isChosen || undefined}
      className="flex flex-col gap-1 rounded-control text-base [overflow-wrap:anywhere] aria-[current=true]:bg-selected aria-[current=true]:px-3 aria-[current=true]:py-2"
    >
      {page !== null && <span className="text-xs text-text-3">{t("Page {page}", { page })}</span>}
      {heading && <span className="font-medium">{heading}</span>}
      <span className="whitespace-pre-wrap text-text-2">{text}</span>
    </li>
  );
}
