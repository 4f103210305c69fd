import { api } from "@intellibox/contract/api";
import { menuOf } from "@intellibox/contract/rules/menu";
import { on } from "#http/route.ts";
import { audit } from "#features/audit/audit.ts";
import { changePassword } from "./change-password.ts";
import { getCurrentSession } from "./current-session.ts";
import { forgotPassword } from "./forgot-password.ts";
import { rememberDevice } from "./known-device.ts";
import { dismissNotice, listNotices } from "./notices.ts";
import { mailOwnLink, readPasswordLink, usePasswordLink } from "./password-links.ts";
import { endSession, refusedRenewal, renewSession } from "./sessions.ts";
import { signIn } from "./sign-in.ts";
import { prove, stepUpPasskeyOptions, waysToProve } from "./step-up.ts";

export const authRoutes = [
  on(api.auth.login, async (visitor, { body, answerWith }) => {
    const session = await signIn(visitor, body);
    answerWith(200, { "set-cookie": rememberDevice(visitor, session.user._id) });
    return session;
  }),
  on(api.auth.refresh, async (visitor, { body }) => {
    // As platform: only the token identifies the session.
    const renewed = await visitor.platformTx((tx) =>
      renewSession(tx, body.refreshToken, { now: visitor.now(), address: visitor.address }),
    );
    if (typeof renewed === "string") throw refusedRenewal();
    return renewed;
  }),
  on(api.auth.logout, async (scope) => {
    const { sessionId, tenantId } = scope.user;
    if (sessionId)
      await scope.tx(async (tx) => {
        await endSession(tx, { tenantId, id: sessionId });
        await audit(tx, scope, { action: "user.signed-out", targetId: scope.user.id, targetName: scope.user.email });
      });
    return { ok: true as const };
  }),
  on(api.auth.forgotPassword, (visitor, { body }) => forgotPassword(visitor, body)),
  on(api.auth.me, getCurrentSession),
  on(api.auth.changePassword, (scope, { body }) => changePassword(scope, body)),
  on(api.stepUp.ways, waysToProve),
  on(api.stepUp.passkeyOptions, stepUpPasskeyOptions),
  on(api.stepUp.prove, (scope, { body }) => prove(scope, body)),
  on(api.account.notices, listNotices),
  on(api.account.dismissNotice, (scope, { params }) => dismissNotice(scope, params.id)),
  on(api.account.sendLink, mailOwnLink),
  on(api.account.readLink, (visitor, { body }) => readPasswordLink(visitor, body.token)),
  on(api.account.useLink, async (visitor, { body, answerWith }) => {
    const session = await usePasswordLink(visitor, body);
    answerWith(200, { "set-cookie": rememberDevice(visitor, session.user._id) });
    return session;
  }),
  on(api.auth.menus, ({ user }) => ({ role: user.role, items: menuOf[user.role] })),
];
