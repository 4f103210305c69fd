import { useQuery } from "@tanstack/react-query";
import { knowledgeQuery } from "#api/knowledge.ts";

/** Whether there is knowledge that drafts may use. False until that is known. */
export function useHasKnowledge(): boolean {
  const { data } = useQuery({ ...knowledgeQuery, meta: { showsFailure: true } });
  return (data?.items.length ?? 0) > 0;
}
