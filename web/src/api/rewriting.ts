import type { RewriteText } from "#lib/rewrite-call.ts";

/** Rewrites a text of the user. The call loads when it is used first, because every page with an editor has this. */
export const rewriteText: RewriteText = async (request, stream) => {
  const { callRewrite } = await import("./rewriting-call.ts");
  return callRewrite(request, stream);
};
