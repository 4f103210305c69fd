import { QueryClientProvider, useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { useLiveConnection } from "#lib/http/live.ts";
import { makeQueryClient } from "#lib/http/query-client.ts";
import { actingTenant, watchActingTenant } from "#lib/session/acting-tenant.ts";
import { followProfile } from "#lib/session/page-language.ts";
import { useSignedIn } from "#lib/session/session.ts";
import { meQuery } from "#api/auth.ts";
import { useLiveFolders } from "#api/inbox-live.ts";
import { loadedLater, untilLoaded } from "#components/ui/loaded-later.tsx";
import { Toaster } from "#components/ui/toaster.tsx";
import { AccountNotices } from "#features/account/account-notices.tsx";
import { Shell } from "./shell/shell.tsx";
import { useOutboxNews } from "./shell/use-outbox-news.tsx";
import { UnlessMailClosed } from "./unless-mail-closed.tsx";

const FirstPassword = lazy(() =>
  import("#features/first-password/first-password-page.tsx").then((m) => ({ default: m.FirstPasswordPage })),
);

const UnlessFactorWanted = loadedLater(() => import("./unless-factor-wanted.tsx").then((m) => m.UnlessFactorWanted));

const AppNews = loadedLater(untilLoaded(() => import("./app-news.tsx").then((m) => m.AppNews)));

/** Everything behind the login: the query cache, the toasts, and the shell around the page. */
export function SignedIn({ children }: { children: ReactNode }) {
  const [queryClient] = useState(makeQueryClient);

  // Data of one company must not be shown as another's.
  useEffect(() => {
    let id = actingTenant()?.id;
    return watchActingTenant(() => {
      const changed = id !== undefined && id !== actingTenant()?.id;
      id = actingTenant()?.id;
      if (changed)
        void queryClient.resetQueries({
          predicate: ({ queryKey }) => !["menus", "me"].includes(String(queryKey[0])) && queryKey[1] !== "options",
        });
    });
  }, [queryClient]);

  return (
    <QueryClientProvider client={queryClient}>
      <ShellOrFirstPassword>{children}</ShellOrFirstPassword>
      <Toaster />
    </QueryClientProvider>
  );
}

function ShellOrFirstPassword({ children }: { children: ReactNode }) {
  const { user, tenant } = useSignedIn();
  useEffect(() => followProfile(user.language), [user.language]);
  // A stored session may lack its tenant, which is then fetched. If that fails, the page works without it.
  useQuery({ ...meQuery, enabled: tenant === null, retry: false });

  if (user.mustChangePassword) {
    return (
      <Suspense fallback={null}>
        <FirstPassword />
      </Suspense>
    );
  }
  const page = (
    <>
      <LiveUpdates />
      <Shell notices={notices}>
        <UnlessMailClosed>{children}</UnlessMailClosed>
      </Shell>
    </>
  );
  // A session that was stored by an earlier version has no state.
  return (user.factor ?? "fine") === "fine" ? page : <UnlessFactorWanted>{page}</UnlessFactorWanted>;
}

const notices = (
  <>
    <AppNews />
    <AccountNotices />
  </>
);

/** Keeps the live connection. After a gap in its events everything on the screen is refetched. */
function LiveUpdates() {
  const cache = useQueryClient();
  useLiveConnection(() => void cache.invalidateQueries());
  useOutboxNews();
  useLiveFolders();
  return null;
}
