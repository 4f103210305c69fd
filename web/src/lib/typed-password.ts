/**
 * The temporary password of the current sign-in, so that the user need not type it again to replace it. Held in memory only, for
 * that session.
 */
import { currentSession, watchSession } from "./session/session.ts";

let typed: string | null = null;

export const typedPassword = () => typed;

export function keepTypedPassword(password: string | null) {
  typed = password;
}

// Another tab may end the session, or start that of another user.
watchSession(() => {
  if (!currentSession()?.user.mustChangePassword) typed = null;
});
