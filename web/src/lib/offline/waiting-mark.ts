import { textEntry } from "../storage.ts";

/** Says how many changes wait for the network and whose they are. It is there before the database is open, for all tabs. */
export const waitingMark = textEntry("intellibox.waiting");
