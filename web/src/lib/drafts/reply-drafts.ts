/** The drafts of replies, each stored under the mail that it answers. */

import { entryNames, jsonEntry, textEntry } from "../storage.ts";
import { draftShelf } from "./draft-shelf.ts";
import { forgetOwnTexts } from "./own-texts.ts";

const start = "intellibox.reply.draft ";
const markStart = "intellibox.reply.kept ";
/** Local storage holds a few megabytes; older drafts are on the server. */
const maxStored = 20;

export function replyShelf(about: string) {
  forgetOldest();
  return draftShelf(start + about, markStart + about);
}

function forgetOldest() {
  const at = (name: string) => jsonEntry(name, (found) => (found as { at?: number }).at ?? 0).read() ?? 0;
  const names = entryNames(markStart).sort((one, other) => at(other) - at(one));
  for (const name of names.slice(maxStored)) {
    textEntry(name).clear();
    const about = name.slice(markStart.length);
    textEntry(start + about).clear();
    forgetOwnTexts(about);
  }
}
