import type { User } from "@intellibox/contract/endpoints/users";
import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { erasureQuery, useErase, useStartExport } from "#api/data-tasks.ts";
import { EraseDialog } from "#components/data/erase-dialog.tsx";
import { ExportDialog } from "#components/data/export-dialog.tsx";

type Props = { user: User; onClose: () => void };

export function ExportUser({ user, onClose }: Props) {
  const start = useStartExport();
  return (
    <ExportDialog
      name={user.name}
      told={t("Mail is private. {name} sees your name and the reason, and the audit log records it.", {
        name: user.name,
      })}
      onExport={(form) => start.mutateAsync({ kind: "user", id: user._id, form })}
      onClose={onClose}
    />
  );
}

export function EraseUser({ user, onClose }: Props) {
  const subject = { kind: "user", id: user._id } as const;
  const contents = useQuery(erasureQuery(subject));
  const { mutate, isPending, error } = useErase();
  return (
    <EraseDialog
      name={user.name}
      isCompany={false}
      contents={contents}
      isStarting={isPending}
      failure={error?.message}
      onErase={(confirm, onSuccess) => mutate({ ...subject, confirm }, { onSuccess })}
      onClose={onClose}
    />
  );
}
