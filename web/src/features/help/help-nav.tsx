import { t } from "@intellibox/contract/text/t";
import { classNames } from "#lib/class-names.ts";
import type { GuidePage } from "#lib/guide-nodes.ts";
import { Link } from "#lib/router/link.tsx";
import { helpPlaces } from "./help-places.ts";

type HelpNavProps = { pages: readonly GuidePage[]; shown: string };
type Entry = { label: string; path: string };

/** The pages by group: a column on wide screens, folded into one line on others. */
export function HelpNav({ pages, shown }: HelpNavProps) {
  return (
    <>
      <nav
        aria-label={t("Pages of the guide")}
        className="sticky top-14 h-[calc(100dvh-3.5rem)] w-64 shrink-0 overflow-y-auto border-e border-line px-4 py-6 max-lg:hidden"
      >
        <Groups pages={pages} shown={shown} />
      </nav>
      {/* Opening another page folds it again. */}
      <details key={shown} className="border-b border-line px-4 py-2 lg:hidden">
        <summary className="flex min-h-target items-center text-base font-medium pointer-coarse:min-h-11">
          {t("All pages")}
        </summary>
        <nav aria-label={t("All pages of the guide")} className="pb-3">
          <Groups pages={pages} shown={shown} />
        </nav>
      </details>
    </>
  );
}

function Groups({ pages, shown }: HelpNavProps) {
  const groups = Map.groupBy(pages, ({ group }) => group);
  const entries = (list: readonly GuidePage[]) =>
    list.map(({ slug, title }) => ({ label: title, path: `/help/${slug}` }));
  return [...groups].map(([title, list], index) => (
    <div key={title} className="mb-5">
      <p className="mb-1 px-2.5 text-xs font-medium text-text-3">{title}</p>
      <ul className="flex flex-col gap-0.5">
        {/* The news come from the changelog, so they are no page of the guide. They stand with Terms and Privacy. */}
        {[...(index === groups.size - 1 ? [helpPlaces.news] : []), ...entries(list)].map((entry) => (
          <NavLink key={entry.path} entry={entry} isShown={entry.path === `/help/${shown}`} />
        ))}
      </ul>
    </div>
  ));
}

const NavLink = ({ entry: { label, path }, isShown }: { entry: Entry; isShown: boolean }) => (
  <li>
    <Link
      to={path}
      aria-current={isShown ? "page" : undefined}
      className={classNames(
        "flex min-h-8 items-center rounded-control px-2.5 py-1 text-sm pointer-coarse:min-h-11",
        isShown ? "bg-selected font-medium text-accent-text" : "text-text-2 hover:bg-hover hover:text-text",
      )}
    >
      {label}
    </Link>
  </li>
);
