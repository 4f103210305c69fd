import type { BodyOf } from "@intellibox/contract/endpoint";
import type { assistant } from "@intellibox/contract/endpoints/assistant";
import type { Emit } from "#http/route.ts";
import type { Scope } from "#scope.ts";
import { findTaskFacts } from "#features/ai-settings/task-facts.ts";
import { findKnowledge } from "./offered-knowledge.ts";
import { runModelTask } from "./run-model-task.ts";
import { writerOf } from "./writer-of.ts";
import { besideSignature, findWritersVoice } from "./writers-voice.ts";

export async function draftEmail(
  scope: Scope,
  { intent, tone, context, to, variant, timeZone, usesKnowledge }: BodyOf<typeof assistant.draftEmail>,
  emit?: Emit,
) {
  const facts = findTaskFacts(scope);
  const voice = findWritersVoice(scope, facts, { readers: to, about: `${intent}\n${context}` });
  const pieces = usesKnowledge ? findKnowledge(scope, `${intent}\n${context}`, facts) : [];
  const task = Promise.all([facts, voice, pieces]).then(([known, used, knowledge]) => {
    const written = writerOf(scope, known, timeZone);
    const voiced = besideSignature(used, written.writer.signature);
    return { name: "draftEmail", intent, tone, context, to, variant, knowledge, ...written, ...voiced } as const;
  });
  return runModelTask(scope, task, { facts, kind: "compose", emit });
}
