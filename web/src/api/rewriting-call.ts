import { rewriting } from "@intellibox/contract/endpoints/rewriting";
import { t } from "@intellibox/contract/text/t";
import { streamCall } from "#lib/http/events.ts";
import type { RewriteText } from "#lib/rewrite-call.ts";

export const callRewrite: RewriteText = (body, stream) =>
  streamCall(rewriting.rewrite, { body }, { ...stream, fallback: t("The text could not be rewritten") });
