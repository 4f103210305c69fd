import type { ProposedAction } from "@intellibox/contract/endpoints/questions";
import { t } from "@intellibox/contract/text/t";
import type { CannotReason, EngineAnswer, QuestionInput } from "#engine/questions/types.ts";
import { sayAnswer } from "#features/assistant/say-answer.ts";
import type { LoadedMail } from "./load-mails.ts";

/** The engine's answer in words, with its citations. */
export function presentEngine(answer: EngineAnswer, input: QuestionInput, mails: LoadedMail[], asked: string) {
  const citations = answer.found.flatMap(({ mail, sentence }) => {
    const found = mails[mail]?.found;
    return found ? [{ ...found, sentence }] : [];
  });
  return {
    outcome: answer.outcome,
    sentences: sayAnswer(answer, input).map(({ text, found }) => ({ text, citations: found })),
    citations,
    nearest: answer.nearest.flatMap((at) => mails[at]?.found ?? []),
    notes: answer.reason ? [reasonWords(answer.reason)] : [],
    actions: actionsFor(answer, mails, asked),
  };
}

function reasonWords(reason: CannotReason): string {
  const words: Record<CannotReason, string> = {
    language: t(
      "The built-in engine understands questions in English only. A company that connects an AI model can ask in any language.",
    ),
    order: t("Nothing was changed: this panel only answers. Press a button below, or do it in the mail."),
    knowledge: t("The built-in engine answers only from your mail. It has no general knowledge."),
    calculation: t(
      "The built-in engine does not calculate. It finds the sentences that name who, when, how much or which. A company that connects an AI model can ask this.",
    ),
    judgement: t(
      "The built-in engine does not compare, explain or advise. It finds the sentences that name who, when, how much or which. A company that connects an AI model can ask this.",
    ),
  };
  return words[reason];
}

const isRule =
  /^(?:please )?(?:always|whenever|every time|from now on|(?:make|create|set up|add) (?:a |the )?(?:new )?rule)\b/i;
const isDraft = /^(?:please |can you |could you |would you |pls )*(?:write|draft|compose|reply|answer)\b/i;
const longestIntent = 500;

/** Buttons for what the user asked to be done, and for what the mail wants from the user. */
function actionsFor(
  { reason, nearest, kind, found }: EngineAnswer,
  mails: LoadedMail[],
  asked: string,
): ProposedAction[] {
  const words = asked
    .replaceAll(/[\s\p{Cc}]+/gu, " ")
    .trim()
    .slice(0, longestIntent);
  if (isRule.test(words)) {
    const sentence = words.replace(
      /^(?:please )?(?:make|create|set up|add) (?:a |the )?(?:new )?rule(?: that| to|:)?\s*/i,
      "",
    );
    return sentence ? [{ do: "rule", sentence }] : [];
  }
  const first = mails[nearest[0] ?? -1]?.found;
  if (reason === "order" && isDraft.test(words) && first)
    return [{ do: "draft", messageId: first.messageId, intent: words }];
  if (kind !== "own-tasks") return [];
  const asking = found.map(({ mail }) => mails[mail]).find((one) => one !== undefined && !one.mail.isOwn);
  return asking ? [{ do: "draft", messageId: asking.found.messageId, intent: "" }] : [];
}
