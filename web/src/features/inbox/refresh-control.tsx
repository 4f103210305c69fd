import { t } from "@intellibox/contract/text/t";
import { ChevronDown, CloudDownload, RefreshCw } from "lucide-react";
import { Button, IconButton } from "#components/ui/button.tsx";
import { loadedLater } from "#components/ui/loaded-later.tsx";
import type { MenuEntry } from "#components/ui/menu.tsx";
import { Tooltip } from "#components/ui/tooltip.tsx";

const half = "rounded-s-none border-s-0";

/** A menu is a quarter of the inbox's code. Until it is loaded, its button cannot be pressed. */
const Menu = loadedLater(
  () => import("#components/ui/menu.tsx").then((m) => m.Menu),
  <IconButton
    label={t("More ways to refresh")}
    variant="secondary"
    disabled
    className={`h-input w-7 ${half}`}
    icon={<ChevronDown className="size-3.5" aria-hidden="true" />}
  />,
);

export const refreshKeys = "shift+u";

type RefreshControlProps = {
  isBusy: boolean;
  /** Reloads the list and syncs what it shows. */
  onRefresh: () => void;
  onReload: () => void;
  /** Syncs the shown mailbox, or all. */
  onSync: () => void;
  /** Syncs all mailboxes; absent if that is what `onSync` does. */
  onSyncAll: (() => void) | undefined;
};

/** One button brings the newest mail. Its menu has the two halves of that: reload the list, and sync the mailboxes. */
export function RefreshControl({ isBusy, onRefresh, onReload, onSync, onSyncAll }: RefreshControlProps) {
  const halves: MenuEntry[] = [
    { label: t("Reload"), Icon: RefreshCw, run: onReload },
    { label: t("Sync"), Icon: CloudDownload, run: onSync },
    ...(onSyncAll ? [{ label: t("Sync all mailboxes"), Icon: CloudDownload, run: onSyncAll }] : []),
  ];
  return (
    <span className="flex shrink-0">
      <Tooltip text={t("Refresh")} keys={refreshKeys}>
        <Button
          size="field"
          busy={isBusy}
          icon={<RefreshCw className="size-4" aria-hidden="true" />}
          onClick={onRefresh}
          className="rounded-e-none max-lg:w-input max-lg:px-0"
        >
          <span className="max-lg:sr-only">{t("Refresh")}</span>
        </Button>
      </Tooltip>
      <Menu
        label={t("Refresh")}
        trigger={
          <IconButton
            label={t("More ways to refresh")}
            variant="secondary"
            className={`h-input w-7 ${half}`}
            icon={<ChevronDown className="size-3.5" aria-hidden="true" />}
          />
        }
        groups={[halves]}
      />
    </span>
  );
}
