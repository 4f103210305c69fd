import type { DraftContent, KeptDraft } from "@intellibox/contract/endpoints/drafts";
import { t } from "@intellibox/contract/text/t";
import { useEffect, useState } from "react";
import { useStableCallback } from "#lib/hooks/use-stable-callback.ts";
import { useLiveEvent } from "#lib/http/live.ts";
import { toast } from "#lib/toast.ts";
import { type DraftSyncOptions, openDraftSync } from "./draft-sync.ts";

const changedElsewhere = t(
  "Another mail program changed or deleted the copy of this draft in your Drafts folder. What it left there is kept beside this draft.",
);

/** The other device's version of a draft that both devices changed. */
export type OtherDraft = { savedAt: Date; take: () => void; keepMine: () => void };

type ScreenDraft = Omit<DraftSyncOptions, "onConflict" | "about"> & {
  /** Null if the draft is not synced. */
  about: string | null;
  adopt: (draft: DraftContent | null) => void;
};

/** Syncs the draft of a screen with the server while the screen is open. */
export function useDraftSync({ about, shelf, read, adopt }: ScreenDraft) {
  const [theirs, setTheirs] = useState<KeptDraft | null>(null);
  const readLatest = useStableCallback(read);
  const adoptLatest = useStableCallback(adopt);
  const [sync] = useState(() =>
    about === null
      ? null
      : openDraftSync({ about, shelf, read: readLatest, adopt: adoptLatest, onConflict: setTheirs }),
  );
  useEffect(() => {
    if (!sync) return;
    const followVisibility = () => (document.visibilityState === "visible" ? sync.pull() : sync.saveNow());
    sync.open();
    addEventListener("online", sync.pull);
    addEventListener("pagehide", sync.saveNow);
    document.addEventListener("visibilitychange", followVisibility);
    return () => {
      removeEventListener("online", sync.pull);
      removeEventListener("pagehide", sync.saveNow);
      document.removeEventListener("visibilitychange", followVisibility);
      sync.close();
    };
  }, [sync]);
  useLiveEvent("drafts", (data) => {
    const { about: name, version, isChangedElsewhere } = data as Record<string, unknown>;
    if (name !== about) return;
    if (isChangedElsewhere === true) toast(changedElsewhere, { duration: 10_000 });
    else sync?.noticed(version ?? null);
  });

  const other: OtherDraft | null =
    sync && theirs ? { savedAt: theirs.savedAt, take: sync.takeTheirs, keepMine: sync.keepMine } : null;
  return { changed: () => sync?.changed(), other };
}
