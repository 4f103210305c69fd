import { t } from "@intellibox/contract/text/t";
import { refusedCount, waitingCount } from "#lib/offline/waiting-count.ts";
import { signOut } from "#api/sign-in.ts";
import { Confirm } from "#components/ui/confirm.tsx";

/** Asks before a sign-out that would discard changes. */
export function SignOutQuestion({ onCancel }: { onCancel: () => void }) {
  const count = waitingCount() + refusedCount();
  return (
    <Confirm
      title={t("Sign out and discard what waits?")}
      action={t("Sign out")}
      onConfirm={signOut}
      onCancel={onCancel}
    >
      {t("{count, plural, one {# change was} other {# changes were}} not sent yet.", { count })}
    </Confirm>
  );
}
