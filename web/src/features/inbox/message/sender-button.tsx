import { t } from "@intellibox/contract/text/t";
import type { ReactNode } from "react";
import { Popover } from "#components/ui/popover.tsx";
import { SenderCard } from "./sender-card.tsx";

type SenderButtonProps = { name: string; address: string; children: ReactNode };

/** Opens what is known of the sender. */
export const SenderButton = ({ name, address, children }: SenderButtonProps) => (
  <Popover
    align="start"
    label={t("About the sender")}
    trigger={
      <button
        type="button"
        className="max-w-full truncate rounded-item align-bottom underline-offset-2 hover:underline"
      >
        {children}
      </button>
    }
  >
    {() => <SenderCard name={name} address={address} />}
  </Popover>
);
