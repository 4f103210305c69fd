import { t } from "@intellibox/contract/text/t";
import { useQueryErrorResetBoundary } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { pressKey } from "#lib/hooks/shortcuts.ts";
import { usePreload } from "#lib/hooks/use-preload.ts";
import { ApiError } from "#lib/http/api-error.ts";
import { useLocation, useNavigationType } from "#lib/router/router.tsx";
import { textEntry } from "#lib/storage.ts";
import { Failed, PageSkeleton } from "#components/ui/async-states.tsx";
import { Confirm } from "#components/ui/confirm.tsx";
import { ErrorBoundary } from "#components/ui/error-boundary.tsx";
import { preloadModal } from "#components/ui/modal.tsx";
import { ErrorScreen } from "#app/error-screen.tsx";
import { pageAt } from "#app/pages.tsx";
import { Sidebar } from "./sidebar.tsx";
import { TopBar } from "./top-bar.tsx";
import { useNarrow } from "./use-narrow.ts";
import { usePopup } from "./use-popup.ts";
import { useShellCommands } from "./use-shell-commands.tsx";
import { useTitle } from "./use-title.ts";

const Drawer = lazy(() => import("./drawer.tsx").then((m) => ({ default: m.Drawer })));
const loadPalette = () => import("./command-palette.tsx");
const CommandPalette = lazy(() => loadPalette().then((m) => ({ default: m.CommandPalette })));
const ShortcutList = lazy(() => import("./shortcut-list.tsx").then((m) => ({ default: m.ShortcutList })));

const railEntry = textEntry("intellibox.sidebar");

/** The frame around every signed-in page: top bar, sidebar and one panel. The document never scrolls, only its regions do. */
export function Shell({ notices, children }: { notices: ReactNode; children: ReactNode }) {
  const [isRail, setIsRail] = useState(() => railEntry.read() === "rail");
  const { popup, open, close } = usePopup<"drawer" | "palette" | "keys">();
  const hasDrawer = useNarrow();
  const { pathname } = useLocation();
  const title = pageAt(pathname)?.title ?? "Intellibox";

  // A wide screen has no drawer. Without this it would be open again once the window is narrow.
  if (popup === "drawer" && !hasDrawer) close();

  const toggleRail = () => {
    setIsRail(!isRail);
    railEntry.write(isRail ? "wide" : "rail");
  };
  useShellCommands({ toggleRail, openPalette: () => open("palette"), openKeys: () => open("keys") });
  usePreload(preloadModal);
  usePreload(loadPalette);
  usePreload(Confirm.preload);
  useEffect(() => {
    document.addEventListener("keydown", pressKey);
    return () => document.removeEventListener("keydown", pressKey);
  }, []);
  useTitle(title);

  return (
    <div className="grid h-dvh grid-rows-[auto_minmax(0,1fr)] overflow-hidden md:grid-cols-[auto_minmax(0,1fr)]">
      <a
        href="#main"
        className="fixed top-2 start-2 z-90 -translate-y-20 rounded-control bg-accent px-3 py-2 text-sm font-medium text-white focus-visible:translate-y-0"
      >
        {t("Skip to content")}
      </a>
      <TopBar
        title={title}
        isRail={isRail}
        isDrawerOpen={popup === "drawer"}
        onToggleRail={toggleRail}
        onToggleDrawer={() => (popup === "drawer" ? close() : open("drawer"))}
        onOpenPalette={() => open("palette")}
      />
      <Sidebar isRail={isRail} />
      <Main title={title} notices={notices}>
        {children}
      </Main>
      {/* A dialog counts as open while its code loads: what is typed meanwhile must not act on the page. */}
      <Suspense fallback={popup && <div role="dialog" aria-label={t("Loading…")} aria-busy="true" data-open="" />}>
        {hasDrawer && <Drawer open={popup === "drawer"} onClose={close} />}
        {popup === "palette" && <CommandPalette onClose={close} />}
        {popup === "keys" && <ShortcutList onClose={close} />}
      </Suspense>
    </div>
  );
}

type MainProps = { title: string; notices: ReactNode; children: ReactNode };

function Main({ title, notices, children }: MainProps) {
  const { pathname, hash, key } = useLocation();
  const navigation = useNavigationType();
  const main = useRef<HTMLElement>(null);
  const { reset } = useQueryErrorResetBoundary();

  // Every navigation scrolls to the top of the page, or to the anchor in the URL.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` changes with every navigation
  useEffect(() => {
    const anchor = hash && document.getElementById(decodeURIComponent(hash.slice(1)));
    if (anchor) anchor.scrollIntoView();
    else
      for (const region of [main.current, ...(main.current?.querySelectorAll("[data-scrolls]") ?? [])])
        region?.scrollTo(0, 0);
  }, [pathname, hash, key, navigation]);

  return (
    <main
      id="main"
      ref={main}
      tabIndex={-1}
      aria-label={title}
      className="relative flex min-h-0 flex-col overflow-y-auto bg-surface outline-none max-md:col-span-full md:me-2 md:mb-2 md:rounded-panel md:shadow-panel"
    >
      {notices}
      {/* The notices take their height from the page, whose lower edge would be cut otherwise. */}
      <div className="min-h-0 flex-1">
        <ErrorBoundary
          key={pathname}
          onRetry={reset}
          fallback={(error, retry) =>
            error instanceof ApiError ? (
              <Failed message={error.message} onRetry={retry} />
            ) : (
              <ErrorScreen error={error} />
            )
          }
        >
          <Suspense key={pathname} fallback={<PageSkeleton />}>
            {children}
          </Suspense>
        </ErrorBoundary>
      </div>
    </main>
  );
}
