/** A set of UIDs as ranges ("1:5,9" in IMAP), so that a mailbox of 50,000 messages takes a few entries. */
export class UidSet {
  /** Ascending, with a gap of at least one between two ranges. */
  #ranges: [number, number][] = [];

  static parse(text: string): UidSet {
    const set = new UidSet();
    for (const piece of text.split(",").filter(Boolean)) {
      const [low = Number.NaN, high = low] = piece.split(":").map(Number);
      if (!Number.isSafeInteger(low) || !Number.isSafeInteger(high) || high < low) throw new Error("Not a set of UIDs");
      set.#ranges.push([low, high]);
    }
    return set;
  }

  static from(uids: Iterable<number>): UidSet {
    const set = new UidSet();
    for (const uid of uids) set.add(uid);
    return set;
  }

  toString(): string {
    return this.#ranges.map(([low, high]) => (low === high ? String(low) : `${low}:${high}`)).join(",");
  }

  get size(): number {
    return this.#ranges.reduce((sum, [low, high]) => sum + high - low + 1, 0);
  }

  has(uid: number): boolean {
    const range = this.#ranges[this.#at(uid)];
    return range !== undefined && range[0] <= uid;
  }

  add(uid: number): void {
    const at = this.#at(uid);
    const [before, next] = [this.#ranges[at - 1], this.#ranges[at]];
    if (next && next[0] <= uid) return;
    const joinsBefore = before !== undefined && before[1] === uid - 1;
    const joinsNext = next !== undefined && next[0] === uid + 1;
    if (joinsBefore && joinsNext) this.#ranges.splice(at - 1, 2, [before[0], next[1]]);
    else if (joinsBefore) before[1] = uid;
    else if (joinsNext) next[0] = uid;
    else this.#ranges.splice(at, 0, [uid, uid]);
  }

  delete(uid: number): boolean {
    const at = this.#at(uid);
    const range = this.#ranges[at];
    if (!range || range[0] > uid) return false;
    const [low, high] = range;
    const rest: [number, number][] = [
      [low, uid - 1],
      [uid + 1, high],
    ];
    this.#ranges.splice(at, 1, ...rest.filter(([from, to]) => from <= to));
    return true;
  }

  *[Symbol.iterator](): Generator<number> {
    for (const [low, high] of this.#ranges) for (let uid = low; uid <= high; uid++) yield uid;
  }

  get lowest(): number | undefined {
    return this.#ranges[0]?.[0];
  }

  /** The highest UIDs, highest first. */
  newest(count: number): number[] {
    const found: number[] = [];
    for (const [low, high] of this.#ranges.toReversed()) {
      for (let uid = high; uid >= low && found.length < count; uid--) found.push(uid);
    }
    return found;
  }

  /** The first range that does not end before `uid`. */
  #at(uid: number): number {
    let [low, high] = [0, this.#ranges.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#ranges[middle]?.[1] ?? 0) < uid) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
