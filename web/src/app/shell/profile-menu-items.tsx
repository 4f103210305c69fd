import { displayName } from "@intellibox/contract/rules/access";
import { t } from "@intellibox/contract/text/t";
import { ListChecks, LogOut, Monitor, Moon, Sun, UserRound, X } from "lucide-react";
import { Link } from "#lib/router/link.tsx";
import { useSignedIn } from "#lib/session/session.ts";
import { chooseTheme, type Theme, useTheme } from "#lib/theme.ts";
import { Avatar } from "#components/ui/avatar.tsx";
import { Button, IconButton } from "#components/ui/button.tsx";
import { type Choice, Segmented } from "#components/ui/segmented.tsx";
import { CompanyLabel } from "./company-label.tsx";

const themeChoices: Choice<Theme>[] = [
  { value: "system", label: t("System"), icon: <Monitor className="size-3.5" aria-hidden="true" /> },
  { value: "light", label: t("Light"), icon: <Sun className="size-3.5" aria-hidden="true" /> },
  { value: "dark", label: t("Dark"), icon: <Moon className="size-3.5" aria-hidden="true" /> },
];

type ItemsProps = { close: () => void; onFirstSteps: () => void; onLeave: () => void };

/** The content of the profile menu, which is loaded after the page. */
export function ProfileMenuItems({ close, onFirstSteps, onLeave }: ItemsProps) {
  const { user } = useSignedIn();
  const theme = useTheme();
  const name = displayName(user);
  return (
    <>
      <div className="flex items-start gap-3 p-4">
        <Avatar name={name} size="lg" />
        <div className="min-w-0 flex-1">
          <p className="truncate text-base font-semibold">{name}</p>
          <p className="truncate text-xs text-text-3">{user.email}</p>
          <CompanyLabel className="mt-2" />
        </div>
        <IconButton
          label={t("Close")}
          className="-mt-1.5 -me-1.5"
          onClick={close}
          icon={<X className="size-4" aria-hidden="true" />}
        />
      </div>
      <div className="border-t border-line p-2">
        <Link to="/profile" onClick={close} className={itemClass}>
          <UserRound className="size-4 text-text-3" aria-hidden="true" />
          {t("Profile and signature")}
        </Link>
        <button type="button" onClick={onFirstSteps} className={`${itemClass} w-full text-start`}>
          <ListChecks className="size-4 text-text-3" aria-hidden="true" />
          {t("Getting started")}
        </button>
      </div>
      <div className="border-t border-line px-4 py-3">
        <p className="mb-1.5 text-xs font-medium text-text-3">{t("Theme")}</p>
        <Segmented
          label={t("Theme")}
          choices={themeChoices}
          value={theme}
          onChange={chooseTheme}
          className="flex w-full"
        />
      </div>
      <div className="border-t border-line p-3">
        <Button
          className="w-full"
          icon={<LogOut className="size-4" aria-hidden="true" />}
          onClick={() => {
            close();
            onLeave();
          }}
        >
          {t("Sign out")}
        </Button>
      </div>
    </>
  );
}

const itemClass =
  "flex min-h-8 items-center gap-2.5 rounded-item px-2 text-sm text-text hover:bg-hover focus-visible:-outline-offset-2 pointer-coarse:min-h-11";
