import type { ConnectedMailbox } from "@intellibox/contract/endpoints/mailboxes";
import { LoaderCircle } from "lucide-react";
import { grouped } from "#lib/format.ts";

/** The progress of running syncs. It lies over the foot of the list, so that no row moves under the pointer. */
export function SyncProgress({ mailboxes }: { mailboxes: readonly ConnectedMailbox[] }) {
  const busy = mailboxes.filter(({ syncing }) => syncing);
  return (
    <div role="status" className="pointer-events-none absolute inset-x-0 bottom-2 z-10 flex justify-center px-4">
      {busy.length > 0 && (
        <p className="flex min-w-0 items-center gap-2 rounded-full bg-surface px-3 py-1.5 text-xs text-text-2 shadow-popup dark:bg-active">
          <LoaderCircle
            className="size-3.5 shrink-0 animate-[turn_0.8s_linear_infinite] text-accent-text"
            aria-hidden="true"
          />
          <span className="min-w-0 truncate">{progressText(busy)}</span>
        </p>
      )}
    </div>
  );
}

function progressText(busy: readonly Pick<ConnectedMailbox, "email" | "remaining">[]) {
  const remaining = busy.reduce((sum, box) => sum + box.remaining, 0);
  const who = busy.length === 1 ? busy[0]?.email : `${busy.length} mailboxes`;
  return `Syncing ${who}${remaining > 0 ? ` · ${grouped(remaining)} to go` : "…"}`;
}
