import { t } from "@intellibox/contract/text/t";
import { ChoiceSetting } from "./setting.tsx";
import { type SettingProps, useSetting } from "./use-setting.ts";

const moments = [
  { value: "mail", label: t("With the mail") },
  { value: "opened", label: t("When opened") },
] as const;

/** Chooses when the bytes of attachments come here. A POP3 server sends whole messages only. */
export function AttachmentLoading({ isLeft, ...props }: SettingProps & { isLeft: boolean | null }) {
  const { save, isBusy, pending } = useSetting(props);
  const isLater = pending.leavesFiles ?? isLeft ?? false;
  return (
    <ChoiceSetting
      label={t("Load attachments")}
      hint={
        isLeft === null
          ? t("A POP3 server sends whole messages only, so attachments always come with the mail.")
          : isLater
            ? t(
                "Text, pictures in the text and the names of files come with the mail. Larger files stay on the server until you open, forward or download one.",
              )
            : t("Everything is here, also if the mail server cannot be reached.")
      }
      value={isLater ? "opened" : "mail"}
      options={moments}
      isBusy={isBusy || isLeft === null}
      onChange={(value) => save({ leavesFiles: value === "opened" })}
    />
  );
}
