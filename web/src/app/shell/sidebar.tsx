import { roleName } from "@intellibox/contract/rules/access";
import { type MenuItem, menuSections } from "@intellibox/contract/rules/menu";
import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { classNames } from "#lib/class-names.ts";
import { endSide } from "#lib/direction.ts";
import { grouped } from "#lib/format.ts";
import { Link } from "#lib/router/link.tsx";
import { useLocation } from "#lib/router/router.tsx";
import { useSignedIn } from "#lib/session/session.ts";
import { outboxSummaryQuery } from "#api/own-mail.ts";
import { Skeleton } from "#components/ui/async-states.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { loadedLater, untilLoaded } from "#components/ui/loaded-later.tsx";
import { Tooltip } from "#components/ui/tooltip.tsx";
import { pageAt } from "#app/pages.tsx";
import { shownPlace } from "#features/inbox/folders/places.ts";
import { MenuIcon } from "./menu-icon.tsx";
import { useMenu } from "./use-menu.ts";
import { keysOf } from "./use-shell-commands.tsx";
import { useUnread } from "./use-title.ts";

const MailPlaces = loadedLater(
  untilLoaded(() => import("#features/inbox/folders/mail-places.tsx").then((m) => m.MailPlaces)),
);

const HelpMenu = loadedLater(untilLoaded(() => import("#features/help/help-menu.tsx").then((m) => m.HelpMenu)));

/** The pages that are places of mail. On the others the menu stays short. */
const placePages = ["/inbox", "/outbox"];

/** The sidebar beside the panel, wide or as a rail of icons. On phones the drawer shows the same content. */
export function Sidebar({ isRail }: { isRail: boolean }) {
  return (
    <div className={classNames("flex min-h-0 flex-col max-md:hidden", isRail ? "w-14" : "w-[236px]")}>
      <SidebarContent isRail={isRail} />
    </div>
  );
}

export function SidebarContent({ isRail = false, onNavigate }: { isRail?: boolean; onNavigate?: () => void }) {
  const menu = useMenu();
  const counts: Record<string, MailCount | null> = { inbox: useUnreadCount(), outbox: useOutboxCount() };
  const { pathname } = useLocation();
  const { mailClosed } = useSignedIn().user;
  return (
    <>
      <nav aria-label={t("Main")} className="min-h-0 flex-1 overflow-x-hidden overflow-y-auto px-2 pb-2">
        {!menu && <MenuSkeleton isRail={isRail} />}
        {menu &&
          menuSections(menu.items).map((section) => (
            <section key={section.title} aria-label={section.title} className="mb-3 md:mb-4">
              <h2
                className={classNames(
                  "flex h-7 items-center px-2.5 text-xs font-medium text-text-3",
                  isRail && "sr-only",
                )}
              >
                {section.title}
              </h2>
              <ul className="flex flex-col gap-0.5">
                {section.items.map((item) => (
                  <li key={item.key}>
                    <SidebarLink item={item} isRail={isRail} count={counts[item.key] ?? null} onNavigate={onNavigate} />
                    {item.key === "inbox" && placePages.includes(pathname) && !mailClosed && (
                      <MailPlaces isRail={isRail} onNavigate={onNavigate} />
                    )}
                  </li>
                ))}
              </ul>
            </section>
          ))}
      </nav>
      <div className="flex min-h-8 shrink-0 px-2 max-md:min-h-11">
        <HelpMenu isRail={isRail} onNavigate={onNavigate} />
      </div>
      <footer
        className={classNames(
          "flex shrink-0 items-center gap-2 py-3 whitespace-nowrap text-text-3",
          isRail ? "justify-center text-2xs" : "justify-between px-4.5 text-xs",
        )}
      >
        <span>© {new Date().getFullYear()}</span>
        {!isRail && <span className="truncate">{menu ? roleName(menu.role) : ""}</span>}
      </footer>
    </>
  );
}

type SidebarLinkProps = {
  item: MenuItem;
  isRail: boolean;
  count: MailCount | null;
  onNavigate?: (() => void) | undefined;
};

function SidebarLink({ item, isRail, count, onNavigate }: SidebarLinkProps) {
  const isShown = useIsShown(item);
  const countId = useId();
  const preload = () => void pageAt(item.path)?.preload();
  const keys = keysOf(item.key);
  // The one thing that every page offers to do.
  const isMain = item.key === "compose";
  return (
    <Tooltip
      text={count ? t("{label}: {count}", { label: item.label, count: count.words }) : item.label}
      keys={keys}
      side={endSide()}
      disabled={!isRail && !keys}
    >
      <span className="group relative flex">
        <Link
          to={item.path}
          aria-label={isRail ? item.label : undefined}
          aria-current={isShown ? "page" : undefined}
          aria-describedby={count ? countId : undefined}
          onClick={onNavigate}
          onPointerEnter={preload}
          onFocus={preload}
          className={classNames(
            "flex h-8 min-w-0 flex-1 items-center gap-2.5 rounded-control px-2.5 text-sm font-medium max-md:h-11 max-md:text-base focus-visible:-outline-offset-2",
            isRail && "max-w-10 justify-center px-0",
            isMain && "bg-accent text-white shadow-raised hover:bg-accent-hover",
            !isMain && isShown && "bg-surface text-text shadow-raised dark:bg-hover",
            !isMain && !isShown && "text-text-2 hover:bg-hover hover:text-text",
          )}
        >
          <span className={isMain ? "" : isShown ? "text-accent-text" : "text-text-3 group-hover:text-text-2"}>
            <MenuIcon name={item.icon} className="size-4 shrink-0 max-md:size-[18px]" />
          </span>
          {!isRail && <span className={classNames("truncate", count && "pe-9")}>{item.label}</span>}
        </Link>
        {count && <Count id={countId} {...count} isRail={isRail} />}
      </span>
    </Tooltip>
  );
}

/** The Inbox is shown unless one of its places is, which then is marked instead. */
function useIsShown({ key, path }: MenuItem) {
  const { pathname, search } = useLocation();
  const isPage = pathname === path || pathname.startsWith(`${path}/`);
  const place = shownPlace({ pathname, search });
  return isPage && (key === "inbox" || key === "outbox" ? place === "" || place === "inbox" : true);
}

type MailCount = { count: number; look: "quiet" | "waiting" | "bad"; words: string };

/** The unread mail in the inbox; null if there is none. */
function useUnreadCount(): MailCount | null {
  const count = useUnread();
  return count > 0 ? { count, look: "quiet", words: t("{count} unread", { count }) } : null;
}

/** The number of failed mails, otherwise of waiting ones; null if there are none. */
function useOutboxCount(): MailCount | null {
  const { data } = useQuery(outboxSummaryQuery);
  const { failed = 0, open = 0, failures = [] } = data ?? {};
  // An unconfirmed mail may have been delivered.
  const hasUnconfirmed = failures.some(({ state }) => state === "unconfirmed");
  if (failed > 0) {
    const words = hasUnconfirmed
      ? t("{count} not sent or unconfirmed", { count: failed })
      : t("{count} not sent", { count: failed });
    return { count: failed, look: "bad", words };
  }
  return open > 0 ? { count: open, look: "waiting", words: t("{count} waiting", { count: open }) } : null;
}

/** Beside the link, which it describes: the link keeps its name. */
function Count({ id, count, look, words, isRail }: MailCount & { id: string; isRail: boolean }) {
  const dots = { quiet: "bg-accent", waiting: "bg-text-3", bad: "bg-bad-solid" };
  return (
    <span className="pointer-events-none absolute inset-y-0 end-2.5 flex items-center">
      <span id={id} className="sr-only">
        {words}
      </span>
      {isRail && (
        <span aria-hidden="true" className={classNames("absolute top-1 -end-1 size-2 rounded-full", dots[look])} />
      )}
      {!isRail && look === "quiet" && (
        <span aria-hidden="true" className="text-xs font-semibold text-accent-text tabular-nums">
          {grouped(count)}
        </span>
      )}
      {!isRail && look !== "quiet" && (
        <Badge tone={look === "bad" ? "bad" : "neutral"}>
          <span aria-hidden="true">{grouped(count)}</span>
        </Badge>
      )}
    </span>
  );
}

function MenuSkeleton({ isRail }: { isRail: boolean }) {
  return (
    <div role="status" className="appear-late flex flex-col gap-3 px-2.5 pt-2">
      <span className="sr-only">{t("Loading…")}</span>
      {["w-20", "w-28", "w-24", "w-32", "w-24", "w-28"].map((width, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows keep their order
        <Skeleton key={row} className={classNames("h-4", isRail ? "w-5" : width)} />
      ))}
    </div>
  );
}
