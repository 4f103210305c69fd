import type { ConfirmProps } from "./confirm-dialog.tsx";
import { loadedLater } from "./loaded-later.tsx";

/** Asks before an action that cannot be undone. Its code is loaded when the first question is asked. */
export const Confirm = loadedLater<ConfirmProps>(() => import("./confirm-dialog.tsx").then((m) => m.ConfirmDialog));
