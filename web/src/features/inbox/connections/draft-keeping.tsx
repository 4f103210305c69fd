import type { ConnectedMailbox } from "@intellibox/contract/endpoints/mailboxes";
import { t } from "@intellibox/contract/text/t";
import { messageOf } from "#lib/http/api-error.ts";
import { useUpdateMailbox } from "#api/inbox.ts";
import { Switch } from "#components/ui/checkbox.tsx";

type DraftKeepingProps = { mailboxes: readonly ConnectedMailbox[]; onFailure: (message: string) => void };

/** Chooses the mailboxes whose Drafts folders get copies of drafts. Nothing if no mailbox can have them. */
export function DraftKeeping({ mailboxes, onFailure }: DraftKeepingProps) {
  const update = useUpdateMailbox();
  const able = mailboxes.filter(({ keepsDrafts }) => keepsDrafts !== null);
  if (able.length === 0) return null;
  return (
    <fieldset className="flex max-w-xl flex-col gap-1">
      <legend className="text-sm font-medium text-text">{t("Keep drafts in the mailbox’s Drafts folder")}</legend>
      <p className="text-xs text-text-3">
        {t("What you write here is then also in your other mail programs, before you send it.")}
      </p>
      {able.map(({ id, email, keepsDrafts }) => (
        <Switch
          key={id}
          label={email}
          checked={keepsDrafts ?? false}
          disabled={update.isPending}
          onChange={({ target }) =>
            update.mutate(
              { id, keepsDrafts: target.checked },
              { onError: (error) => onFailure(`${email}: ${messageOf(error, t("The setting was not saved"))}`) },
            )
          }
        />
      ))}
    </fieldset>
  );
}
