// The thread's side of threads.ts. The module's URL always comes from our own code, never from input.
import { serveTasks } from "./serve-tasks.ts";

export type ThreadTask = { module: string; name: string; given: unknown[] };

serveTasks(async ({ module, name, given }: ThreadTask) => {
  const functions = (await import(module)) as Record<string, (...given: unknown[]) => unknown>;
  return () => functions[name]?.(...given);
});
