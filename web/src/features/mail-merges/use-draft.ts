import type { MailMerge } from "@intellibox/contract/endpoints/mail-merges";
import { useEffect, useRef, useState } from "react";
import { useStableCallback } from "#lib/hooks/use-stable-callback.ts";
import { messageOf } from "#lib/http/api-error.ts";
import { useKeepMerge } from "#api/mail-merges.ts";

const saveAfterMs = 800;

type DraftText = { subject: string; html: string };
type Unsaved = {
  changes: Partial<DraftText>;
  /** The version that the changes were made to. */
  basedOn: number;
};

/** Changes that could not be saved when the page was left, by the id of the draft. They are shown again on the next visit. */
const unsavedDrafts = new Map<string, Unsaved>();

/**
 * The subject and text of a draft. They are saved while they are written, before another step and when the page is left. If another
 * window has saved meanwhile, the writer chooses which text stays.
 */
export function useDraft(merge: MailMerge) {
  const keep = useKeepMerge(merge);
  const left = unsavedDrafts.get(merge.id);
  const [text, setText] = useState<DraftText>({ subject: merge.subject, html: merge.html, ...left?.changes });
  const [failure, setFailure] = useState<string>();
  const [isBehind, setIsBehind] = useState(left !== undefined && left.basedOn < merge.version);
  const version = useRef(left?.basedOn ?? merge.version);
  const isSaving = useRef(false);
  const last = useRef(Promise.resolve(true));
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const saveOnce = useStableCallback(async (): Promise<boolean> => {
    clearTimeout(timer.current);
    const unsaved = unsavedDrafts.get(merge.id);
    if (!unsaved) return true;
    if (isBehind) return false;
    isSaving.current = true;
    try {
      const saved = await keep.mutateAsync({ ...unsaved.changes, basedOn: version.current });
      version.current = saved.version;
      // Changes that were made during the call stay unsaved.
      if (unsavedDrafts.get(merge.id) === unsaved) unsavedDrafts.delete(merge.id);
      setFailure(undefined);
      return true;
    } catch (error) {
      setFailure(messageOf(error));
      return false;
    } finally {
      isSaving.current = false;
    }
  });

  /** Returns false if it failed. The changes are kept for the next attempt. One after another, as each names the version before it. */
  const save = useStableCallback((): Promise<boolean> => {
    last.current = last.current.then(saveOnce);
    return last.current;
  });

  const put = (changes: Partial<DraftText>) => unsavedDrafts.set(merge.id, { changes, basedOn: version.current });

  const change = (changes: Partial<DraftText>) => {
    setText((current) => ({ ...current, ...changes }));
    put({ ...unsavedDrafts.get(merge.id)?.changes, ...changes });
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void save(), saveAfterMs);
  };

  const takeSaved = useStableCallback(() => {
    clearTimeout(timer.current);
    unsavedDrafts.delete(merge.id);
    version.current = merge.version;
    setText({ subject: merge.subject, html: merge.html });
    setIsBehind(false);
    setFailure(undefined);
  });

  const keepOwn = () => {
    version.current = merge.version;
    put(text);
    setIsBehind(false);
  };

  // Another window has saved: its text is shown, unless something here would be lost by that.
  const isSame = text.subject === merge.subject && text.html === merge.html;
  useEffect(() => {
    if (merge.version <= version.current || isSaving.current) return;
    if (unsavedDrafts.has(merge.id) && !isSame) setIsBehind(true);
    else takeSaved();
  }, [merge.id, merge.version, isSame, takeSaved]);

  // After `keepOwn` and after a visit that could not save.
  useEffect(() => {
    if (!isBehind) void save();
  }, [isBehind, save]);

  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (unsavedDrafts.has(merge.id)) event.preventDefault();
    };
    window.addEventListener("beforeunload", ask);
    return () => {
      window.removeEventListener("beforeunload", ask);
      void save();
    };
  }, [merge.id, save]);

  return { text, change, save, failure, isSaving: keep.isPending, isBehind, takeSaved, keepOwn };
}

export type MergeDraftText = ReturnType<typeof useDraft>;
