import { displayName, landingPage } from "@intellibox/contract/rules/access";
import { t } from "@intellibox/contract/text/t";
import { ListChecks, LogOut, Monitor, Moon, Sun, UserRound, X } from "lucide-react";
import { useState } from "react";
import { waitingMark } from "#lib/offline/waiting-mark.ts";
import { Link } from "#lib/router/link.tsx";
import { useNavigate } from "#lib/router/router.tsx";
import { useSignedIn } from "#lib/session/session.ts";
import { chooseTheme, type Theme, useTheme } from "#lib/theme.ts";
import { useDismissFirstSteps } from "#api/first-steps.ts";
import { signOut } from "#api/sign-in.ts";
import { Avatar } from "#components/ui/avatar.tsx";
import { Button, IconButton } from "#components/ui/button.tsx";
import { loadedLater } from "#components/ui/loaded-later.tsx";
import { Popover } from "#components/ui/popover.tsx";
import { type Choice, Segmented } from "#components/ui/segmented.tsx";
import { CompanyLabel } from "./company-label.tsx";
import { useNarrow } from "./use-narrow.ts";

const SignOutQuestion = loadedLater<{ onCancel: () => void }>(() =>
  import("../offline/sign-out-question.tsx").then((m) => m.SignOutQuestion),
);

const themeChoices: Choice<Theme>[] = [
  { value: "system", label: t("System"), icon: <Monitor className="size-3.5" aria-hidden="true" /> },
  { value: "light", label: t("Light"), icon: <Sun className="size-3.5" aria-hidden="true" /> },
  { value: "dark", label: t("Dark"), icon: <Moon className="size-3.5" aria-hidden="true" /> },
];

export function ProfileMenu() {
  const { user } = useSignedIn();
  const theme = useTheme();
  const isNarrow = useNarrow();
  const name = displayName(user);
  const navigate = useNavigate();
  const dismiss = useDismissFirstSteps();
  const bringBack = (close: () => void) => {
    close();
    dismiss.mutate(false);
    void navigate(`${landingPage(user.roleCode)}?steps=1`);
  };

  const [isAsking, setIsAsking] = useState(false);
  const leave = () => (waitingMark.read() ? setIsAsking(true) : signOut());

  return (
    <>
      {isAsking && <SignOutQuestion onCancel={() => setIsAsking(false)} />}
      <Popover
        label={t("Profile menu")}
        className="w-72"
        trigger={
          <button
            type="button"
            className="flex min-w-0 items-center gap-2.5 rounded-control p-0.5 text-start hover:bg-hover pointer-coarse:min-h-11 pointer-coarse:min-w-11 pointer-coarse:justify-center md:pe-2"
          >
            <span className="sr-only">{isNarrow ? t("Account, {name}", { name }) : t("Account")}</span>
            <Avatar name={name} />
            {!isNarrow && (
              <span className="flex min-w-0 flex-col">
                <span className="flex min-w-0 items-center gap-2">
                  <span className="min-w-0 truncate text-sm leading-[18px] font-medium text-text max-xl:sr-only">
                    {name}
                  </span>
                  <CompanyLabel small className="max-w-44" />
                </span>
                <span className="truncate text-2xs text-text-3">{user.email}</span>
              </span>
            )}
          </button>
        }
      >
        {(close) => (
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
              <button type="button" onClick={() => bringBack(close)} className={`${itemClass} w-full text-start`}>
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
                  leave();
                }}
              >
                {t("Sign out")}
              </Button>
            </div>
          </>
        )}
      </Popover>
    </>
  );
}

const itemClass =
  "flex min-h-8 items-center gap-2.5 rounded-item px-2 text-sm text-text hover:bg-hover focus-visible:-outline-offset-2 pointer-coarse:min-h-11";
