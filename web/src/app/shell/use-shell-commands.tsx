import { t } from "@intellibox/contract/text/t";
import { holdKeys } from "#lib/hooks/held-keys.ts";
import { type Command, useShortcuts } from "#lib/hooks/shortcuts.ts";
import { useLocation, useNavigate } from "#lib/router/router.tsx";
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

const undo = () => undoLatest() || toast(t("Nothing to undo."), screenToast);

type ShellActions = { toggleRail: () => void; openPalette: () => void; openKeys: () => void };

/**
 * Registers the commands of every page: navigation, sidebar, theme, undo and sign-out. Icons that only the palette shows are its own.
 */
export function useShellCommands({ toggleRail, openPalette, openKeys }: ShellActions) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const isDark = useIsDark();
  const menu = useMenu();

  const goTo = (menu?.items ?? []).map(
    (item): Command => ({
      label: item.label,
      group: t("Go to"),
      keys: keysOf(item.key),
      icon: <MenuIcon name={item.icon} className="size-4" />,
      run: () => {
        // Compose takes the focus when it has loaded.
        if (item.key === "compose" && pathname !== item.path) holdKeys();
        void navigate(item.path);
      },
    }),
  );
  const goToPlaces = placeNames.map(
    (place): Command => ({ ...goToPlace(place), run: () => void navigate(places[place].path) }),
  );
  const general = (label: string, run: () => void, keys?: string): Command => ({
    ...{ label, group: t("General"), run },
    ...(keys && { keys }),
  });
  useShortcuts([
    ...goToPlaces,
    ...goTo,
    { label: t("Profile and signature"), group: t("Go to"), keys: "g .", run: () => void navigate("/profile") },
    general(t("Command palette"), openPalette, "mod+k"),
    general(t("Keyboard shortcuts"), openKeys, "?"),
    general(t("Undo"), undo, "z"),
    general(t("Collapse or expand the sidebar"), toggleRail, "["),
    general(isDark ? t("Switch to the light theme") : t("Switch to the dark theme"), () =>
      chooseTheme(isDark ? "light" : "dark"),
    ),
    general(t("Sign out"), signOut),
  ]);
}
