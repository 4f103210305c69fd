/**
 * Renews the session: exchanges the refresh token once, however many calls failed together, also in several tabs.
 * Must never log a token.
 */
import { auth } from "@intellibox/contract/endpoints/auth";
import { clearSession, rereadSession, updateSession } from "../session/session.ts";
import { bodyOf, urlOf } from "./request.ts";

let underway: Promise<boolean> | null = null;

/** True if there is a newer token than the failed one; otherwise the session has ended. */
export function renewSession(failedToken: string): Promise<boolean> {
  underway ??= acrossTabs(() => renew(failedToken)).finally(() => {
    underway = null;
  });
  return underway;
}

async function renew(failedToken: string) {
  // Another tab may have renewed or signed out while this one waited for the lock.
  const session = rereadSession();
  if (!session) return false;
  if (session.token !== failedToken) return true;

  const input = { body: { refreshToken: session.refreshToken } };
  const answer = await fetch(urlOf(auth.refresh, input), {
    method: auth.refresh.method,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(bodyOf(input)),
  });
  if (answer.status >= 500 || answer.status === 429) throw new Error(`HTTP ${answer.status}`);
  const tokens = auth.refresh.response.safeParse(await answer.json().catch(() => null));
  if (answer.ok && tokens.success) {
    updateSession(tokens.data);
    return true;
  }
  clearSession({ expired: true });
  return false;
}

const acrossTabs = (work: () => Promise<boolean>): Promise<boolean> =>
  // Missing outside a secure context (http on another machine's address).
  navigator.locks ? navigator.locks.request("intellibox.renew", work) : work();
