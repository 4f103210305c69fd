import { assistant } from "@intellibox/contract/endpoints/assistant";
import { multiTones, type Tone } from "@intellibox/contract/rules/choices";
import { t } from "@intellibox/contract/text/t";
import { useEffect, useRef, useState } from "react";
import type { ComposeDraft } from "#lib/drafts/compose-draft.ts";
import { draftHtml } from "#lib/drafts/draft-html.ts";
import { usesKnowledge } from "#lib/drafts/uses-knowledge.ts";
import { rememberDraft } from "#lib/drafts/written-drafts.ts";
import { messageOf } from "#lib/http/api-error.ts";
import { streamCall } from "#lib/http/events.ts";
import { timeZone } from "#lib/time-zone.ts";
import type { Authorship } from "#api/assistant.ts";

/** A finished draft in one tone. */
export type ToneDraft = Authorship & { tone: Tone; subject: string; bodyHtml: string };
/** A tone's draft; while it is being written, its text so far and what is being done before the text begins. */
type Entry = { tone: Tone; text: string; progress: string; draft: ToneDraft | null };

type ToneDraftsOptions = {
  latest: () => ComposeDraft;
  change: (changes: Partial<ComposeDraft>) => void;
  onWritten: (authorship: Authorship) => void;
};

/** Writes three drafts in parallel, one for each tone. The editor shows the chosen one, and edits are kept with their tone. */
export function useToneDrafts({ latest, change, onWritten }: ToneDraftsOptions) {
  const { entries, chosen, now, put, patch, select } = useEntries();
  const [isBusy, setIsBusy] = useState(false);
  const run = useRef<AbortController | null>(null);
  useEffect(() => () => run.current?.abort(), []);

  const show = (tone: Tone) => {
    select(tone);
    const draft = now().entries?.find((entry) => entry.tone === tone)?.draft;
    if (!draft) return;
    change({ subject: draft.subject, bodyHtml: draft.bodyHtml });
    onWritten(draft);
  };
  const clear = () => {
    run.current?.abort();
    run.current = null;
    setIsBusy(false);
    put(null);
  };
  /** Returns whether any draft was written, and the first failure. */
  const generate = async (variant: number): Promise<{ isWritten: boolean; problem?: string | undefined }> => {
    const controller = new AbortController();
    run.current = controller;
    put(multiTones.map((tone) => ({ tone, text: "", progress: "", draft: null })));
    select(multiTones[0]);
    setIsBusy(true);
    const writeOne = async (tone: Tone) => {
      const onText = (text: string) => patch(tone, { text });
      const onProgress = (progress: string) => patch(tone, { progress });
      const { signal } = controller;
      patch(tone, { draft: await draftInTone({ brief: latest(), tone, variant, signal, onText, onProgress }) });
      if (now().chosen === tone) show(tone);
    };
    const results = await Promise.allSettled(multiTones.map(writeOne));
    if (run.current !== controller) return { isWritten: false };
    setIsBusy(false);
    // Drops the tones that failed. If the chosen one is among them, shows the first that succeeded.
    const finished = (now().entries ?? []).filter(({ draft }) => draft);
    put(finished.length > 0 ? finished : null);
    if (finished[0] && !finished.some(({ tone }) => tone === now().chosen)) show(finished[0].tone);
    const failed = results.find((result) => result.status === "rejected");
    const isFailure = failed && !controller.signal.aborted;
    return {
      isWritten: finished.length > 0,
      problem: isFailure ? messageOf(failed.reason, t("Could not generate variants")) : undefined,
    };
  };
  const choose = (tone: Tone) => {
    const current = now().entries?.find((entry) => entry.tone === now().chosen)?.draft;
    const { subject, bodyHtml } = latest();
    if (current) patch(current.tone, { draft: { ...current, subject, bodyHtml } });
    show(tone);
  };

  const current = entries?.find(({ tone }) => tone === chosen);
  /** The chosen draft's text while it is being written. */
  const text = isBusy && current && !current.draft ? current.text : null;
  return {
    entries,
    chosen,
    choose,
    generate,
    isBusy,
    text,
    progress: progressOf(entries, current),
    stop: () => run.current?.abort(),
    clear,
  };
}

/** The step of the chosen tone's draft, and the number of drafts that are written. */
function progressOf(entries: Entry[] | null, current: Entry | undefined) {
  if (!entries) return "";
  const written = t("{count} of {count2} written", {
    count: entries.filter(({ draft }) => draft).length,
    count2: entries.length,
  });
  const isReading = current && !current.draft && !current.text && current.progress;
  return isReading ? `${current.progress}, ${written}` : written;
}

/** The three drafts and the chosen tone. A ref holds the latest value, since streams write several times between two renders. */
function useEntries() {
  const [shown, setShown] = useState<{ entries: Entry[] | null; chosen: Tone }>({
    entries: null,
    chosen: multiTones[0],
  });
  const latest = useRef(shown);
  const set = (changes: Partial<typeof shown>) => {
    latest.current = { ...latest.current, ...changes };
    setShown(latest.current);
  };
  const patch = (tone: Tone, changes: Partial<Entry>) =>
    set({
      entries: latest.current.entries?.map((entry) => (entry.tone === tone ? { ...entry, ...changes } : entry)) ?? null,
    });
  return {
    ...shown,
    now: () => latest.current,
    put: (entries: Entry[] | null) => set({ entries }),
    patch,
    select: (chosen: Tone) => set({ chosen }),
  };
}

type ToneRequest = {
  brief: ComposeDraft;
  tone: Tone;
  variant: number;
  signal: AbortSignal;
  onText: (text: string) => void;
  onProgress: (what: string) => void;
};

async function draftInTone({ brief, tone, variant, signal, onText, onProgress }: ToneRequest): Promise<ToneDraft> {
  const { body, ...written } = await streamCall(
    assistant.draftEmail,
    {
      body: {
        intent: brief.intent,
        tone,
        context: brief.extra,
        to: brief.to,
        variant,
        timeZone: timeZone(),
        usesKnowledge: usesKnowledge(),
      },
    },
    { signal, fallback: t("Could not generate variants"), onText, onProgress },
  );
  rememberDraft(written, body);
  return { ...written, tone, bodyHtml: draftHtml(body) };
}
