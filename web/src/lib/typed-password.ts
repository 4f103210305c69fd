/**
 * The temporary password somebody has just signed in with, so that it need not be typed once more to replace it. Held in memory
 * only, for the session that it began.
 */
import { currentSession, watchSession } from "./session/session.ts";

let typed: string | null = null;

export const typedPassword = () => typed;

export function keepTypedPassword(password: string | null) {
  typed = password;
}

// Another tab may end the session, or begin another person's.
watchSession(() => {
  if (!currentSession()?.user.mustChangePassword) typed = null;
});
