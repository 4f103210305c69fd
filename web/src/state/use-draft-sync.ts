import type { DraftContent, KeptDraft } from "@intellibox/contract/endpoints/drafts";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useLiveEvent } from "#lib/http/live.ts";
import { type KeeperOptions, openDraftKeeper } from "./draft-sync.ts";

/** A draft that another device changed while it was changed here too. */
export type OtherDraft = { savedAt: Date; take: () => void; keepMine: () => void };

type DraftKeeping = Omit<KeeperOptions, "onBoth" | "about"> & {
  /** Null where the draft is of no use elsewhere. */
  about: string | null;
  adopt: (draft: DraftContent | null) => void;
};

/** Keeps the draft of a screen in step with the server while the screen is open. */
export function useDraftKeeping({ about, shelf, read, adopt }: DraftKeeping) {
  const [theirs, setTheirs] = useState<KeptDraft | null>(null);
  const latest = useRef({ read, adopt });
  useLayoutEffect(() => {
    latest.current = { read, adopt };
  });
  const [keeper] = useState(() =>
    about === null
      ? null
      : openDraftKeeper({
          about,
          shelf,
          read: () => latest.current.read(),
          adopt: (draft) => latest.current.adopt(draft),
          onBoth: setTheirs,
        }),
  );
  useEffect(() => {
    if (!keeper) return;
    const follow = () => (document.visibilityState === "visible" ? keeper.look() : keeper.saveNow());
    keeper.open();
    addEventListener("online", keeper.look);
    addEventListener("pagehide", keeper.saveNow);
    document.addEventListener("visibilitychange", follow);
    return () => {
      removeEventListener("online", keeper.look);
      removeEventListener("pagehide", keeper.saveNow);
      document.removeEventListener("visibilitychange", follow);
      keeper.close();
    };
  }, [keeper]);
  useLiveEvent("drafts", (data) => {
    const { about: which, version } = data as { about?: unknown; version?: unknown };
    if (which === about) keeper?.heard(version ?? null);
  });

  const other: OtherDraft | null =
    keeper && theirs ? { savedAt: theirs.savedAt, take: keeper.takeTheirs, keepMine: keeper.keepMine } : null;
  return { changed: () => keeper?.changed(), other };
}
