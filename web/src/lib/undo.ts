/** The actions that can be undone now, the latest last. The key z does the same as the Undo button of a toast. */
type Offer = { run: () => void; until: number };

let offers: readonly Offer[] = [];

/** Offers an undo until its time is over, or until it is used or withdrawn. */
export function offerUndo(run: () => void, lastsMs: number): { withdraw: () => void } {
  const offer = { run, until: Date.now() + lastsMs };
  offers = [...offers, offer];
  const withdraw = () => {
    offers = offers.filter((other) => other !== offer);
  };
  return { withdraw };
}

/** Undoes the latest action; false if there is none. */
export function undoLatest(): boolean {
  offers = offers.filter(({ until }) => until > Date.now());
  const latest = offers.at(-1);
  offers = offers.slice(0, -1);
  latest?.run();
  return latest !== undefined;
}
