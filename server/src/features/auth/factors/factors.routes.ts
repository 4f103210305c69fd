import { api } from "@intellibox/contract/api";
import { on } from "#http/route.ts";
import { rememberDevice } from "../known-device.ts";
import {
  addPasskey,
  addTotp,
  listFactors,
  newPasskeyOptions,
  removePasskey,
  removeTotp,
  renamePasskey,
  renewRecoveryCodes,
  startTotp,
} from "./own-factors.ts";
import { passkeySignIn, passkeySignInOptions } from "./passkey-sign-in.ts";
import { finishSecondStep, secondStepPasskeyOptions } from "./second-step.ts";

export const factorRoutes = [
  on(api.factors.list, listFactors),
  on(api.factors.startTotp, startTotp),
  on(api.factors.addTotp, (scope, { body }) => addTotp(scope, body)),
  on(api.factors.removeTotp, removeTotp),
  on(api.factors.passkeyOptions, newPasskeyOptions),
  on(api.factors.addPasskey, (scope, { body }) => addPasskey(scope, body)),
  on(api.factors.renamePasskey, (scope, { params, body }) => renamePasskey(scope, params.id, body)),
  on(api.factors.removePasskey, (scope, { params }) => removePasskey(scope, params.id)),
  on(api.factors.renewRecoveryCodes, renewRecoveryCodes),
  on(api.secondStep.passkeyOptions, (visitor, { body }) => secondStepPasskeyOptions(visitor, body.challenge)),
  on(api.secondStep.finish, async (visitor, { body, answerWith }) => {
    const session = await finishSecondStep(visitor, body);
    answerWith(200, { "set-cookie": rememberDevice(visitor, session.user._id) });
    return session;
  }),
  on(api.secondStep.passkeySignInOptions, passkeySignInOptions),
  on(api.secondStep.passkeySignIn, async (visitor, { body, answerWith }) => {
    const session = await passkeySignIn(visitor, body.passkey);
    answerWith(200, { "set-cookie": rememberDevice(visitor, session.user._id) });
    return session;
  }),
];
