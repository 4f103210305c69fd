import type { ConnectedMailbox } from "@intellibox/contract/endpoints/mailboxes";
import { History, LoaderCircle } from "lucide-react";
import { progressOf } from "./sync-words.ts";

/** The progress of syncs and of older mail. It lies over the foot of the list, so that no row moves under the pointer. */
export function SyncProgress({ mailboxes }: { mailboxes: readonly ConnectedMailbox[] }) {
  const progress = progressOf(mailboxes);
  return (
    <div role="status" className="pointer-events-none absolute inset-x-0 bottom-2 z-10 flex justify-center px-4">
      {progress && (
        <p className="flex min-w-0 items-center gap-2 rounded-full bg-surface px-3 py-1.5 text-xs text-text-2 shadow-popup dark:bg-active">
          {progress.isHistory ? (
            <History className="size-3.5 shrink-0 text-accent-text" aria-hidden="true" />
          ) : (
            <LoaderCircle
              className="size-3.5 shrink-0 animate-[turn_0.8s_linear_infinite] text-accent-text"
              aria-hidden="true"
            />
          )}
          <span className="min-w-0 truncate">{progress.words}</span>
        </p>
      )}
    </div>
  );
}
