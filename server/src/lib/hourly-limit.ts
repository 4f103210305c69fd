const slotMs = 5 * 60_000;
const slotsPerHour = 12;

export type HourlyLimit = ReturnType<typeof createHourlyLimit>;

/**
 * Limits the use of the last hour for each key, counted in slots of five minutes. Kept in memory, like the limits by the minute.
 * `onUse` hears of everything that is taken or returned here.
 */
export function createHourlyLimit(most: number, onUse: (key: string, count: number) => void = () => undefined) {
  /** Key → slot number → count, oldest first. */
  const used = new Map<string, Map<number, number>>();

  /** Also drops slots that are older than an hour. */
  function countsOf(key: string, slot: number) {
    const counts = used.get(key) ?? new Map<number, number>();
    for (const old of counts.keys()) if (old <= slot - slotsPerHour) counts.delete(old);
    if (counts.size === 0) used.delete(key);
    return counts;
  }

  return {
    most,
    /** Takes `wanted` if the limit allows all of it; otherwise returns what is left, and the seconds until all of it fits. */
    take(key: string, wanted: number, now: Date): { left: number; waitSeconds: number } | undefined {
      const slot = Math.floor(now.getTime() / slotMs);
      // Drops keys that were not used for an hour.
      if (used.size > 10_000) for (const other of used.keys()) countsOf(other, slot);
      const counts = countsOf(key, slot);
      let left = most - [...counts.values()].reduce((sum, count) => sum + count, 0);
      if (wanted <= left) {
        counts.set(slot, (counts.get(slot) ?? 0) + wanted);
        used.set(key, counts);
        onUse(key, wanted);
        return undefined;
      }
      const free = left;
      for (const [old, count] of counts) {
        left += count;
        if (wanted <= left)
          return { left: free, waitSeconds: Math.ceil(((old + slotsPerHour) * slotMs - now.getTime()) / 1000) };
      }
      return { left: free, waitSeconds: (slotsPerHour * slotMs) / 1000 };
    },
    /** Returns what was taken and not used. */
    giveBack(key: string, unused: number, now: Date) {
      const slot = Math.floor(now.getTime() / slotMs);
      const counts = used.get(key);
      const count = counts?.get(slot);
      if (counts && count !== undefined) counts.set(slot, Math.max(0, count - unused));
      onUse(key, -unused);
    },
    /** Counts what another process took, or returned if it is below 0. */
    note(key: string, count: number, now: Date) {
      const slot = Math.floor(now.getTime() / slotMs);
      const counts = countsOf(key, slot);
      counts.set(slot, Math.max(0, (counts.get(slot) ?? 0) + count));
      used.set(key, counts);
    },
    /** The number of keys in memory; for tests. */
    get size() {
      return used.size;
    },
  };
}
