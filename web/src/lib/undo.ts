/** What can be taken back just now, the latest last. The key z takes back what the mouse takes back by the button of its toast. */
type Offer = { run: () => void; until: number };

let offers: readonly Offer[] = [];

/** Stands for as long as it is certain to work, or until it is used or withdrawn. */
export function offerUndo(run: () => void, lastsMs: number): { withdraw: () => void } {
  const offer = { run, until: Date.now() + lastsMs };
  offers = [...offers, offer];
  const withdraw = () => {
    offers = offers.filter((other) => other !== offer);
  };
  return { withdraw };
}

/** Takes the latest back; false where there is nothing to take back. */
export function undoLatest(): boolean {
  offers = offers.filter(({ until }) => until > Date.now());
  const latest = offers.at(-1);
  offers = offers.slice(0, -1);
  latest?.run();
  return latest !== undefined;
}
