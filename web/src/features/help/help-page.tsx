import { landingPage } from "@intellibox/contract/rules/access";
import { t } from "@intellibox/contract/text/t";
import { Search } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { Link } from "#lib/router/link.tsx";
import { Navigate, useLocation, useSearchParams } from "#lib/router/router.tsx";
import { useSession } from "#lib/session/session.ts";
import { Logo } from "#components/ui/logo.tsx";
import { GuideArticle } from "./guide-article.tsx";
import { GuideContents } from "./guide-contents.tsx";
import { GuideResults } from "./guide-results.tsx";
import { HelpNav } from "./help-nav.tsx";
import { helpPlaces } from "./help-places.ts";
import { NewsPage } from "./news-page.tsx";
import { OperatorCard } from "./operator-card.tsx";
import { pages } from "virtual:guide";

/** The guide, the news, Terms and Privacy, below `/help`. Visitors may read them, so the page has a frame of its own. */
export function HelpPage() {
  const { pathname } = useLocation();
  const [params, setParams] = useSearchParams();
  const query = params.get("q") ?? "";
  const slug = pathname.toLowerCase().replace(/^\/help\/?|\/+$/g, "");
  const content = contentAt(slug);
  useArrival(pathname);
  if (!content) return <Navigate to="/help" replace />;
  return (
    <div className="min-h-dvh bg-surface">
      <header className="sticky top-0 z-10 flex h-14 items-center gap-3 border-b border-line bg-surface px-4 md:px-6">
        <Link to="/help" className="flex shrink-0 items-center gap-2.5 rounded-control text-md font-semibold">
          <Logo />
          <span className="max-md:sr-only">Intellibox</span> {t("Help")}
        </Link>
        <label className="mx-auto flex h-control w-full max-w-[420px] min-w-0 items-center gap-2 rounded-control border border-control bg-surface px-2.5 focus-within:border-focus dark:bg-subtle">
          <Search className="size-4 shrink-0 text-text-3" aria-hidden="true" />
          <span className="sr-only">{t("Search the guide")}</span>
          <input
            type="search"
            value={query}
            maxLength={100}
            placeholder={t("Search the guide")}
            onChange={({ target }) => setParams(target.value ? { q: target.value } : {}, { replace: true })}
            className="h-full min-w-0 flex-1 bg-transparent text-field outline-none"
          />
        </label>
        <WayBack />
      </header>
      <div className="mx-auto flex max-w-[1320px] max-lg:flex-col">
        <HelpNav pages={pages} shown={slug} />
        <main className="min-w-0 flex-1 px-4 py-6 md:px-8 lg:py-8">
          {query.trim() ? <GuideResults pages={pages} query={query} /> : content}
        </main>
      </div>
    </div>
  );
}

function contentAt(slug: string): ReactNode {
  if (slug === "") return <GuideContents pages={pages} />;
  if (helpPlaces.news.path === `/help/${slug}`) return <NewsPage />;
  const page = pages.find((one) => one.slug === slug);
  const isLegal = slug === "terms" || slug === "privacy";
  return page && <GuideArticle page={page}>{isLegal && <OperatorCard />}</GuideArticle>;
}

/** The way to the product: back to the first page, or to the login page. */
function WayBack() {
  const session = useSession();
  const words = session ? t("Back to Intellibox") : t("Sign in");
  return (
    <Link
      aria-label={words}
      to={session ? landingPage(session.user.roleCode) : "/login"}
      className="shrink-0 rounded-control px-2 py-1.5 text-sm font-medium text-text-2 hover:bg-hover hover:text-text"
    >
      <span className={session ? "max-md:hidden" : ""}>{words}</span>
      {session && <span className="md:hidden">{t("Back")}</span>}
    </Link>
  );
}

/** Scrolls to the anchor or to the top of each opened page. The focus moves to its title, so that screen readers say it. */
function useArrival(pathname: string) {
  const { hash, key } = useLocation();
  const before = useRef(pathname);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` changes with every navigation
  useEffect(() => {
    const anchor = hash && document.getElementById(decodeURIComponent(hash.slice(1)));
    if (anchor) anchor.scrollIntoView();
    else if (before.current !== pathname) {
      scrollTo(0, 0);
      document.querySelector<HTMLElement>("h1")?.focus({ preventScroll: true });
    }
    before.current = pathname;
  }, [pathname, hash, key]);
}
