import { expect, test } from "vitest";
import type { Child } from "./child.ts";
import { type ChildTask, openChildPool } from "./child-pool.ts";
import { type ChildAnswer, Fault, type Task } from "./content.ts";

/** Children whose answers the test gives, by file name. */
function nursery() {
  const born: Child[] = [];
  const running = new Map<string, { answer(): void; fail(fault: Fault): void }>();
  const started: string[] = [];

  function open(): Child {
    let jobs = 0;
    let isDead = false;
    let fail: ((fault: Fault) => void) | undefined;
    const child: Child = {
      run: (task) =>
        new Promise<ChildAnswer>((resolve, reject) => {
          jobs += 1;
          const name = (task as Extract<Task, { do: "read" }>).name;
          started.push(name);
          fail = reject;
          running.set(name, { answer: () => resolve({ is: "recognised", text: name, ms: 1 }), fail: reject });
        }),
      kill() {
        isDead = true;
        fail?.(new Fault("oom", "killed"));
      },
      isSpent: () => isDead || jobs >= 3,
      gone: Promise.resolve(),
    };
    born.push(child);
    return child;
  }
  return { open, born, started, running };
}

const errand = (name: string, turn: number, more: Partial<ChildTask> = {}): ChildTask => ({
  task: { do: "read", name, bytes: new Uint8Array() },
  owner: { tenantId: "acme", userId: "ana" },
  turn,
  timeoutMs: 1_000,
  ...more,
});
const settled = () => new Promise((resolve) => setTimeout(resolve, 5));

test("no child is started before there is work, and never more than allowed", async () => {
  const { open, born, running } = nursery();
  const lane = openChildPool({ children: 2, open });
  expect(born).toHaveLength(0);
  const all = ["a", "b", "c"].map((name) => lane.run(errand(name, 0)));
  expect(born).toHaveLength(2);
  for (const name of ["a", "b", "c"]) {
    running.get(name)?.answer();
    await settled();
  }
  expect(await Promise.all(all)).toHaveLength(3);
  expect(born).toHaveLength(2);
  await lane.close();
});

test("a small file that comes last passes the big ones that wait, not the one that runs", async () => {
  const { open, started, running } = nursery();
  const lane = openChildPool({ children: 1, open });
  const all = [errand("big 1", 100), errand("big 2", 101), errand("big 3", 102), errand("small", 5)].map(lane.run);
  for (const name of ["big 1", "small", "big 2", "big 3"]) {
    running.get(name)?.answer();
    await settled();
  }
  await Promise.all(all);
  expect(started).toEqual(["big 1", "small", "big 2", "big 3"]);
  await lane.close();
});

test("a caller that got an answer can queue its next page before others are served", async () => {
  const { open, started, running } = nursery();
  const lane = openChildPool({ children: 1, open });
  const first = lane.run(errand("a, page 1", 10)).then(() => lane.run(errand("a, page 2", 10)));
  const other = lane.run(errand("b, page 1", 11));
  for (const name of ["a, page 1", "a, page 2", "b, page 1"]) {
    running.get(name)?.answer();
    await settled();
  }
  await Promise.all([first, other]);
  expect(started).toEqual(["a, page 1", "a, page 2", "b, page 1"]);
  await lane.close();
});

test("a file of another company does not wait for the files of one user", async () => {
  const { open, born, started, running } = nursery();
  const lane = openChildPool({ children: 2, open });
  const many = Array.from({ length: 6 }, (_, n) => lane.run(errand(`acme ${n}`, n)));
  const other = lane.run(errand("globex", 100, { owner: { tenantId: "globex", userId: "uma" } }));
  expect(started).toEqual(["acme 0", "acme 1", "globex"]);
  expect(born).toHaveLength(3);
  running.get("globex")?.answer();
  await other;
  for (let n = 0; n < 6; n++) {
    running.get(`acme ${n}`)?.answer();
    await settled();
  }
  await Promise.all(many);
  await lane.close();
});

test("a user who queues too many files is refused", async () => {
  const { open } = nursery();
  const lane = openChildPool({ children: 1, open });
  const outcomes = Array.from({ length: 22 }, (_, n) => lane.run(errand(`a${n}`, n)).catch((error: unknown) => error));
  expect(await outcomes.at(-1)).toMatchObject({ code: "rate_limited" });
  await lane.close();
  await Promise.all(outcomes);
});

test("a cancelled file leaves the queue, or ends its child if it is running", async () => {
  const { open, born, started } = nursery();
  const lane = openChildPool({ children: 1, open });
  const [running, waiting] = [new AbortController(), new AbortController()];
  const outcomes = [
    lane.run(errand("running", 0, { signal: running.signal })),
    lane.run(errand("waiting", 0, { signal: waiting.signal })),
    lane.run(errand("late", 0, { signal: AbortSignal.abort() })),
  ].map((run) => run.catch((fault: Fault) => fault.fault));
  waiting.abort();
  running.abort();
  expect(await Promise.all(outcomes)).toEqual(["cancelled", "cancelled", "cancelled"]);
  expect(started).toEqual(["running"]);
  expect(born[0]?.isSpent()).toBe(true);
  await lane.close();
});

test("a spent child is replaced", async () => {
  const { open, born, running } = nursery();
  const lane = openChildPool({ children: 1, open });
  for (const name of ["a", "b", "c", "d"]) {
    const done = lane.run(errand(name, 0));
    await settled();
    running.get(name)?.answer();
    await done;
    await settled();
  }
  expect(born).toHaveLength(2);
  await lane.close();
});

test("an idle child is ended", async () => {
  const { open, born, running } = nursery();
  const lane = openChildPool({ children: 1, open, idleMs: 1 });
  const done = lane.run(errand("a", 0));
  running.get("a")?.answer();
  await done;
  await expect.poll(() => born[0]?.isSpent()).toBe(true);
  await lane.close();
});

test("closing cancels queued and running files, and starts no other", async () => {
  const { open } = nursery();
  const lane = openChildPool({ children: 1, open });
  const outcomes = ["a", "b"].map((name) => lane.run(errand(name, 0)).catch((fault: Fault) => fault.fault));
  await lane.close();
  expect(await Promise.all(outcomes)).toEqual(["cancelled", "cancelled"]);
  await expect(lane.run(errand("c", 0))).rejects.toMatchObject({ fault: "cancelled" });
});
