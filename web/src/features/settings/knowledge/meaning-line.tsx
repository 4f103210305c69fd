import type { MeaningProgress } from "@intellibox/contract/endpoints/knowledge";
import type { EmbeddingProblem } from "@intellibox/contract/rules/knowledge";
import { t } from "@intellibox/contract/text/t";
import { Sparkles } from "lucide-react";

const problemWords: Record<EmbeddingProblem, string> = {
  auth: t("The AI provider did not accept the key. It is tried again."),
  throttled: t("The AI provider is busy. It is tried again."),
  rejected: t("The AI provider did not accept the embedding model. It is tried again."),
  unreachable: t("The AI provider cannot be reached. It is tried again."),
  bad_answer: t("The embedding model's answer could not be read. It is tried again."),
  quota: t("The company's AI tokens are used up. It goes on when there are new ones."),
};

/** How much of the knowledge is found by meaning. The rest is found by words. */
export function MeaningLine({ embedded, pieces, problem }: MeaningProgress) {
  if (pieces === 0) return null;
  return (
    <p
      role="status"
      className="flex shrink-0 items-start gap-2 border-b border-line px-4 py-2 text-sm text-text-2 md:px-5"
    >
      <Sparkles className="mt-0.5 size-4 shrink-0 text-text-3" aria-hidden="true" />
      <span>
        {embedded >= pieces
          ? t("All of it is searched by meaning.")
          : t("Searchable by meaning: {embedded} of {pieces}", { embedded, pieces })}
        {problem && embedded < pieces && <span className="text-warn"> {problemWords[problem]}</span>}
      </span>
    </p>
  );
}
