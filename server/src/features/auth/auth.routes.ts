import { api } from "@intellibox/contract/api";
import { menuOf } from "@intellibox/contract/rules/menu";
import { on } from "#http/route.ts";
import { changePassword } from "./change-password.ts";
import { getCurrentSession } from "./current-session.ts";
import { forgotPassword } from "./forgot-password.ts";
import { rememberDevice } from "./known-device.ts";
import { dismissNotice, listNotices } from "./notices.ts";
import { mailOwnLink, readPasswordLink, usePasswordLink } from "./password-links.ts";
import { endSession, refusedRenewal, renewSession } from "./sessions.ts";
import { signIn } from "./sign-in.ts";

export const authRoutes = [
  on(api.auth.login, async (visitor, { body, answerWith }) => {
    const session = await signIn(visitor, body);
    answerWith(200, { "set-cookie": rememberDevice(visitor, session.user._id) });
    return session;
  }),
  on(api.auth.refresh, async (visitor, { body }) => {
    // As platform: only the token identifies the session.
    const renewed = await visitor.platformTx((tx) => renewSession(tx, body.refreshToken, visitor.now()));
    if (typeof renewed === "string") throw refusedRenewal();
    return renewed;
  }),
  on(api.auth.logout, async (scope) => {
    const { sessionId, tenantId } = scope.user;
    if (sessionId) await scope.tx((tx) => endSession(tx, { tenantId, id: sessionId }));
    return { ok: true as const };
  }),
  on(api.auth.forgotPassword, (visitor, { body }) => forgotPassword(visitor, body)),
  on(api.auth.me, getCurrentSession),
  on(api.auth.changePassword, (scope, { body }) => changePassword(scope, body)),
  on(api.account.notices, listNotices),
  on(api.account.dismissNotice, (scope, { params }) => dismissNotice(scope, params.id)),
  on(api.account.sendLink, mailOwnLink),
  on(api.account.readLink, (visitor, { body }) => readPasswordLink(visitor, body.token)),
  on(api.account.useLink, (visitor, { body }) => usePasswordLink(visitor, body)),
  on(api.auth.menus, ({ user }) => ({ role: user.role, items: menuOf[user.role] })),
];
