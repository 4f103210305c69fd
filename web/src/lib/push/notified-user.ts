import { textEntry } from "../storage.ts";

/** The id of the user who turned notifications on in this browser. */
export const notifiedUser = textEntry("intellibox.notifications");
