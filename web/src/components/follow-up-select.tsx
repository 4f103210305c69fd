import { followUpChoices } from "@intellibox/contract/rules/choices";
import { useId } from "react";
import { Checkbox } from "./checkbox.tsx";
import { Select } from "./select.tsx";

type FollowUpChoice = (typeof followUpChoices)[number]["value"];
/** A select cannot tell an empty value from none chosen. */
const options = followUpChoices.map(({ value, label }) => ({ value: value || "off", label }));

type AfterSendingProps = {
  followUp: string;
  onFollowUp: (days: FollowUpChoice) => void;
  isTracked: boolean;
  onTracked: (isTracked: boolean) => void;
};

/** What happens once the mail has gone: a reminder to follow up, and tracking, said plainly. */
export function AfterSending({ followUp, onFollowUp, isTracked, onTracked }: AfterSendingProps) {
  const label = useId();
  const choose = (value: string) => onFollowUp((value === "off" ? "" : value) as FollowUpChoice);
  return (
    <div className="flex flex-col gap-4">
      <div className="flex items-center justify-between gap-3">
        <span id={label} className="text-sm font-medium text-text">
          Follow-up
        </span>
        <Select
          options={options}
          value={followUp || "off"}
          onChange={choose}
          aria-labelledby={label}
          className="w-40"
        />
      </div>
      <Checkbox
        label="Track opens & clicks"
        hint="Adds an invisible image and rewrites links, so that you see who opened what. Some mail apps block both."
        checked={isTracked}
        onChange={(event) => onTracked(event.target.checked)}
      />
    </div>
  );
}
