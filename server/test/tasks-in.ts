import { actionsOf } from "#engine/actions/actions.ts";

/** Finds the tasks of a mail from Priya Nair to Tom Becker that came at `at`: the owner, the action and the due day of each. */
export function tasksIn(at: Date, body: string, from = "Priya Nair", to = "Tom Becker") {
  const message = { from, to, at, body };
  return actionsOf(message, 0, { now: at, thread: [message] }).map(({ action, owner, due }) => [
    owner,
    action,
    due?.toISOString().slice(0, 10) ?? null,
  ]);
}
