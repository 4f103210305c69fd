import { followUpChoices } from "@intellibox/contract/rules/choices";
import { t } from "@intellibox/contract/text/t";
import { useId } from "react";
import { Checkbox } from "../ui/checkbox.tsx";
import { NativeSelect } from "../ui/native-select.tsx";

type FollowUpChoice = (typeof followUpChoices)[number]["value"];

type AfterSendingProps = {
  followUp: string;
  onFollowUp: (days: FollowUpChoice) => void;
  isTracked: boolean;
  onTracked: (isTracked: boolean) => void;
};

/** Options for after sending: a follow-up reminder and tracking. */
export function AfterSending({ followUp, onFollowUp, isTracked, onTracked }: AfterSendingProps) {
  const id = useId();
  return (
    <div className="flex flex-col gap-4">
      <div className="flex items-center justify-between gap-3">
        <label htmlFor={id} className="text-sm font-medium text-text">
          {t("Follow-up")}
        </label>
        <NativeSelect
          id={id}
          options={followUpChoices}
          value={followUp as FollowUpChoice}
          onChange={onFollowUp}
          className="w-40"
        />
      </div>
      <Checkbox
        label={t("Track opens & clicks")}
        hint={t("Adds a tracking pixel and tracked links. Some mail apps block them.")}
        checked={isTracked}
        onChange={(event) => onTracked(event.target.checked)}
      />
    </div>
  );
}
