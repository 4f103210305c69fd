// A provider's language model. Secrets are masked in the prompt, and an answer in the wrong form is repaired once.
import { threaded } from "#lib/threads.ts";
import { ModelError, type ProviderSettings, type TextAnswer, type TextRequest } from "#outside/models/text-model.ts";
import { ownerOf, type Scope } from "#scope.ts";
import { unmasking } from "./mask-secrets.ts";
import type { Model } from "./model.ts";
import { repairPrompt, systemFor } from "./prompts.ts";
import { refuseTooLong } from "./refuse-too-long.ts";
import { textFormatOf } from "./text-format-of.ts";
import { UnreadableAnswer } from "./unreadable-answer.ts";

const maskInThread = threaded<typeof import("./mask-secrets.ts")>(new URL("./mask-secrets.ts", import.meta.url));

export function openProviderModel(
  scope: Scope,
  { systemPrompt, ...settings }: ProviderSettings & { systemPrompt: string },
): Model {
  const model = scope.outside.models.open(scope.tenantId, settings);
  const system = systemFor(systemPrompt);
  const { signal } = scope;
  return {
    async answer(task, { emit }) {
      const format = textFormatOf(task);
      const masked = await maskInThread("maskSecrets", [format.prompt], { owner: ownerOf(scope) }).catch(refuseTooLong);
      const prompt = masked.hidden;
      const mask = unmasking(masked);

      const ask = async (request: TextRequest) => {
        const restorer = mask.restorer();
        const show = emit && format.streamed?.(emit);
        const onText = show && ((piece: string) => show(restorer.piece(piece)));
        const answer = await model.answer(request, { signal, onText });
        show?.(restorer.end());
        return answer;
      };
      const read = (answer: TextAnswer) => {
        refuseUnfinished(answer);
        return format.read(mask.restore(answer.text));
      };
      const first = await ask({ system, prompt });
      try {
        const { tokensIn, tokensOut } = first;
        return { result: read(first), tokensIn, tokensOut };
      } catch (problem) {
        if (!(problem instanceof UnreadableAnswer)) throw problem;
        emit?.reset();
        const second = await ask({ system, prompt: repairPrompt(prompt, first.text, problem.message) });
        return {
          result: readRepaired(() => read(second)),
          tokensIn: first.tokensIn + second.tokensIn,
          tokensOut: first.tokensOut + second.tokensOut,
        };
      }
    },
  };
}

function refuseUnfinished({ finish }: TextAnswer) {
  if (finish === "filtered") throw new ModelError("filtered", "The AI provider's content filter stopped the answer.");
  if (finish === "length")
    throw new UnreadableAnswer(
      "it was cut off because it was too long; write a much shorter one",
      "Its answer was too long and was cut off, twice.",
    );
}

function readRepaired<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (cause) {
    if (!(cause instanceof UnreadableAnswer)) throw cause;
    throw new ModelError("bad_answer", cause.twice, { cause });
  }
}
