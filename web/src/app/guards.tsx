import { type Access, landingPage, may } from "@intellibox/contract/rules/access";
import type { ReactNode } from "react";
import { type Location, Navigate, useLocation } from "react-router";
import { hasSignedOut, useSession } from "#lib/session/session.ts";

/** Sends strangers to the login page, which remembers where they wanted to go. */
export function RequireSession({ children }: { children: ReactNode }) {
  const session = useSession();
  const location = useLocation();
  if (session) return children;
  return <Navigate to="/login" replace state={hasSignedOut() ? null : { from: location }} />;
}

/** Sends those who may not be here to the start, which forwards to their own first page. */
export function RequireAccess({ access, children }: { access: Access; children: ReactNode }) {
  const session = useSession();
  return session && may(session.user.roleCode, access) ? children : <Navigate to="/" replace />;
}

/** Whoever is signed in already has no business with the login page: on to where they wanted to go, or begin. */
export function RequireVisitor({ children }: { children: ReactNode }) {
  const session = useSession();
  const location = useLocation();
  return session ? <Navigate to={destination(location, session.user.roleCode)} replace /> : children;
}

function destination({ state }: Location, role: Parameters<typeof landingPage>[0]) {
  const from = (state as { from?: Partial<Location> } | null)?.from;
  // Only a path of this program: the state of a history entry is not to be trusted more than an address.
  if (!from?.pathname?.startsWith("/") || from.pathname.startsWith("//")) return landingPage(role);
  return { pathname: from.pathname, search: from.search ?? "", hash: from.hash ?? "" };
}
