import { api } from "@intellibox/contract/api";
import { on } from "#http/route.ts";
import { rewriteText } from "./rewrite-text.ts";
import { translateMessage } from "./translate-message.ts";

export const rewritingRoutes = [
  on(api.rewriting.rewrite, (scope, { body, emit }) => rewriteText(scope, body, emit)),
  on(api.rewriting.translateMessage, (scope, { params, body, emit }) => translateMessage(scope, params.id, body, emit)),
];
