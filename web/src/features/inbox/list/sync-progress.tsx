import type { ConnectedMailbox } from "@intellibox/contract/endpoints/mailboxes";
import { LoaderCircle } from "lucide-react";
import { grouped } from "#lib/format.ts";

/** What a sync is doing, while it does it. */
export function SyncProgress({ mailboxes }: { mailboxes: readonly ConnectedMailbox[] }) {
  const busy = mailboxes.filter(({ syncing }) => syncing);
  return (
    <div role="status" className={busy.length > 0 ? "shrink-0 border-b border-line bg-subtle px-4 py-1.5" : ""}>
      {busy.length > 0 && (
        <p className="flex items-center gap-2 text-xs text-text-2">
          <LoaderCircle className="size-3.5 animate-[turn_0.8s_linear_infinite] text-accent-text" aria-hidden="true" />
          <span className="min-w-0 truncate">{wordsFor(busy)}</span>
        </p>
      )}
    </div>
  );
}

export function wordsFor(busy: readonly Pick<ConnectedMailbox, "email" | "remaining">[]) {
  const remaining = busy.reduce((sum, box) => sum + box.remaining, 0);
  const who = busy.length === 1 ? busy[0]?.email : `${busy.length} mailboxes`;
  return `Syncing ${who}${remaining > 0 ? ` · ${grouped(remaining)} to go` : "…"}`;
}
