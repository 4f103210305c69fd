import type { MailMessage } from "@intellibox/contract/endpoints/inbox";
import type { PriorityPart } from "@intellibox/contract/rules/priorities";
import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { ChevronsRight } from "lucide-react";
import { priorityQuery, useChoosePart } from "#api/priorities.ts";
import { Button } from "#components/ui/button.tsx";
import { announceUndoable } from "#components/ui/undo-offer.tsx";
import { priorityWords } from "./priority-words.ts";

const lastsMs = 9_500;

/** Says why a message is in Important or Other, and moves it to the other part. */
export function PriorityOfMail({ message }: { message: MailMessage }) {
  const { id, from, fromName } = message;
  const { data: priority } = useQuery(priorityQuery(id));
  const choose = useChoosePart();
  if (!priority) return null;
  const other: PriorityPart = priority.part === "important" ? "other" : "important";
  const move = async () => {
    const { before } = await choose.mutateAsync({ id, part: other });
    const undo = async () => void (await choose.mutateAsync({ id, part: before }));
    announceUndoable({ words: movedWords(other, fromName || from), undone: t("Moved back."), undo, lastsMs });
  };
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-xs text-text-3">
      <ChevronsRight className="size-3.5 shrink-0" aria-hidden="true" />
      <span dir="auto" className="min-w-0 [overflow-wrap:anywhere]">
        {priority.part === "important"
          ? t("Important. {why}", { why: priorityWords(priority, message) })
          : t("Other. {why}", { why: priorityWords(priority, message) })}
      </span>
      <Button size="sm" variant="ghost" disabled={choose.isPending} onClick={() => void move().catch(() => undefined)}>
        {other === "important" ? t("Move to Important") : t("Move to Other")}
      </Button>
    </div>
  );
}

const movedWords = (part: PriorityPart, name: string) =>
  part === "important"
    ? t("Moved to Important. Later mail from {name} comes there, too.", { name })
    : t("Moved to Other. Later mail from {name} comes there, too.", { name });
