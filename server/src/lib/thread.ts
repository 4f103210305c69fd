// The thread's side of threads.ts. The module is named by our own code, never by what somebody sent.
import { serveTasks } from "./serve-tasks.ts";

export type ThreadTask = { module: string; name: string; given: unknown[] };

serveTasks(async ({ module, name, given }: ThreadTask) => {
  const functions = (await import(module)) as Record<string, (...given: unknown[]) => unknown>;
  return functions[name]?.(...given);
});
