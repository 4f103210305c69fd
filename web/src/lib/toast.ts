/**
 * Messages that come and go. The durations (blank 4 s, error 4 s, success 2 s, loading until done, custom 4 s),
 * the delay of removal (1 s) and the limit of 20 are the library's own, and held by a test.
 * Everything goes through this file: the library's other entry keeps a second, unseen list.
 */
import { toast as show } from "react-hot-toast/headless";

export const toast = show;

/** What screens pass for the outcome of an action. */
export const screenToast = { duration: 3000 } as const;
