import { t } from "@intellibox/contract/text/t";
import { Keyboard, LogOut, Moon, PanelLeft, Search, Sun, Undo2, UserRound } from "lucide-react";
import { type Command, useShortcuts } from "#lib/hooks/shortcuts.ts";
import { useNavigate } from "#lib/router/router.tsx";
import { chooseTheme, useIsDark } from "#lib/theme.ts";
import { screenToast, toast } from "#lib/toast.ts";
import { undoLatest } from "#lib/undo.ts";
import { signOut } from "#api/sign-in.ts";
import { goToPlace, placeNames, places } from "#features/inbox/folders/places.ts";
import { MenuIcon } from "./menu-icon.tsx";
import { useMenu } from "./use-menu.ts";

/** The shortcuts of the pages, by the keys of the server's menu. */
const pageKeys: Record<string, string> = {
  dashboard: "g d",
  compose: "c",
  reply: "g r",
  summarize: "g s",
  inbox: "g i",
  outbox: "g o",
  sent: "g shift+t",
  mailMerge: "g shift+m",
  people: "g shift+p",
  emailLogs: "g l",
  templates: "g ;",
  tenants: "g y",
  plans: "g p",
  settings: "g ,",
  smtp: "g m",
  openai: "g b",
};
export const keysOf = (menuKey: string): string | undefined => pageKeys[menuKey];

const icon = "size-4";

const undo = () => undoLatest() || toast(t("Nothing to undo."), screenToast);

type ShellActions = { toggleRail: () => void; openPalette: () => void; openKeys: () => void };

/** Registers the commands of every page: navigation, sidebar, theme, undo and sign-out. */
export function useShellCommands({ toggleRail, openPalette, openKeys }: ShellActions) {
  const navigate = useNavigate();
  const isDark = useIsDark();
  const menu = useMenu();

  const goTo = (menu?.items ?? []).map(
    (item): Command => ({
      label: item.label,
      group: t("Go to"),
      keys: keysOf(item.key),
      icon: <MenuIcon name={item.icon} className={icon} />,
      run: () => void navigate(item.path),
    }),
  );
  // The palette adds their icons, which few pages need.
  const goToPlaces = placeNames.map(
    (place): Command => ({ ...goToPlace(place), run: () => void navigate(places[place].path) }),
  );
  useShortcuts([
    ...goToPlaces,
    ...goTo,
    {
      label: t("Profile and signature"),
      group: t("Go to"),
      keys: "g .",
      icon: <UserRound className={icon} />,
      run: () => void navigate("/profile"),
    },
    {
      label: t("Command palette"),
      group: t("General"),
      keys: "mod+k",
      icon: <Search className={icon} />,
      run: openPalette,
    },
    {
      label: t("Keyboard shortcuts"),
      group: t("General"),
      keys: "?",
      icon: <Keyboard className={icon} />,
      run: openKeys,
    },
    { label: t("Undo"), group: t("General"), keys: "z", icon: <Undo2 className={icon} />, run: undo },
    {
      label: t("Collapse or expand the sidebar"),
      group: t("General"),
      keys: "[",
      icon: <PanelLeft className={icon} />,
      run: toggleRail,
    },
    {
      label: isDark ? t("Switch to the light theme") : t("Switch to the dark theme"),
      group: t("General"),
      icon: isDark ? <Sun className={icon} /> : <Moon className={icon} />,
      run: () => chooseTheme(isDark ? "light" : "dark"),
    },
    { label: t("Sign out"), group: t("General"), icon: <LogOut className={icon} />, run: signOut },
  ]);
}
