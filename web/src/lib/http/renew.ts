/**
 * Silent renewal: exchanges the refresh token once, however many calls failed together and in however many tabs.
 * Must never log a token.
 */
import { auth } from "@intellibox/contract/endpoints/auth";
import { clearSession, rereadSession, updateSession } from "../session/session.ts";
import { bodyOf, urlOf } from "./request.ts";

let underway: Promise<boolean> | null = null;

/** True when there is a newer token than the one that failed; otherwise the session is over. */
export function renewSession(failedToken: string): Promise<boolean> {
  underway ??= acrossTabs(() => renew(failedToken)).finally(() => {
    underway = null;
  });
  return underway;
}

async function renew(failedToken: string) {
  // While this tab waited for its turn another one may have renewed already, or signed out.
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
  // Absent outside a secure context (plain http on another machine's address).
  navigator.locks ? navigator.locks.request("intellibox.renew", work) : work();
