/**
 * Toasts. The durations (blank 4 s, error 4 s, success 2 s, loading until done, custom 4 s), the delay of removal (1 s) and the
 * limit of 20 are the library's defaults, which a test checks.
 * Import `toast` only from here: the library's other entry point has a separate list that is never shown.
 */
import { toast as show } from "react-hot-toast/headless";

export const toast = show;

/** Options for the outcome of an action. */
export const screenToast = { duration: 3000 } as const;
