import type { BodyOf } from "@intellibox/contract/endpoint";
import type { rewriting } from "@intellibox/contract/endpoints/rewriting";
import { needsModel } from "@intellibox/contract/rules/rewriting";
import { languageOf } from "#engine/text/language.ts";
import type { Emit } from "#http/route.ts";
import type { Scope } from "#scope.ts";
import { runModelTask } from "#features/assistant/run-model-task.ts";

/** Rewrites the user's own text. The built-in engine shortens, corrects and changes the tone of English. */
export const rewriteText = (
  scope: Scope,
  { text, kind, instruction, language, variant }: BodyOf<typeof rewriting.rewrite>,
  emit?: Emit,
) =>
  runModelTask(
    scope,
    { name: "rewriteText", text, kind, instruction: kind === "own" ? instruction : "", language, variant } as const,
    { kind: "rewrite", emit, needsProvider: needsModel(kind) || languageOf(text) !== "en" },
  );
