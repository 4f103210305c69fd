import { clearTimeout as clear } from "node:timers";

const running = new Set<NodeJS.Timeout>();

/** Makes the page's timers known to `endTimers`. Test files share modules and globals, so this runs once for each worker. */
globalThis.setTimeout = recorded(globalThis.setTimeout, true);
globalThis.setInterval = recorded(globalThis.setInterval, false);

function recorded<Begin extends typeof setTimeout | typeof setInterval>(begin: Begin, isOnce: boolean): Begin {
  return new Proxy(begin, {
    apply(target, self, [work, ...rest]: [(...values: unknown[]) => void, ...unknown[]]) {
      const run = (...values: unknown[]) => {
        if (isOnce) running.delete(timer);
        work(...values);
      };
      const timer: NodeJS.Timeout = Reflect.apply(target, self, [run, ...rest]);
      running.add(timer);
      return timer;
    },
  });
}

/**
 * Ends the timers that a test leaves running. They would act on the tests that follow, also of other files: for instance, the
 * toaster removes a dismissed toast a second later by its id, and never gives up that timer.
 */
export function endTimers() {
  for (const timer of running) clear(timer);
  running.clear();
}
