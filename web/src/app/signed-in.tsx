import { QueryClientProvider, useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { useLiveConnection } from "#lib/http/live.ts";
import { makeQueryClient } from "#lib/http/query-client.ts";
import { actingTenant, watchActingTenant } from "#lib/session/acting-tenant.ts";
import { useSignedIn } from "#lib/session/session.ts";
import { meQuery } from "#api/auth.ts";
import { Toaster } from "#components/ui/toaster.tsx";
import { AccountNotices } from "#features/account/account-notices.tsx";
import { pageAt } from "./pages.tsx";
import { Shell } from "./shell/shell.tsx";
import { useOutboxNews } from "./shell/use-outbox-news.tsx";

const FirstPassword = lazy(() =>
  import("#features/first-password/first-password-page.tsx").then((m) => ({ default: m.FirstPasswordPage })),
);

const MailClosed = lazy(() => import("#features/account/mail-closed.tsx").then((m) => ({ default: m.MailClosed })));

/** Everything behind the login: the answers of the server, the toasts, and the shell around the page. */
export function SignedIn({ children }: { children: ReactNode }) {
  const [queryClient] = useState(makeQueryClient);

  // What was loaded for one company must not be shown as another's.
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
  // A session without a tenant asks who it is; if that fails the page works with what it has.
  useQuery({ ...meQuery, enabled: tenant === null, retry: false });

  if (user.mustChangePassword) {
    return (
      <Suspense fallback={null}>
        <FirstPassword />
      </Suspense>
    );
  }
  return (
    <>
      <LiveUpdates />
      <Shell notices={<AccountNotices />}>
        <UnlessClosed>{children}</UnlessClosed>
      </Shell>
    </>
  );
}

const mailPages = ["/dashboard", "/compose", "/reply", "/summarize", "/inbox"];

/** Pages with mail give way to a word of what to do, while it is closed. */
function UnlessClosed({ children }: { children: ReactNode }) {
  const { user } = useSignedIn();
  const { pathname } = useLocation();
  return user.mailClosed && mailPages.includes(pageAt(pathname)?.path ?? "") ? <MailClosed /> : children;
}

/** Beside the shell: after a gap everything that is shown is asked for again. */
function LiveUpdates() {
  const cache = useQueryClient();
  useLiveConnection(() => void cache.invalidateQueries());
  useOutboxNews();
  return null;
}
