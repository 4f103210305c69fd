import { t } from "@intellibox/contract/text/t";
import { ChoiceSetting } from "./setting.tsx";
import { type SettingProps, useSetting } from "./use-setting.ts";

const meanings = [
  { value: "trash", label: t("Move to Trash") },
  { value: "gone", label: t("Delete for good") },
] as const;

/** Chooses what Delete does with mail of this mailbox. */
export function Deleting(props: SettingProps) {
  const { save, isBusy, pending } = useSetting(props);
  const isPop3 = props.mailbox.type === "pop3";
  const isForGood = pending.deletesForGood ?? props.mailbox.deletesForGood;
  return (
    <ChoiceSetting
      label={t("What Delete does")}
      hint={
        isForGood
          ? isPop3
            ? t(
                "Mail that you delete is gone here after ten seconds. Until then you can undo it. Mail that is left on the POP3 server stays there.",
              )
            : t("Mail that you delete is gone here and on the server after ten seconds. Until then you can undo it.")
          : t("Mail that you delete stays in Trash until you delete it there.")
      }
      value={isForGood ? "gone" : "trash"}
      options={meanings}
      isBusy={isBusy}
      onChange={(value) => save({ deletesForGood: value === "gone" })}
    />
  );
}
