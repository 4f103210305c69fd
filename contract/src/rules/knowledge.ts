/** Limits and words of knowledge that the server and the web app share. */
import { extractProblems } from "./extract-problems.ts";

export const knowledgeKinds = ["fact", "qa", "page", "file"] as const;
export type KnowledgeKind = (typeof knowledgeKinds)[number];
/** The kinds that are typed or pasted. */
export const writtenKinds = ["fact", "qa", "page"] as const;

/** Who may read an entry of the company. */
export const knowledgeAudiences = ["everybody", "admins"] as const;
export const knowledgeStates = ["reading", "ready", "failed"] as const;
/** Why a file was not added: it gave no text, or there is no room for its text. */
export const knowledgeProblems = [...extractProblems, "no_room"] as const;
/** Why entries are not searchable by meaning yet. It is tried again. */
export const embeddingProblems = ["auth", "throttled", "rejected", "unreachable", "bad_answer", "quota"] as const;
export type EmbeddingProblem = (typeof embeddingProblems)[number];

/** The most entries of one person, and the most of a company. */
export const maxKnowledgeSources = 300;
/** The most pieces of one person, and the most of a company: about 10 MB of text, which is searched in a second at most. */
export const maxKnowledgePieces = 20_000;
export const maxKnowledgeTitle = 150;
export const maxQuestionLength = 500;
export const maxKnowledgeText: Record<(typeof writtenKinds)[number], number> = {
  fact: 2_000,
  qa: 4_000,
  page: 200_000,
};
export const maxKnowledgeBytes = 10 * 1024 * 1024;
/** Characters of a piece: a paragraph or two. */
export const maxPieceLength = 800;

/** Whether the last day of an entry is over. `validUntil` is YYYY-MM-DD, and the day ends at midnight UTC. */
export const isPast = (validUntil: string | null, now: Date) =>
  validUntil !== null && validUntil < now.toISOString().slice(0, 10);

/** A piece that a written mail used. `id` is its entry's. */
export type UsedPiece = { id: string; piece: string; title: string; page: number | null; isOutOfDate: boolean };
