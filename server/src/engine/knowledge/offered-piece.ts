import type { KnowledgeKind } from "@intellibox/contract/rules/knowledge";

/** A piece of knowledge that a draft or a reply may use. */
export type OfferedPiece = {
  id: string;
  sourceId: string;
  title: string;
  kind: KnowledgeKind;
  page: number | null;
  /** The question, for an answer. */
  heading: string;
  text: string;
  isOutOfDate: boolean;
};
