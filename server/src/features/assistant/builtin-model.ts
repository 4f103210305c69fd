// The built-in engine as a model. It runs in a worker thread, because its cost grows with the mail that it reads.
import { threaded } from "#lib/threads.ts";
import type { MailHeader, ReplyChoices } from "#engine/types.ts";
import { ownerOf, type Scope } from "#scope.ts";
import { estimateTokens } from "#features/ai-settings/token-usage.ts";
import type { Model, ModelTask, ResultOf } from "./model.ts";
import { refuseTooLong } from "./refuse-too-long.ts";
import { textFormatOf } from "./text-format-of.ts";

const engine = threaded<typeof import("#engine/builtin.ts")>(new URL("../../engine/builtin.ts", import.meta.url));

export const openBuiltinModel = (scope: Scope): Model => ({
  async answer(task, { emit }) {
    const result = await runInEngine(scope, task);
    // Its tokens are those of a provider's prompt and answer, so that usage can be compared.
    const { prompt, shown } = textFormatOf(task);
    const text = shown(result);
    for (const piece of text.match(/\S+\s*|\s+/g) ?? []) emit?.(piece);
    return { result, warnings: [], tokensIn: estimateTokens(prompt), tokensOut: estimateTokens(text) };
  },
});

async function runInEngine<Task extends ModelTask>(scope: Scope, task: Task): Promise<ResultOf<Task>> {
  if (task.name === "translateMail" || task.name === "judgeMails")
    throw new Error("The engine neither translates nor judges mail");
  return engine(task.name, [task] as never, { owner: ownerOf(scope) }).catch(refuseTooLong) as Promise<ResultOf<Task>>;
}

/** One-click answers to a mail. They are made by rules, so that they are immediate and the same for every provider. */
export const replyChoicesFor = (scope: Scope, mail: string, header: MailHeader): Promise<ReplyChoices> =>
  engine("replyChoices", [mail, header, scope.now()], { owner: ownerOf(scope) }).catch(refuseTooLong);
