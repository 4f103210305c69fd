import { useRef, useState } from "react";
import { useNavigate } from "react-router";
import { type ComposeDraft, composeDefaults, draftFrom } from "#lib/drafts/compose-draft.ts";
import type { DraftShelf } from "#lib/drafts/draft-shelf.ts";

type ShelvedDraft = {
  shelf: DraftShelf;
  /** What the draft was made from. The shelf holds one at a time. */
  about: string;
  fresh: () => ComposeDraft;
  /** The page that Reset opens. */
  leaveTo: string;
};

/** A draft that was made from a message. It is kept in this browser only, so that a reload loses no words, and beside Compose's own draft. */
export function useShelvedDraft({ shelf, about, fresh, leaveTo }: ShelvedDraft) {
  const [draft, setDraft] = useState<ComposeDraft>(() => {
    const kept = shelf.read();
    return kept?.about === about ? draftFrom(kept, fresh()) : fresh();
  });
  const latest = useRef(draft);
  const navigate = useNavigate();
  return {
    draft,
    latest: () => latest.current,
    other: null,
    change: (changes: Partial<ComposeDraft>) => {
      latest.current = { ...latest.current, ...changes };
      setDraft(latest.current);
      shelf.write({ ...composeDefaults, ...latest.current, about });
    },
    reset: () => {
      shelf.clear();
      void navigate(leaveTo);
    },
  };
}
