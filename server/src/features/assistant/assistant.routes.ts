import { api } from "@intellibox/contract/api";
import { on } from "#http/route.ts";
import { draftEmail } from "./draft-email.ts";
import { draftReply, replyIntents, suggestSubject } from "./draft-reply.ts";
import { summarize } from "./summarize.ts";

export const assistantRoutes = [
  on(api.assistant.draftEmail, (scope, { body, emit }) => draftEmail(scope, body, emit)),
  on(api.assistant.draftReply, (scope, { body, emit }) => draftReply(scope, body, emit)),
  on(api.assistant.suggestSubject, (scope, { body }) => suggestSubject(scope, body)),
  on(api.assistant.replyIntents, (scope, { body }) => replyIntents(scope, body)),
  on(api.assistant.summarize, (scope, { body, emit }) => summarize(scope, body, emit)),
];
