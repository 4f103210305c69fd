import { api } from "@intellibox/contract/api";
import { on } from "#http/route.ts";
import { eraseVoice, getVoice, learnAgain, saveVoice } from "./voices.ts";

export const voiceRoutes = [
  on(api.voices.get, getVoice),
  on(api.voices.save, (scope, { body }) => saveVoice(scope, body)),
  on(api.voices.learn, learnAgain),
  on(api.voices.erase, eraseVoice),
];
