import type { MailMerge } from "@intellibox/contract/endpoints/mail-merges";
import { useEffect, useRef, useState } from "react";
import { useStableCallback } from "#lib/hooks/use-stable-callback.ts";
import { messageOf } from "#lib/http/api-error.ts";
import { type KeptMerge, useKeepMerge } from "#api/mail-merges.ts";

const saveAfterMs = 800;

/** The subject and text of a draft. They are saved while they are written, before another step and when the page is left. */
export function useDraft(merge: MailMerge) {
  const keep = useKeepMerge(merge.id);
  const [text, setText] = useState({ subject: merge.subject, html: merge.html });
  const [failure, setFailure] = useState<string>();
  const unsaved = useRef<KeptMerge>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  /** Returns false if it failed. The changes are kept for the next attempt. */
  const save = useStableCallback(async (): Promise<boolean> => {
    clearTimeout(timer.current);
    const changes = unsaved.current;
    if (!changes) return true;
    unsaved.current = undefined;
    try {
      await keep.mutateAsync(changes);
      setFailure(undefined);
      return true;
    } catch (error) {
      // The text that was written meanwhile is newer.
      unsaved.current = { ...changes, ...(unsaved.current as KeptMerge | undefined) };
      setFailure(messageOf(error));
      return false;
    }
  });

  const change = (changes: { subject?: string; html?: string }) => {
    setText((current) => ({ ...current, ...changes }));
    unsaved.current = { ...unsaved.current, ...changes };
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void save(), saveAfterMs);
  };

  useEffect(() => () => void save(), [save]);
  return { text, change, save, failure, isSaving: keep.isPending };
}

export type MergeDraftText = ReturnType<typeof useDraft>;
