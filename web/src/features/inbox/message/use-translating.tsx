import { t } from "@intellibox/contract/text/t";
import { Languages } from "lucide-react";
import { useState } from "react";
import { useShortcuts } from "#lib/hooks/shortcuts.ts";

/** Whether the open message is shown translated, with the key that changes it. `canTranslate` is false without a text. */
export function useTranslating(canTranslate: boolean) {
  const [isTranslated, setIsTranslated] = useState(false);
  useShortcuts([
    {
      ...{ label: t("Translate"), group: t("Inbox"), keys: "shift+t", isAi: true },
      icon: <Languages className="size-4" />,
      run: () => canTranslate && setIsTranslated(!isTranslated),
    },
  ]);
  return { isTranslated, setIsTranslated };
}
