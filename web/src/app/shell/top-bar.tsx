import { landingPage } from "@intellibox/contract/rules/access";
import { t } from "@intellibox/contract/text/t";
import { Menu, PanelLeft, Search } from "lucide-react";
import { lazy, Suspense } from "react";
import { classNames } from "#lib/class-names.ts";
import { Link } from "#lib/router/link.tsx";
import { isOwnerSuperAdmin, useSignedIn } from "#lib/session/session.ts";
import { IconButton } from "#components/ui/button.tsx";
import { KeyCaps } from "#components/ui/key-cap.tsx";
import { Logo } from "#components/ui/logo.tsx";
import { Tooltip } from "#components/ui/tooltip.tsx";
import { CompanyLabel } from "./company-label.tsx";
import { ProfileMenu } from "./profile-menu.tsx";
import { useNarrow } from "./use-narrow.ts";
import { useUnread } from "./use-title.ts";

/** Only the owner's super admins need it, so it is loaded on demand. */
const TenantSelector = lazy(() => import("./tenant-selector.tsx").then((m) => ({ default: m.TenantSelector })));

type TopBarProps = {
  title: string;
  isRail: boolean;
  isDrawerOpen: boolean;
  onToggleRail: () => void;
  onToggleDrawer: () => void;
  onOpenPalette: () => void;
};

export function TopBar(props: TopBarProps) {
  const { title, isRail, isDrawerOpen, onToggleRail, onToggleDrawer, onOpenPalette } = props;
  const session = useSignedIn();
  const isNarrow = useNarrow();
  const railLabel = isRail ? t("Expand sidebar") : t("Collapse sidebar");
  return (
    <header className="col-span-full grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] items-center gap-x-3 pe-2 max-md:border-b max-md:border-line max-md:bg-surface md:h-13 md:pe-3">
      <div className="flex min-w-0 items-center gap-2">
        <div
          className={classNames("flex items-center gap-2 ps-1.5 md:ps-3.5", isRail ? "md:ps-[15px]" : "md:w-[236px]")}
        >
          {isNarrow && <MenuButton isOpen={isDrawerOpen} onToggle={onToggleDrawer} />}
          <Link
            to={landingPage(session.user.roleCode)}
            className="flex items-center gap-2.5 rounded-control text-md font-semibold tracking-[-0.01em] text-text"
          >
            <Logo />
            <span className={classNames("max-md:sr-only", isRail && "sr-only")}>Intellibox</span>
          </Link>
          <Tooltip text={railLabel} keys="[">
            <IconButton
              label={railLabel}
              aria-pressed={isRail}
              className={classNames("max-md:hidden", !isRail && "ms-auto")}
              onClick={onToggleRail}
              icon={<PanelLeft className="size-4" aria-hidden="true" />}
            />
          </Tooltip>
        </div>
        {isOwnerSuperAdmin(session) && (
          <Suspense fallback={null}>
            <TenantSelector className="w-44 min-w-0 max-md:hidden xl:w-52" />
          </Suspense>
        )}
      </div>
      <h1 className="truncate text-base font-semibold text-text max-md:max-w-[46vw] max-md:py-2.5">{title}</h1>
      <div className="flex min-w-0 items-center justify-end gap-2">
        <PaletteButton onClick={onOpenPalette} />
        <ProfileMenu />
      </div>
      {isNarrow && <CompanyLine email={session.user.email} />}
    </header>
  );
}

/** Opens the drawer. It shows the number of unread mails, which is in the drawer otherwise. */
function MenuButton({ isOpen, onToggle }: { isOpen: boolean; onToggle: () => void }) {
  const unread = useUnread();
  return (
    <span className="relative">
      <IconButton
        label={t("Menu")}
        aria-expanded={isOpen}
        aria-haspopup="dialog"
        aria-description={unread > 0 ? t("{count} unread", { count: unread }) : undefined}
        onClick={onToggle}
        icon={<Menu className="size-5" aria-hidden="true" />}
      />
      {unread > 0 && (
        <span
          aria-hidden="true"
          className="pointer-events-none absolute -end-0.5 top-0 rounded-full bg-accent px-1 text-2xs font-semibold text-white"
        >
          {Math.min(unread, 99)}
        </span>
      )}
    </span>
  );
}

/** The company and the user's email in a line of their own, on phones. */
const CompanyLine = ({ email }: { email: string }) => (
  <p className="col-span-full flex min-w-0 items-center justify-center gap-2 px-3 pb-1.5 text-2xs text-text-3">
    <CompanyLabel small className="min-w-0 shrink" />
    <span className="truncate">{email}</span>
  </p>
);

function PaletteButton({ onClick }: { onClick: () => void }) {
  return (
    <button
      type="button"
      onClick={onClick}
      aria-haspopup="dialog"
      className="flex h-control shrink-0 items-center gap-2 rounded-control border border-line-strong bg-subtle px-2.5 text-sm text-text-3 hover:bg-hover hover:text-text-2 max-md:hidden max-lg:w-control max-lg:justify-center max-lg:px-0"
    >
      <Search className="size-4" aria-hidden="true" />
      <span className="max-lg:sr-only">{t("Search or jump to")}</span>
      <KeyCaps keys="mod+k" className="max-lg:hidden" />
    </button>
  );
}
