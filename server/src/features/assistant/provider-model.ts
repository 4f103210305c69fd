// A provider's language model. Secrets are masked in the prompt, and an answer in the wrong form is repaired once.
import { threaded } from "#lib/threads.ts";
import { ModelError, type ProviderSettings } from "#outside/models/text-model.ts";
import { ownerOf, type Scope } from "#scope.ts";
import type { TextFormat } from "./formats/text-format.ts";
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
    async answer(task, { onText }) {
      const format = textFormatOf(task);
      const masked = await maskInThread("maskSecrets", [format.prompt], { owner: ownerOf(scope) }).catch(refuseTooLong);
      const prompt = masked.hidden;
      const mask = unmasking(masked);

      const restorer = mask.restorer();
      const show = onText && format.streamed?.(onText);
      const onPiece = show && ((piece: string) => show(restorer.piece(piece)));
      const first = await model.answer({ system, prompt }, { signal, onText: onPiece });
      show?.(restorer.end());
      try {
        const { tokensIn, tokensOut } = first;
        return { result: format.read(mask.restore(first.text)), tokensIn, tokensOut };
      } catch (problem) {
        if (!(problem instanceof UnreadableAnswer)) throw problem;
        const request = { system, prompt: repairPrompt(prompt, first.text, problem.message) };
        const second = await model.answer(request, { signal });
        return {
          result: readRepaired(format, mask.restore(second.text)),
          tokensIn: first.tokensIn + second.tokensIn,
          tokensOut: first.tokensOut + second.tokensOut,
        };
      }
    },
  };
}

function readRepaired<Result>(format: TextFormat<Result>, text: string): Result {
  try {
    return format.read(text);
  } catch (cause) {
    if (!(cause instanceof UnreadableAnswer)) throw cause;
    throw new ModelError("bad_answer", "Its answer could not be read, twice.", { cause });
  }
}
