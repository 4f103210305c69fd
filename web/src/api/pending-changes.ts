/** The changes and undos that the server has not answered yet. */
let pending: Promise<unknown> = Promise.resolve();

/** Lists are not fetched until this change is answered: a response without it would show messages as they were before it. */
export function holdLists(change: Promise<unknown>) {
  pending = Promise.allSettled([pending, change]);
}

export const changesAnswered = () => pending;
