/**
 * The signed-in session, kept in local storage for reloads and other tabs.
 * Only `lib/http` and this file read the tokens; nothing may log them.
 */

import type { ResponseOf } from "@intellibox/contract/endpoint";
import type { auth } from "@intellibox/contract/endpoints/auth";
import { type Role, roles } from "@intellibox/contract/rules/access";
import { useSyncExternalStore } from "react";
import { jsonEntry, textEntry } from "../storage.ts";

type LoginResponse = ResponseOf<typeof auth.login>;
export type SessionUser = Omit<LoginResponse["user"], "createdAt">;
export type SessionTenant = NonNullable<LoginResponse["tenant"]>;
export type Session = { token: string; refreshToken: string; user: SessionUser; tenant: SessionTenant | null };

const entry = jsonEntry<Session>("intellibox.session", (found) => (isSession(found) ? found : null));
/** The specification requires an entry with the token alone. */
const tokenEntry = textEntry("token");
/** Written by `public/early-calls.js`. */
const earlyCallsEntry = textEntry("intellibox.early-calls");

let current = entry.read();
let hasLeft = false;
const listeners = new Set<() => void>();

export const currentSession = () => current;
/** True after a sign-out, here or in another tab. The next user must not return to the page that was open. */
export const hasSignedOut = () => hasLeft;

export function saveSession(session: Session) {
  entry.write(session);
  tokenEntry.write(session.token);
  hasLeft = false;
  change(session);
}

/** Changes parts of the session. Does nothing after sign-out, so that a late response cannot sign the user in again. */
export function updateSession(parts: Partial<Session>) {
  if (current) saveSession({ ...current, ...parts });
}

/** Ends the session, by sign-out or because it `expired`. */
export function clearSession({ expired = false } = {}) {
  entry.clear();
  tokenEntry.clear();
  earlyCallsEntry.clear();
  hasLeft = !expired;
  change(null);
}

/** Reads the session again, which another tab may have changed. */
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

/** For components behind the session guard. */
export function useSignedIn(): Session {
  const session = useSession();
  if (!session) throw new Error("useSignedIn is used outside the session guard");
  return session;
}

export const isOwnerSuperAdmin = ({ user }: Session) => user.roleCode === "SUPER_ADMIN" && user.tenantIsOwner;

addEventListener("storage", (event) => {
  // A null key means that the other tab cleared everything.
  if (event.key === "intellibox.session" || event.key === null) takeStored();
});

// A page in the back/forward cache gets no storage events.
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
