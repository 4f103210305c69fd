import { t } from "@intellibox/contract/text/t";
import { maskSecrets, unmasking } from "#lib/mask-secrets.ts";
// A provider's language model. Secrets are masked in the prompt. The answer is checked, and asked for once more if it cannot be used
// or lacks something.
import { threaded } from "#lib/threads.ts";
import { ModelError, type ProviderSettings, type TextAnswer, type TextRequest } from "#outside/models/text-model.ts";
import type { Emit } from "#http/route.ts";
import { ownerOf, type Scope } from "#scope.ts";
import type { AnswerToCheck, Finding } from "./answers/check-answer.ts";
import { reasoningFilter, withoutReasoning } from "./answers/reasoning.ts";
import type { TextFormat } from "./formats/text-format.ts";
import type { Model, ModelTask } from "./model.ts";
import { type AnswerOnce, answerInParts } from "./parts/answer-in-parts.ts";
import { roomIn, windowOf } from "./parts/model-window.ts";
import { readingEstimate } from "./parts/reading-estimate.ts";
import { repairPrompt, suspectsNote, systemFor } from "./prompts.ts";
import { refuseTooLong } from "./refuse-too-long.ts";
import { textFormatOf } from "./text-format-of.ts";
import { UnreadableAnswer } from "./unreadable-answer.ts";

const maskInThread = threaded<typeof import("#lib/mask-secrets.ts")>(
  new URL("../../lib/mask-secrets.ts", import.meta.url),
);
const checkInThread = threaded<typeof import("./answers/check-answer.ts")>(
  new URL("./answers/check-answer.ts", import.meta.url),
);

export function openProviderModel(
  scope: Scope,
  { systemPrompt, ...settings }: ProviderSettings & { systemPrompt: string },
): Model {
  const model = scope.outside.models.open(scope.tenantId, settings);
  const system = systemFor(systemPrompt);
  const { signal } = scope;
  const check = (answer: AnswerToCheck) =>
    checkInThread("checkAnswer", [answer], { owner: ownerOf(scope) }).catch(refuseTooLong);
  const answering =
    (suspects: string[]): AnswerOnce =>
    async (task, emit) => {
      const format = textFormatOf(task);
      const masked = await masking(scope, format.prompt + suspectsNote(suspects));
      const prompt = masked.hidden;
      const mask = unmasking(masked);
      const used = { tokensIn: 0, tokensOut: 0 };
      const ask = async (request: TextRequest) => {
        const shown = emit && showing(format, mask.restorer(), emit);
        const answer = await model.answer(request, { signal, onText: shown?.piece });
        shown?.end();
        used.tokensIn += answer.tokensIn;
        used.tokensOut += answer.tokensOut;
        return answer;
      };
      const read = async (answer: TextAnswer) => {
        refuseUnfinished(answer);
        const result = format.read(withoutReasoning(mask.restore(answer.text)));
        return { result, findings: await check(format.check(result)) };
      };
      const repair = (before: TextAnswer, problem: string) => {
        emit?.reset();
        return ask({ system, prompt: repairPrompt(prompt, before.text, problem) });
      };

      const first = await ask({ system, prompt });
      const firstRead = await read(first).catch(unreadable);
      if (firstRead instanceof UnreadableAnswer) {
        const second = await read(await repair(first, firstRead.message)).catch(unreadable);
        if (second instanceof UnreadableAnswer) throw new ModelError("bad_answer", second.twice, { cause: second });
        return { result: second.result, warnings: warningsOf(second.findings), ...used };
      }
      const problems = repairsOf(firstRead.findings);
      const better =
        problems.length > 0 ? await repair(first, problems.join("; ")).then(read).catch(lessUseful) : undefined;
      const isBetter = better && repairsOf(better.findings).length < problems.length;
      const { result, findings } = isBetter ? better : firstRead;
      return { result, warnings: warningsOf(findings), ...used };
    };
  return {
    answer: (task, { emit, suspects = [], room = roomIn(windowOf(settings)) }) =>
      answerInParts(task, room, answering(suspects), { emit, note: costNote(settings, task, room) }),
  };
}

/** ", about $0.03" before a long text is read in parts, if the price is known. */
function costNote({ provider, model }: ProviderSettings, task: ModelTask, room: number) {
  const cost = readingEstimate(task, { provider, model }, room)?.cost;
  return cost ? `, about $${cost.toFixed(2)}` : "";
}

/** Masking this many characters costs less than a call to a worker thread, which delays the first token. */
const shortPrompt = 8_000;

const masking = (scope: Scope, prompt: string) =>
  prompt.length <= shortPrompt
    ? maskSecrets(prompt)
    : maskInThread("maskSecrets", [prompt], { owner: ownerOf(scope) }).catch(refuseTooLong);

/** Shows the answer while it is written: without reasoning, with the secrets back in their places. */
function showing<Result>(
  format: TextFormat<Result>,
  restorer: { piece(text: string): string; end(): string },
  emit: Emit,
) {
  if (!format.streamed) return undefined;
  let show = format.streamed(emit);
  const filter = reasoningFilter(
    (piece) => show(piece),
    () => {
      emit.reset();
      show = format.streamed?.(emit) ?? show;
    },
  );
  return {
    piece: (piece: string) => filter.piece(restorer.piece(piece)),
    end() {
      filter.piece(restorer.end());
      filter.end();
    },
  };
}

function refuseUnfinished({ finish }: TextAnswer) {
  if (finish === "filtered")
    throw new ModelError("filtered", t("The AI provider's content filter stopped the answer."));
  if (finish === "length")
    throw new UnreadableAnswer(
      "it was cut off because it was too long; write a much shorter one",
      "Its answer was too long and was cut off, twice.",
    );
}

const repairsOf = (findings: Finding[]) => findings.flatMap(({ repair }) => repair ?? []);
const warningsOf = (findings: Finding[]) => findings.map(({ warning }) => warning);

function unreadable(error: unknown) {
  if (error instanceof UnreadableAnswer) return error;
  throw error;
}

/** The first answer can be used, so a second one that fails is no failure. */
function lessUseful(error: unknown) {
  const isFailure = error instanceof UnreadableAnswer || (error instanceof ModelError && error.fault !== "cancelled");
  if (isFailure) return undefined;
  throw error;
}
