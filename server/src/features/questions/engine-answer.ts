import type { ProposedAction } from "@intellibox/contract/endpoints/questions";
import type { RuleSnooze } from "@intellibox/contract/rules/mail-rules";
import { ruleSnoozeUntil } from "@intellibox/contract/rules/snooze";
import { t } from "@intellibox/contract/text/t";
import type { CannotReason, EngineAnswer, QuestionInput } from "#engine/questions/types.ts";
import type { LoadedMail } from "#features/assistant/load-mails.ts";
import { sayAnswer } from "#features/assistant/say-answer.ts";

/** The engine's answer in words, with its citations. */
export function presentEngine(answer: EngineAnswer, input: QuestionInput, mails: LoadedMail[], asked: string) {
  const citations = answer.found.flatMap(({ mail, sentence }) => {
    const found = mails[mail]?.found;
    return found ? [{ ...found, sentence }] : [];
  });
  const actions = actionsFor(answer, mails, { asked, now: input.now, timeZone: input.timeZone });
  return {
    outcome: answer.outcome,
    sentences: sayAnswer(answer, input).map(({ text, found }) => ({ text, citations: found })),
    citations,
    nearest: answer.nearest.flatMap((at) => mails[at]?.found ?? []),
    notes: answer.reason ? [reasonWords(answer.reason, actions.length > 0)] : [],
    actions,
  };
}

function reasonWords(reason: CannotReason, hasButton: boolean): string {
  const words: Record<CannotReason, string> = {
    language: t(
      "The built-in engine understands questions in English only. A company that connects an AI model can ask in any language.",
    ),
    order: hasButton
      ? t("Nothing was changed: this panel only answers. Press a button below, or do it in the mail.")
      : t("Nothing was changed: this panel only answers. Open the mail and do it there."),
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
const isSnooze =
  /^(?:please |can you |could you )*(?:snooze|remind me)\b.*\b(tonight|this evening|tomorrow|weekend|monday|next week|next month)\b/i;
const isLabel =
  /^(?:please |can you |could you )*(?:label|tag)\b.*\b(?:as|with)\s+(?:the\s+label\s+)?["“]?([^"”]{1,100}?)["”.!?]*$/i;
const longestIntent = 500;

const snoozeOf = (word: string): RuleSnooze => {
  const when = word.toLowerCase();
  if (when === "tomorrow" || when === "weekend") return when;
  if (when === "next month") return "nextMonth";
  return when === "tonight" || when === "this evening" ? "evening" : "nextWeek";
};

type Request = { asked: string; now: Date; timeZone: string };

/** Buttons for what the user asked to be done, and for what the mail wants from the user. */
function actionsFor(
  { reason, nearest, kind, found }: EngineAnswer,
  mails: LoadedMail[],
  { asked, now, timeZone }: Request,
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
  const [, label] = isLabel.exec(words) ?? [];
  if (label && first) return [{ do: "label", messageId: first.messageId, label: label.trim() }];
  const [, when] = isSnooze.exec(words) ?? [];
  if (when && first)
    return [{ do: "snooze", messageId: first.messageId, until: ruleSnoozeUntil(snoozeOf(when), now, timeZone) }];
  if (kind !== "own-tasks") return [];
  const asking = found.map(({ mail }) => mails[mail]).find((one) => one !== undefined && !one.mail.isOwn);
  return asking ? [{ do: "draft", messageId: asking.found.messageId, intent: "" }] : [];
}
