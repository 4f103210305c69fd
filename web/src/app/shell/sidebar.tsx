import { roleName } from "@intellibox/contract/rules/access";
import { type MenuItem, menuSections } from "@intellibox/contract/rules/menu";
import { useQuery } from "@tanstack/react-query";
import { classNames } from "#lib/class-names.ts";
import { grouped } from "#lib/format.ts";
import { NavLink } from "#lib/router/link.tsx";
import { outboxSummaryQuery } from "#api/own-mail.ts";
import { Skeleton } from "#components/ui/async-states.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Tooltip } from "#components/ui/tooltip.tsx";
import { pageAt } from "#app/pages.tsx";
import { MenuIcon } from "./menu-icon.tsx";
import { useMenu } from "./use-menu.ts";
import { keysOf } from "./use-shell-commands.tsx";

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
  const outbox = useOutboxCount();
  return (
    <>
      <nav aria-label="Main" className="min-h-0 flex-1 overflow-x-hidden overflow-y-auto px-2 pb-2">
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
                    <SidebarLink
                      item={item}
                      isRail={isRail}
                      count={item.key === "outbox" ? outbox : null}
                      onNavigate={onNavigate}
                    />
                  </li>
                ))}
              </ul>
            </section>
          ))}
      </nav>
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
  const preload = () => void pageAt(item.path)?.preload();
  const link = (
    <NavLink
      to={item.path}
      aria-label={isRail ? [item.label, count?.words].filter(Boolean).join(", ") : undefined}
      onClick={onNavigate}
      onPointerEnter={preload}
      onFocus={preload}
      className={({ isActive }) =>
        classNames(
          "group relative flex h-8 items-center gap-2.5 rounded-control px-2.5 text-sm font-medium max-md:h-11 max-md:text-base focus-visible:-outline-offset-2",
          isRail && "w-10 justify-center px-0",
          isActive ? "bg-surface text-text shadow-raised dark:bg-hover" : "text-text-2 hover:bg-hover hover:text-text",
        )
      }
    >
      {({ isActive }) => (
        <>
          <span className={isActive ? "text-accent-text" : "text-text-3 group-hover:text-text-2"}>
            <MenuIcon name={item.icon} className="size-4 shrink-0 max-md:size-[18px]" />
          </span>
          {!isRail && <span className="truncate">{item.label}</span>}
          {count && <OutboxCount {...count} isRail={isRail} />}
        </>
      )}
    </NavLink>
  );
  return (
    <Tooltip
      text={count ? `${item.label}: ${count.words}` : item.label}
      keys={keysOf(item.key)}
      side="right"
      disabled={!isRail}
    >
      {link}
    </Tooltip>
  );
}

type MailCount = { count: number; isBad: boolean; words: string };

/** The number of failed mails, otherwise of waiting ones; null if there are none. */
function useOutboxCount(): MailCount | null {
  const { data } = useQuery(outboxSummaryQuery);
  const { failed = 0, open = 0, failures = [] } = data ?? {};
  // An unconfirmed mail may have been delivered.
  const hasUnconfirmed = failures.some(({ state }) => state === "unconfirmed");
  const failedWords = hasUnconfirmed ? "not sent or unconfirmed" : "not sent";
  if (failed > 0) return { count: failed, isBad: true, words: `${grouped(failed)} ${failedWords}` };
  return open > 0 ? { count: open, isBad: false, words: `${grouped(open)} waiting` } : null;
}

function OutboxCount({ count, isBad, words, isRail }: MailCount & { isRail: boolean }) {
  // In the rail the link's accessible name has the count.
  if (isRail)
    return (
      <span
        aria-hidden="true"
        className={classNames("absolute top-1 right-1 size-2 rounded-full", isBad ? "bg-bad-solid" : "bg-text-3")}
      />
    );
  return (
    <Badge tone={isBad ? "bad" : "neutral"} className="ml-auto">
      <span aria-hidden="true">{grouped(count)}</span>
      <span className="sr-only">{words}</span>
    </Badge>
  );
}

function MenuSkeleton({ isRail }: { isRail: boolean }) {
  return (
    <div role="status" className="appear-late flex flex-col gap-3 px-2.5 pt-2">
      <span className="sr-only">Loading…</span>
      {["w-20", "w-28", "w-24", "w-32", "w-24", "w-28"].map((width, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows keep their order
        <Skeleton key={row} className={classNames("h-4", isRail ? "w-5" : width)} />
      ))}
    </div>
  );
}
