import { overturns } from "../summaries/importance.ts";
import { contentStems } from "../text/words.ts";
import type { Action, ThreadMessage } from "../types.ts";
import { namesOf } from "./people.ts";

/**
 * Whether a task of an older message is settled as far as the thread tells: its owner has answered since, and no later day is set
 * for it.
 */
export function isAnswered({ action, owner, source, due }: Action, thread: ThreadMessage[]): boolean {
  const asked = thread[source];
  const last = thread.at(-1);
  // A vote or an answer that was wanted before the last message is not wanted any more.
  if (
    due &&
    last?.at instanceof Date &&
    wantsAnswer.test(action) &&
    due < last.at &&
    thread.slice(source + 1).some(({ from }) => from !== asked?.from)
  )
    return true;
  const later = thread.slice(source + 1).filter(({ from }) => namesOf(from)[0] === owner);
  const answer = later.at(-1);
  if (!owner || !asked || !answer || namesOf(asked.from)[0] === owner) return false;
  // "Sorry, I can't" settles a request of any date.
  if (later.some(({ body }) => declines.test(body.slice(0, 300)))) return true;
  return due === null || (answer.at instanceof Date && due <= answer.at);
}

/** Whether a later message overturns the plan and sets the same task again: "the generator has to be there on Monday now". */
export function isSetAgain({ action, source }: Action, actions: Action[], thread: ThreadMessage[]): boolean {
  const stems = new Set(contentStems(action));
  return actions.some(
    (later) =>
      later.source > source &&
      overturns((thread[later.source]?.body ?? "").slice(0, 2_000)) &&
      contentStems(later.action).some((stemmed) => stems.has(stemmed)),
  );
}

/** Whether its writer took the message back: "please forget what I wrote on Sunday". */
export function isTakenBack({ source }: Action, thread: ThreadMessage[]): boolean {
  const from = thread[source]?.from;
  const next = thread.findIndex((message, i) => i > source && message.from === from);
  return next > source && takesBack.test((thread[next]?.body ?? "").slice(0, 600));
}
const takesBack =
  /\b(?:forget|ignore|disregard|scrap) (?:what i (?:said|wrote)|my (?:last|previous|earlier|first) (?:mail|e-?mail|message|note)|(?:that|this|the) (?:last )?(?:mail|e-?mail|message|note)|all (?:that|this))\b|\b(?:vergesst|vergiss|vergessen sie)\b.{0,30}\b(?:mail|nachricht|geschrieben)\b|\b(?:oubliez|oublie)\b.{0,20}\b(?:message|mail|écrit)\b|\b(?:olvida|olvidad|olviden)\b.{0,20}\b(?:correo|mensaje|escrib\p{L}+)|\b(?:esqueçam?|esquece)\b.{0,20}\b(?:mensagem|e-?mail|escrevi)\b/iu;

const wantsAnswer = /^(?:vote|answer|reply|respond|tell (?:me|us)|let (?:me|us) know|choose|decide)\b/i;
const declines =
  /^(?:[^.!?]{0,60}[,.!]\s+)?(?:sorry|unfortunately|i'm afraid|afraid)\b[^.!?]{0,80}\b(?:can't|cannot|won't|not able|unable|no longer)\b/i;
