/** How old the proof of a person may be for a call with `stepUp`. */
export const proofMinutes = 10;

/** How many days a user has to set up a second factor after the company began to require one. */
export const maxGraceDays = 90;
export const usualGraceDays = 14;
