import type { BodyOf } from "@intellibox/contract/endpoint";
import type { rewriting } from "@intellibox/contract/endpoints/rewriting";
import { needsModel, type RewriteKind } from "@intellibox/contract/rules/rewriting";
import { languageOf } from "#engine/text/language.ts";
import type { Emit } from "#http/route.ts";
import type { Scope } from "#scope.ts";
import { runModelTask } from "#features/assistant/run-model-task.ts";
import { findWording } from "#features/assistant/writers-voice.ts";

/** Shortening, correcting and translating keep the words of the text. */
const wordingFor = async (scope: Scope, kind: RewriteKind) =>
  ["longer", "friendlier", "formal", "own"].includes(kind) ? findWording(scope) : undefined;

/** Rewrites the user's own text. The built-in engine shortens, corrects and changes the tone of English. */
export const rewriteText = (
  scope: Scope,
  { text, kind, instruction, language, variant }: BodyOf<typeof rewriting.rewrite>,
  emit?: Emit,
) =>
  runModelTask(
    scope,
    wordingFor(scope, kind).then((voice) => {
      const asked = kind === "own" ? instruction : "";
      return { name: "rewriteText", text, kind, instruction: asked, language, variant, voice } as const;
    }),
    { kind: "rewrite", emit, needsProvider: needsModel(kind) || languageOf(text) !== "en" },
  );
