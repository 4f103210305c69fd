import { QueryClientProvider, useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { actingTenant, watchActingTenant } from "#lib/acting-tenant.ts";
import { useLiveConnection } from "#lib/live.ts";
import { makeQueryClient } from "#lib/query-client.ts";
import { useSignedIn } from "#lib/session.ts";
import { meQuery } from "#api/auth.ts";
import { Toaster } from "#components/toaster.tsx";
import { Shell } from "./shell/shell.tsx";
import { useOutboxNews } from "./shell/use-outbox-news.tsx";

const FirstPassword = lazy(() =>
  import("#features/first-password/first-password-page.tsx").then((m) => ({ default: m.FirstPasswordPage })),
);

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
      <Shell>{children}</Shell>
    </>
  );
}

/** Beside the shell: after a gap everything that is shown is asked for again. */
function LiveUpdates() {
  const cache = useQueryClient();
  useLiveConnection(() => void cache.invalidateQueries());
  useOutboxNews();
  return null;
}
