/** A newer version of the app that was downloaded and waits for a reload. */
let apply: (() => void) | null = null;
const listeners = new Set<() => void>();

/** Says that a newer version waits. `start` replaces the running version and reloads the page. */
export function offerUpdate(start: () => void) {
  apply = start;
  for (const listener of listeners) listener();
}

export const appUpdate = () => apply;

export function watchAppUpdate(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
