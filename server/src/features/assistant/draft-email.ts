import type { BodyOf } from "@intellibox/contract/endpoint";
import type { assistant } from "@intellibox/contract/endpoints/assistant";
import type { Emit } from "#http/route.ts";
import type { Scope } from "#scope.ts";
import { findTaskFacts } from "#features/ai-settings/task-facts.ts";
import { runModelTask } from "./run-model-task.ts";
import { writerOf } from "./writer-of.ts";

export async function draftEmail(
  scope: Scope,
  { intent, tone, context, to, variant, timeZone }: BodyOf<typeof assistant.draftEmail>,
  emit?: Emit,
) {
  const facts = findTaskFacts(scope);
  const task = facts.then(
    (known) =>
      ({ name: "draftEmail", intent, tone, context, to, variant, ...writerOf(scope, known, timeZone) }) as const,
  );
  return runModelTask(scope, task, { facts, kind: "compose", emit });
}
