import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { messageOf } from "#lib/http/api-error.ts";
import { foldersQuery } from "#api/mail-folders.ts";
import { useFollowFolder } from "#api/mailbox-settings.ts";
import { Switch } from "#components/ui/checkbox.tsx";
import { pathOf } from "#features/inbox/folders/folder-rows.ts";
import { Settings } from "./setting.tsx";
import type { SettingProps } from "./use-setting.ts";

/** The folders or labels whose mail is synced. Nothing if the mailbox has none to choose from. */
export function FollowedFolders({ mailbox, onFailure }: SettingProps) {
  const { data } = useQuery(foldersQuery);
  const follow = useFollowFolder();
  const list = data?.mailboxes.find(({ mailboxId }) => mailboxId === mailbox.id);
  // The inbox is always followed.
  const folders = list?.folders.filter(({ isSelectable, role }) => isSelectable && role !== "inbox") ?? [];
  if (!list?.abilities.folders || folders.length === 0) return null;
  return (
    <Settings title={t("Folders and labels")}>
      <p className="-mt-2 text-xs text-text-3">
        {t("The mail of a folder that is off leaves the lists here and stays on the server.")}
      </p>
      <ul className="grid gap-x-8 gap-y-2 md:grid-cols-2">
        {folders.map((folder) => (
          <li key={folder.id}>
            <Switch
              label={<span className="[overflow-wrap:anywhere]">{pathOf(folder)}</span>}
              hint={
                folder.isFollowed
                  ? t("{count, plural, one {# message} other {# messages}}", { count: folder.messages })
                  : t("Not synced")
              }
              checked={
                follow.isPending && follow.variables.id === folder.id ? follow.variables.isFollowed : folder.isFollowed
              }
              disabled={follow.isPending}
              onChange={({ target }) => {
                onFailure(null);
                follow.mutate(
                  { id: folder.id, isFollowed: target.checked },
                  { onError: (error) => onFailure(messageOf(error, t("The setting was not saved"))) },
                );
              }}
            />
          </li>
        ))}
      </ul>
    </Settings>
  );
}
