import { t } from "@intellibox/contract/text/t";
import {
  ArrowDown,
  ArrowUp,
  CheckSquare,
  CornerDownLeft,
  Keyboard,
  ListChecks,
  LogOut,
  type LucideIcon,
  Moon,
  PanelLeft,
  RefreshCw,
  Reply,
  Search,
  Sun,
  Undo2,
  UserRound,
  X,
} from "lucide-react";
import type { ReactNode } from "react";
import type { Command } from "#lib/hooks/shortcuts.ts";
import { AiIcon } from "#components/ui/ai-icon.tsx";
import { goToPlace, placeNames } from "#features/inbox/folders/places.ts";
import { placeIcon } from "#features/inbox/folders/views.ts";

/** The icons of the shell's and the inbox's commands, by label. They load with the palette, which alone shows them. */
const icons: Record<string, LucideIcon> = {
  [t("Profile and signature")]: UserRound,
  [t("Command palette")]: Search,
  [t("Keyboard shortcuts")]: Keyboard,
  [t("Undo")]: Undo2,
  [t("Collapse or expand the sidebar")]: PanelLeft,
  [t("Switch to the light theme")]: Sun,
  [t("Switch to the dark theme")]: Moon,
  [t("Sign out")]: LogOut,
  [t("Next message")]: ArrowDown,
  [t("Previous message")]: ArrowUp,
  [t("Search mail")]: Search,
  [t("Select all")]: ListChecks,
  [t("Refresh")]: RefreshCw,
  [t("Back to the list")]: X,
  [t("Select message")]: CheckSquare,
  [t("Reply, or reply all if you chose so")]: Reply,
  [t("Read message")]: CornerDownLeft,
};

export function commandIcon({ group, label, icon, isAi }: Command): ReactNode {
  if (icon) return icon;
  if (isAi) return <AiIcon className="size-4" />;
  const place = placeNames.find((name) => goToPlace(name).group === group && goToPlace(name).label === label);
  const Icon = place ? placeIcon(place) : icons[label];
  return Icon && <Icon className="size-4" />;
}
