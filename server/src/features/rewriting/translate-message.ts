import type { BodyOf, ResponseOf } from "@intellibox/contract/endpoint";
import type { rewriting } from "@intellibox/contract/endpoints/rewriting";
import { t } from "@intellibox/contract/text/t";
import { invalid } from "#lib/errors.ts";
import { beginningOfMail } from "#lib/html/beginning-of-mail.ts";
import type { Emit } from "#http/route.ts";
import type { Scope } from "#scope.ts";
import { readMail } from "#features/assistant/read-mails.ts";
import { runModelTask } from "#features/assistant/run-model-task.ts";
import { readUntrusted, safeTextOf } from "#features/assistant/untrusted.ts";
import { findMessage } from "#features/inbox/read-message.ts";
import { partsToTranslate } from "./parts-to-translate.ts";

const maxRead = 100_000;
/** Longer mail is mostly what it quotes. */
const maxParts = 8;

type Translation = ResponseOf<typeof rewriting.translateMessage>;

/** Translates one of the user's messages, a long one in parts. */
export async function translateMessage(
  scope: Scope,
  id: string,
  { language }: BodyOf<typeof rewriting.translateMessage>,
  emit?: Emit,
): Promise<Translation> {
  const { content } = await scope.tx((tx) => findMessage(tx, scope, id));
  // The HTML if there is any, because only it shows which text is hidden from a reader.
  const mail = await readMail(scope, beginningOfMail(content.html ?? content.text, maxRead));
  const parts = partsToTranslate(mail.text);
  if (parts.length === 0) throw invalid(t("This message has no text to translate"));
  const answers: Translation[] = [];
  for (const [index, text] of parts.slice(0, maxParts).entries()) {
    const before = answers.map((answer) => `${answer.text}\n\n`).join("");
    const { warnings } = readUntrusted(text);
    const task = { name: "translateMail", text, language } as const;
    const answer = await runModelTask(scope, task, {
      kind: "translate",
      warnings,
      emit: emit && after(before, emit),
      needsProvider: true,
      withoutSuspects: () => ({ ...task, text: safeTextOf(readUntrusted(text)) }),
    });
    answers.push({ ...answer, isPartial: false });
    if (index < parts.length - 1) emit?.("\n\n");
  }
  return joined(answers, parts.length > maxParts);
}

/** A part that is written again takes back its own text only. */
function after(before: string, emit: Emit): Emit {
  return Object.assign((piece: string) => emit(piece), {
    reset() {
      emit.reset();
      if (before) emit(before);
    },
    progress: emit.progress,
  });
}

function joined(answers: Translation[], isPartial: boolean): Translation {
  const [first] = answers;
  if (!first) throw new Error("A translation has at least one part");
  return {
    ...first,
    text: answers.map(({ text }) => text).join("\n\n"),
    tokens: answers.reduce((sum, { tokens }) => sum + tokens, 0),
    durationMs: answers.reduce((sum, { durationMs }) => sum + durationMs, 0),
    warnings: answers.flatMap(({ warnings }) => warnings).slice(0, 10),
    isPartial,
  };
}
