import type { ResponseOf } from "@intellibox/contract/endpoint";
import { rewriting } from "@intellibox/contract/endpoints/rewriting";
import type { TargetLanguage } from "@intellibox/contract/rules/rewriting";
import { t } from "@intellibox/contract/text/t";
import { useState } from "react";
import { streamCall } from "#lib/http/events.ts";
import { useStreamed } from "./inbox-assistant.ts";

type TranslatedMessage = ResponseOf<typeof rewriting.translateMessage>;

/** Translates a message while the component is mounted, and again in another language. */
export function useTranslation(id: string, language: TargetLanguage) {
  const [answers, setAnswers] = useState<Partial<Record<TargetLanguage, TranslatedMessage>>>({});
  const answer = answers[language];
  const streamed = useStreamed({
    key: `${id} ${language}`,
    isHeld: answer !== undefined,
    run: (stream) =>
      streamCall(
        rewriting.translateMessage,
        { params: { id }, body: { language } },
        { ...stream, fallback: t("The message could not be translated") },
      ),
    onAnswer: (found) => setAnswers({ ...answers, [language]: found }),
  });
  return { ...streamed, answer };
}
