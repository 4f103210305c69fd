/** Adds jitter to an interval, so that what began together does not come back together. `share` is how far it may deviate. */
export const spread = (seconds: number, share = 0.1) => seconds * (1 - share + Math.random() * 2 * share);
