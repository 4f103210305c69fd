import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { shortMoment } from "#lib/format.ts";
import { watchWaitingCount } from "#lib/offline/waiting-count.ts";
import { listChanges, retryChange, type WaitingChange, withdrawChange } from "#api/waiting-changes.ts";
import { Button } from "#components/ui/button.tsx";
import { Modal } from "#components/ui/modal.tsx";
import { changeWords } from "./change-words.ts";

/** Lists the changes that wait for the network, and mails that the server refused. */
export function WaitingList({ onClose }: { onClose: () => void }) {
  const { data: changes, refetch } = useQuery({ queryKey: ["waiting-changes"], queryFn: listChanges, staleTime: 0 });
  useEffect(() => watchWaitingCount(() => void refetch()), [refetch]);
  return (
    <Modal title={t("Waiting for the network")} onClose={onClose}>
      {changes?.length === 0 && <p className="text-sm text-text-2">{t("Nothing waits. All changes were sent.")}</p>}
      <ul className="flex flex-col divide-y divide-line">
        {changes?.map((change) => (
          <Change key={change.id} change={change} />
        ))}
      </ul>
    </Modal>
  );
}

function Change({ change }: { change: WaitingChange }) {
  const words = changeWords(change);
  const remove = () => void withdrawChange(change.id).catch(() => undefined);
  return (
    <li className="flex items-center gap-2 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="text-sm text-text [overflow-wrap:anywhere]">{words}</p>
        <p className={change.refusal ? "text-xs text-bad" : "text-xs text-text-3"}>
          {change.refusal ?? shortMoment(new Date(change.at))}
        </p>
      </div>
      {change.refusal && (
        <Button size="sm" onClick={() => void retryChange(change.id)} aria-label={t("Try again: {words}", { words })}>
          {t("Try again")}
        </Button>
      )}
      <Button size="sm" onClick={remove} aria-label={t("Discard: {words}", { words })}>
        {t("Discard")}
      </Button>
    </li>
  );
}
