import { onTestFinished, vi } from "vitest";

/** Fakes what the tabs of one browser share: locks, granted in the order of the requests, and broadcast channels. */
export function shareTabs() {
  vi.stubGlobal("BroadcastChannel", FakeChannel);
  Object.defineProperty(navigator, "locks", { value: fakeLocks(), configurable: true });
  onTestFinished(() => {
    vi.unstubAllGlobals();
    Reflect.deleteProperty(navigator, "locks");
    channels.clear();
  });
}

const channels = new Set<FakeChannel>();

class FakeChannel {
  readonly name: string;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  #isClosed = false;
  constructor(name: string) {
    this.name = name;
    channels.add(this);
  }
  postMessage(data: unknown) {
    if (this.#isClosed) throw new DOMException("Channel is closed", "InvalidStateError");
    for (const other of channels) {
      if (other !== this && other.name === this.name)
        queueMicrotask(() => other.#isClosed || other.onmessage?.({ data }));
    }
  }
  close() {
    this.#isClosed = true;
    channels.delete(this);
  }
}

type Work = (lock: object | null) => unknown;

function fakeLocks() {
  const ends = new Map<string, Promise<unknown>>();
  const hold = (name: string, work: Work) => {
    const held = (async () => work({ name }))();
    const release = () => void ends.delete(name);
    ends.set(name, held.then(release, release));
    return held;
  };
  return {
    async request(name: string, { ifAvailable, signal }: { ifAvailable?: boolean; signal?: AbortSignal }, work: Work) {
      if (ifAvailable && ends.has(name)) return work(null);
      while (ends.has(name)) {
        const aborted = new Promise((resolve) => signal?.addEventListener("abort", resolve));
        await Promise.race([ends.get(name), aborted]);
        signal?.throwIfAborted();
      }
      return hold(name, work);
    },
  };
}
