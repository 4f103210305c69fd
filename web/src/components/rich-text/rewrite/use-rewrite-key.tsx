import { t } from "@intellibox/contract/text/t";
import { useShortcuts } from "#lib/hooks/shortcuts.ts";
import { AiIcon } from "../../ui/ai-icon.tsx";

/** Registers the key that opens the menu of the editor on the page. */
export const useRewriteKey = (run: () => void) =>
  useShortcuts([
    { label: t("Rewrite the text"), group: t("Writing"), keys: "mod+j", icon: <AiIcon />, isAi: true, run },
  ]);
