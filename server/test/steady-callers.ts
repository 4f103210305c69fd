// Callers that repeat calls over connections of their own, and count what was answered and what was not.
import { Agent, request } from "node:http";
import { text } from "node:stream/consumers";

export type CallCounts = {
  /** By status. */
  answered: Map<number, number>;
  /** Calls that were sent and got no answer, by the error's code. */
  cut: Map<string, number>;
  /** The longest answer, in milliseconds. */
  longestMs: number;
};

export type SteadyCall = {
  method?: string;
  path: string;
  token: string;
  body?: object;
  headers?: Record<string, string>;
};

type SteadyOptions = { isOver: () => boolean; endsWhenRefused?: boolean; beforeEach?: () => Promise<unknown> };

const addOne = <Key>(counts: Map<Key, number>, key: Key) => counts.set(key, (counts.get(key) ?? 0) + 1);

export const newCounts = (): CallCounts => ({ answered: new Map(), cut: new Map(), longestMs: 0 });

/**
 * Repeats a call over one kept connection until `isOver`, or until the server refuses a new connection if `endsWhenRefused`. A
 * refused connection is no lost call: nothing was sent.
 */
export async function callSteadily(
  base: string,
  next: () => SteadyCall,
  counts: CallCounts,
  { isOver, endsWhenRefused = false, beforeEach }: SteadyOptions,
) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    while (!isOver()) {
      await beforeEach?.();
      const begin = performance.now();
      try {
        addOne(counts.answered, await callOnce(base, next(), agent));
        counts.longestMs = Math.max(counts.longestMs, performance.now() - begin);
      } catch (error) {
        const { code = "unknown" } = error as { code?: string };
        if (code !== "ECONNREFUSED") addOne(counts.cut, code);
        else if (endsWhenRefused) return;
      }
    }
  } finally {
    agent.destroy();
  }
}

function callOnce(
  base: string,
  { method = "GET", path, token, body, headers }: SteadyCall,
  agent: Agent,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(
      `${base}/api${path}`,
      {
        method,
        agent,
        headers: { authorization: `Bearer ${token}`, ...(body && { "content-type": "application/json" }), ...headers },
      },
      (answer) =>
        void text(answer).then(
          () => resolve(answer.statusCode ?? 0),
          (error: Error) => reject(error),
        ),
    );
    sent.once("error", reject);
    sent.end(body && JSON.stringify(body));
  });
}
