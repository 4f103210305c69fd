import { displayName, landingPage } from "@intellibox/contract/rules/access";
import { t } from "@intellibox/contract/text/t";
import { useState } from "react";
import { usePreload } from "#lib/hooks/use-preload.ts";
import { waitingMark } from "#lib/offline/waiting-mark.ts";
import { useNavigate } from "#lib/router/router.tsx";
import { useSignedIn } from "#lib/session/session.ts";
import { useDismissFirstSteps } from "#api/first-steps.ts";
import { signOut } from "#api/sign-in.ts";
import { Avatar } from "#components/ui/avatar.tsx";
import { loadedLater, untilLoaded } from "#components/ui/loaded-later.tsx";
import { Popover } from "#components/ui/popover.tsx";
import { CompanyLabel } from "./company-label.tsx";
import { useNarrow } from "./use-narrow.ts";

const SignOutQuestion = loadedLater<{ onCancel: () => void }>(() =>
  import("../offline/sign-out-question.tsx").then((m) => m.SignOutQuestion),
);

const ProfileMenuItems = loadedLater(
  untilLoaded(() => import("./profile-menu-items.tsx").then((m) => m.ProfileMenuItems)),
);

export function ProfileMenu() {
  usePreload(ProfileMenuItems.preload);
  const { user } = useSignedIn();
  const isNarrow = useNarrow();
  const name = displayName(user);
  const navigate = useNavigate();
  // Not with the items: the dashboards would load its file beside their own.
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
        {(close) => <ProfileMenuItems close={close} onFirstSteps={() => bringBack(close)} onLeave={leave} />}
      </Popover>
    </>
  );
}
