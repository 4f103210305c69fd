import { t } from "@intellibox/contract/text/t";
import { EllipsisVertical } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { IconButton } from "#components/ui/button.tsx";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { Popover } from "#components/ui/popover.tsx";
import { AfterSending } from "#components/writing/after-sending.tsx";
import { opensNextAfterSending, setOpensNext } from "./use-inline-reply.ts";

/** The options of sending: a follow-up, tracking, and which message is shown. */
export function ComposerOptions(choices: ComponentProps<typeof AfterSending>) {
  return (
    <Popover
      label={t("Options for sending")}
      className="w-80 p-4"
      trigger={
        <IconButton
          label={t("Options for sending")}
          icon={<EllipsisVertical className="size-4" aria-hidden="true" />}
        />
      }
    >
      {() => (
        <div className="flex flex-col gap-4">
          <AfterSending {...choices} />
          <OpensNext />
        </div>
      )}
    </Popover>
  );
}

function OpensNext() {
  const [isOn, setIsOn] = useState(opensNextAfterSending);
  return (
    <Checkbox
      label={t("Open the next message after sending")}
      checked={isOn}
      onChange={({ target }) => {
        setOpensNext(target.checked);
        setIsOn(target.checked);
      }}
    />
  );
}
