// Pieces of knowledge for a draft or a reply: those that fit the questions of the mail, or all of it.
import type { OfferedPiece } from "#engine/knowledge/offered-piece.ts";
import type { Scope } from "#scope.ts";
import type { TaskFacts } from "#features/ai-settings/task-facts.ts";
import { hasKnowledge } from "#features/knowledge/readable-sources.ts";
import { type RankedPiece, rankPieces } from "#features/knowledge/search-knowledge.ts";
import { readMails } from "./read-mails.ts";
import { safeTextOf } from "./untrusted.ts";

const mostPieces = 5;
const mostCharacters = 3_000;
const mostQuestions = 4;
/** The part of a mail that is searched for. */
const longestAsked = 4_000;
/** One shared word is chance. */
const fewestWords = 2;
const leastCoverage = 0.3;

/** Empty if nothing fits. A failure must not cost the user the draft. */
export async function findKnowledge(scope: Scope, about: string, facts: Promise<TaskFacts>): Promise<OfferedPiece[]> {
  try {
    if (!about.trim() || !(await hasKnowledge(scope))) return [];
    const asked = [...questionsIn(about), ...hoursIn(about), about.slice(0, longestAsked)];
    return await withoutOrders(scope, chosen(await rankPieces(scope, asked, mostPieces, facts)));
  } catch (error) {
    if (scope.signal.aborted) throw error;
    scope.log.warn({ err: error }, "a mail was written without knowledge");
    return [];
  }
}

const questionsIn = (text: string) =>
  Array.from(text.slice(0, longestAsked).matchAll(/[^.!?\n]{8,300}\?/g), ([found]) => found).slice(0, mostQuestions);

/** "When are you open" has one word of its own, which is too little beside the others of the text. */
const hoursIn = (text: string) =>
  /\b(?:when|what time|until when|how long|from when) (?:are |is |do |does )?(?:\p{L}+ ){1,3}open(?:s|ed|ing)?\b|\b(?:opening|business|office|working) (?:hours|times)\b/iu.test(
    text.slice(0, longestAsked),
  )
    ? ["open opening"]
    : [];

function chosen(ranked: RankedPiece[]): RankedPiece[] {
  const pieces = new Map<string, RankedPiece>();
  let characters = 0;
  for (const piece of ranked) {
    const { id, text, heading, coverage, matched, similarity } = piece;
    const fits = matched >= fewestWords || coverage >= leastCoverage || similarity > 0;
    if (!fits || pieces.size === mostPieces) continue;
    characters += text.length + heading.length;
    if (characters > mostCharacters) break;
    pieces.set(id, piece);
  }
  return [...pieces.values()];
}

/** Files and pages are written by others: sentences that give the assistant orders are left out. */
async function withoutOrders(scope: Scope, pieces: RankedPiece[]): Promise<OfferedPiece[]> {
  if (pieces.length === 0) return [];
  const read = await readMails(
    scope,
    pieces.flatMap(({ heading, text, source }) => [`${source.title}\n${heading}`, text]),
  );
  return pieces.flatMap(({ id, page, heading, text, source }, at) => {
    const [head, body] = read.slice(at * 2);
    if (!head || !body || head.safeText !== undefined) return [];
    const safe = body.safeText === undefined ? text : safeTextOf(body).trim();
    const { id: sourceId, title, kind, isOutOfDate } = source;
    return safe ? [{ id, sourceId, title, kind, page, heading, text: safe, isOutOfDate }] : [];
  });
}
