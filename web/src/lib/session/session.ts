/**
 * Who is signed in, kept in local storage so that a reload and other tabs know it too.
 * The tokens are read here and in `api.ts`; nothing else may hold or print them.
 */

import type { ResponseOf } from "@intellibox/contract/endpoint";
import type { auth } from "@intellibox/contract/endpoints/auth";
import { type Role, roles } from "@intellibox/contract/rules/access";
import { useSyncExternalStore } from "react";
import { jsonEntry, textEntry } from "../storage.ts";

type Answer = ResponseOf<typeof auth.login>;
export type SessionUser = Omit<Answer["user"], "createdAt">;
export type SessionTenant = NonNullable<Answer["tenant"]>;
export type Session = { token: string; refreshToken: string; user: SessionUser; tenant: SessionTenant | null };

const entry = jsonEntry<Session>("intellibox.session", (found) => (isSession(found) ? found : null));
/** The specification asks for the bare token under a name of its own. */
const tokenEntry = textEntry("token");

let current = entry.read();
let hasLeft = false;
const listeners = new Set<() => void>();

export const currentSession = () => current;
/** True after a sign-out, here or in another tab: then the page that was open is not for the next person to return to. */
export const hasSignedOut = () => hasLeft;

export function saveSession(session: Session) {
  entry.write(session);
  tokenEntry.write(session.token);
  hasLeft = false;
  change(session);
}

/** Changes parts of the session; does nothing once signed out, so that a late answer cannot sign anyone in again. */
export function updateSession(parts: Partial<Session>) {
  if (current) saveSession({ ...current, ...parts });
}

/** Ends the session: because someone signs out, or because it `expired`. */
export function clearSession({ expired = false } = {}) {
  entry.clear();
  tokenEntry.clear();
  hasLeft = !expired;
  change(null);
}

/** Reads again what another tab may have written since. */
export function rereadSession() {
  const stored = entry.read();
  if (stored?.token !== current?.token) change(stored);
  return current;
}

export function watchSession(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const useSession = () => useSyncExternalStore(watchSession, currentSession);

/** For parts that only exist behind the session guard. */
export function useSignedIn(): Session {
  const session = useSession();
  if (!session) throw new Error("This part of the program is shown to signed-in users only");
  return session;
}

export const isOwnerSuperAdmin = ({ user }: Session) => user.roleCode === "SUPER_ADMIN" && user.tenantIsOwner;

addEventListener("storage", (event) => {
  // A null key means that the other tab cleared everything.
  if (event.key === "intellibox.session" || event.key === null) takeStored();
});

// A page that comes back as it was left was told nothing of what other tabs did meanwhile.
addEventListener("pageshow", ({ persisted }) => {
  if (persisted && entry.read()?.token !== current?.token) takeStored();
});

function takeStored() {
  const next = entry.read();
  hasLeft = next === null;
  change(next);
}

function change(next: Session | null) {
  current = next;
  for (const listener of listeners) listener();
}

function isSession(found: unknown): found is Session {
  const session = found as Partial<Session> | null;
  return (
    typeof session?.token === "string" &&
    typeof session.refreshToken === "string" &&
    typeof session.user?.email === "string" &&
    roles.includes(session.user.roleCode as Role)
  );
}
