const slotMs = 5 * 60_000;
const slotsPerHour = 12;

export type HourlyLimit = ReturnType<typeof createHourlyLimit>;

/** Counts what somebody used in the last hour, in steps of five minutes. It lives in this process, as the limits by the minute do. */
export function createHourlyLimit(most: number) {
  /** For each key the counts by the number of their five minutes, oldest first. */
  const used = new Map<string, Map<number, number>>();

  /** Drops what is older than an hour. */
  function countsOf(key: string, slot: number) {
    const counts = used.get(key) ?? new Map<number, number>();
    for (const old of counts.keys()) if (old <= slot - slotsPerHour) counts.delete(old);
    if (counts.size === 0) used.delete(key);
    return counts;
  }

  return {
    most,
    /** Takes so many where there is room for all of them; otherwise says what is left, and the seconds until there is room. */
    take(key: string, wanted: number, now: Date): { left: number; waitSeconds: number } | undefined {
      const slot = Math.floor(now.getTime() / slotMs);
      // Whoever has not come back for an hour is forgotten, at the cost of one look now and then.
      if (used.size > 10_000) for (const other of used.keys()) countsOf(other, slot);
      const counts = countsOf(key, slot);
      let left = most - [...counts.values()].reduce((sum, count) => sum + count, 0);
      if (wanted <= left) {
        counts.set(slot, (counts.get(slot) ?? 0) + wanted);
        used.set(key, counts);
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
    /** What was taken and not used. */
    giveBack(key: string, unused: number, now: Date) {
      const slot = Math.floor(now.getTime() / slotMs);
      const counts = used.get(key);
      const count = counts?.get(slot);
      if (counts && count !== undefined) counts.set(slot, Math.max(0, count - unused));
    },
    /** How many keys are held; for tests. */
    get size() {
      return used.size;
    },
  };
}
