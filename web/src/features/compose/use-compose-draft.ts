import type { Tone } from "@intellibox/contract/rules/choices";
import { composeDraftName } from "@intellibox/contract/rules/draft-names";
import { useRef, useState } from "react";
import {
  type ComposeDraft,
  clearComposeDraft,
  composeDefaults,
  composeShelf,
  contentOfDraft,
  draftFrom,
  readComposeDraft,
  writeComposeDraft,
} from "#lib/drafts/compose-draft.ts";
import { useDraftSync } from "#state/use-draft-sync.ts";

/** The draft on the screen. Every change is written to the browser's storage, so that a crash loses nothing. */
export function useComposeDraft() {
  const [draft, setDraft] = useState(readComposeDraft);
  // Several changes may arrive between two renders (a key press, a draft, dictated words): each builds on the one before.
  const latest = useRef(draft);
  const isBegun = useRef(composeShelf.read() !== null);
  const isSent = useRef(false);
  const put = (next: ComposeDraft) => {
    latest.current = next;
    setDraft(next);
  };
  const sync = useDraftSync({
    about: composeDraftName,
    shelf: composeShelf,
    read: () => (isBegun.current && !isSent.current ? contentOfDraft(latest.current) : null),
    adopt: (found) => {
      isBegun.current = found !== null;
      const next = draftFrom(found ?? {}, composeDefaults);
      composeShelf.take(found && next);
      put(next);
    },
  });
  return {
    draft,
    latest: () => latest.current,
    /** The version of another device, if both were changed. */
    other: sync.other,
    /** Gives a mail that is not begun the tone of the profile, which may be loaded after this page. */
    startWith: (tone: Tone) => {
      if (!isBegun.current && tone !== latest.current.tone) put({ ...latest.current, tone });
    },
    change: (changes: Partial<ComposeDraft>) => {
      isBegun.current = true;
      isSent.current = false;
      put({ ...latest.current, ...changes });
      writeComposeDraft(latest.current);
      sync.changed();
    },
    /** A sent mail is no draft any more for other devices and programs. Here its text stays until the next one is written. */
    setIsSent: (now: boolean) => {
      if (now === isSent.current) return;
      isSent.current = now;
      sync.changed();
    },
    reset: () => {
      isBegun.current = false;
      put(composeDefaults);
      clearComposeDraft();
      sync.changed();
    },
  };
}
