import { t } from "@intellibox/contract/text/t";
import { dayMonthYear } from "#lib/format.ts";
import { Button } from "#components/ui/button.tsx";

type BlockedSendersProps = {
  items: readonly { address: string; blockedAt: Date }[];
  busy: boolean;
  onUnblock: (address: string) => void;
};

export const BlockedSenders = ({ items, busy, onUnblock }: BlockedSendersProps) => (
  <section aria-label={t("Blocked senders")} className="flex flex-col gap-3">
    <h3 className="text-base font-semibold text-text">{t("Blocked")}</h3>
    <ul className="divide-y divide-line rounded-panel border border-line">
      {items.map(({ address, blockedAt }) => (
        <li key={address} className="flex items-center gap-3 px-4 py-2">
          <span className="min-w-0 flex-1 truncate text-sm text-text">{address}</span>
          <span className="text-xs text-text-3 max-md:hidden">
            {t("since {blockedAt}", { blockedAt: dayMonthYear(blockedAt) })}
          </span>
          <Button
            size="sm"
            disabled={busy}
            aria-label={t("Unblock {address}", { address })}
            onClick={() => onUnblock(address)}
          >
            {t("Unblock")}
          </Button>
        </li>
      ))}
    </ul>
  </section>
);
