import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { messageOf } from "#lib/http/api-error.ts";
import { useSignedIn } from "#lib/session/session.ts";
import { profileQuery, useSaveProfile } from "#api/users.ts";
import { Switch } from "#components/ui/checkbox.tsx";
import type { SettingProps } from "./use-setting.ts";

/** Whether new mail starts from this mailbox. One mailbox at most is chosen; without one, new mail starts from the user's own address. */
export function DefaultSender({ mailbox: { id, email, maySendAs }, onFailure }: SettingProps) {
  const { user } = useSignedIn();
  const { data: profile } = useQuery({ ...profileQuery, retry: false });
  const save = useSaveProfile();
  if (!profile) return null;
  const { defaultMailboxId: chosen = null } = save.isPending ? save.variables : profile;
  const isOwn = email.toLowerCase() === user.email.toLowerCase();
  const isDefault = chosen === id || (isOwn && chosen === null);
  const choose = (isChosen: boolean) => {
    onFailure(null);
    save.mutate(
      { defaultMailboxId: isChosen ? id : null },
      { onError: (error) => onFailure(`${email}: ${messageOf(error, t("The setting was not saved"))}`) },
    );
  };
  return (
    <Switch
      label={t("New mail starts from this mailbox")}
      hint={
        isOwn
          ? t("It has your own address, so it is the sender of new mail unless you switch this on for another mailbox.")
          : maySendAs
            ? t("Without it, new mail starts from {email}. You can choose another sender for each mail.", {
                email: user.email,
              })
            : t("First prove under Connections that this address is yours.")
      }
      checked={isDefault}
      disabled={save.isPending || (isOwn && isDefault) || !(maySendAs || isDefault)}
      onChange={({ target }) => choose(target.checked)}
    />
  );
}
