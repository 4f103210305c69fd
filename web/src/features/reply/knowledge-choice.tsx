import { UseKnowledgeBox } from "#components/writing/use-knowledge-box.tsx";
import { useHasKnowledge } from "#state/use-has-knowledge.ts";

/** Not shown to a user who has no knowledge. */
export const KnowledgeChoice = () => useHasKnowledge() && <UseKnowledgeBox />;
