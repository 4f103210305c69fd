// Fills what the user wants to tell, but does not say, from knowledge: "tell Tom what a raft costs".
import type { SpokenClause } from "../intents/read-intent.ts";
import type { KnownAnswer } from "../knowledge/known-answer.ts";
import {
  isSayable,
  isUnsaid,
  knownSentence,
  saysItself,
  type Topic,
  topicOf,
  topicsIn,
} from "../knowledge/known-topic.ts";
import type { OfferedPiece } from "../knowledge/offered-piece.ts";
import type { Said } from "./realize.ts";
import { type Mail, type SaidClause, sayChecked } from "./say-checked.ts";

/** The checked sentences of a mail, and what of them is quoted from knowledge. */
export function sayKnown(
  clauses: SaidClause[],
  pieces: OfferedPiece[],
  mail: Mail,
): { said: Said[]; used: KnownAnswer[] } {
  const used: KnownAnswer[] = [];
  const filled = pieces.length === 0 ? clauses : clauses.map((one) => filledFrom(one, pieces, used));
  const said = sayChecked(filled, mail);
  // The checks may have put the user's words in place of everything.
  if (used.every(({ text }) => said.some((one) => one.text === text))) return { said, used };
  return { said: sayChecked(clauses, mail), used: [] };
}

function filledFrom(one: SaidClause, pieces: OfferedPiece[], used: KnownAnswer[]): SaidClause {
  const topics = topicsOf(one.clause);
  const found = topics.map((topic) => knownSentence(topic, pieces));
  if (!found.some(Boolean)) return one;
  const said = topics.flatMap((topic, at): Said[] => {
    const answer = found[at];
    if (!answer) return [{ as: "sentence", text: `[Fill in: ${topic.text}]` }];
    if (used.some(({ text }) => text === answer.text)) return [];
    used.push(answer);
    return [{ as: "sentence", text: answer.text }];
  });
  return { ...one, said, isKnown: true };
}

/** The topics that the clause names without saying anything of them; none if it says something of its own. */
function topicsOf({ act, form, content, source, condition, aside, isUncertain }: SpokenClause): Topic[] {
  if (condition || aside || isUncertain || saysItself(source)) return [];
  // "the price of boxes" was read as "the price is of boxes".
  const isBare = act === "state" && content !== source && content.replace(" is ", " ") === source;
  if (isBare) return isSayable(source) ? [topicOf(source)] : [];
  const thing = act === "fragment" ? toldThing(content) : content;
  if (act === "explain" && form === "whether") return /[:(]/.test(content) ? [] : topicsIn(content).map(topicOf);
  if (act === "explain" && form !== "that") return [topicOf(thing)];
  const isTold = /^(?:tell|mention|announce|send|write|fragment)$/.test(act) && form !== "that";
  return isTold && isSayable(thing) ? [topicOf(thing)] : [];
}

/** "Give Tom the address of the workshop", "quote the price of boxes", "our delivery time". */
const toldThing = (words: string) =>
  isUnsaid(words)
    ? words
    : (/^(?:give|quote|send|share|state|include|name|provide) (?:(?:him|her|them|\p{Lu}[\p{L}'’-]+) (?:with )?)?((?:the|our|my) .+)$/iu.exec(
        words,
      )?.[1] ?? "");
