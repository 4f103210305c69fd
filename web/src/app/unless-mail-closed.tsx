import { lazy, type ReactNode, Suspense } from "react";
import { useLocation } from "#lib/router/router.tsx";
import { useSignedIn } from "#lib/session/session.ts";
import { pageAt } from "./pages.tsx";

const MailClosed = lazy(() => import("#features/account/mail-closed.tsx").then((m) => ({ default: m.MailClosed })));

/** The pages whose calls the server refuses while the user's mail is closed. */
const mailPages = ["/dashboard", "/compose", "/reply", "/summarize", "/inbox", "/outbox", "/sent", "/templates"];

/** Replaces pages with mail by an explanation while the user's mail is closed. */
export function UnlessMailClosed({ children }: { children: ReactNode }) {
  const { user } = useSignedIn();
  const { pathname } = useLocation();
  if (!user.mailClosed || !mailPages.includes(pageAt(pathname)?.path ?? "")) return children;
  return (
    <Suspense fallback={null}>
      <MailClosed />
    </Suspense>
  );
}
