import { type Access, landingPage, may } from "@intellibox/contract/rules/access";
import type { ReactNode } from "react";
import { type Location, Navigate, useLocation } from "#lib/router/router.tsx";
import { hasSignedOut, useSession } from "#lib/session/session.ts";

/** Redirects visitors to the login page, which returns to the requested page after sign-in. */
export function RequireSession({ children }: { children: ReactNode }) {
  const session = useSession();
  const location = useLocation();
  if (session) return children;
  return <Navigate to="/login" replace state={hasSignedOut() ? null : { from: location }} />;
}

/** Redirects users without access to "/", which forwards to their own landing page. */
export function RequireAccess({ access, children }: { access: Access; children: ReactNode }) {
  const session = useSession();
  return session && may(session.user.roleCode, access) ? children : <Navigate to="/" replace />;
}

/** Redirects signed-in users to the page that they requested, or to their landing page. */
export function RequireVisitor({ children }: { children: ReactNode }) {
  const session = useSession();
  const location = useLocation();
  return session ? <Navigate to={destination(location, session.user.roleCode)} replace /> : children;
}

function destination({ state }: Location, role: Parameters<typeof landingPage>[0]) {
  const from = (state as { from?: Partial<Location> } | null)?.from;
  // Only a path of this app: "//host" would lead to another site.
  if (!from?.pathname?.startsWith("/") || from.pathname.startsWith("//")) return landingPage(role);
  return { pathname: from.pathname, search: from.search ?? "", hash: from.hash ?? "" };
}
