import type { Action, ThreadMessage } from "../types.ts";
import { namesOf } from "./people.ts";

/**
 * Whether a task of an older message is settled as far as the thread tells: its owner has answered since, and no later day is set
 * for it.
 */
export function isAnswered({ owner, source, due }: Action, thread: ThreadMessage[]): boolean {
  const asked = thread[source];
  const later = thread.slice(source + 1).filter(({ from }) => namesOf(from)[0] === owner);
  const answer = later.at(-1);
  if (!owner || !asked || !answer || namesOf(asked.from)[0] === owner) return false;
  return due === null || (answer.at instanceof Date && due <= answer.at);
}
