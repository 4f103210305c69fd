import { assistant } from "@intellibox/contract/endpoints/assistant";
import { multiTones, type Tone } from "@intellibox/contract/rules/choices";
import { useEffect, useRef, useState } from "react";
import { messageOf } from "#lib/api-error.ts";
import type { ComposeDraft } from "#lib/compose-draft.ts";
import { draftHtml } from "#lib/draft-html.ts";
import { streamCall } from "#lib/events.ts";
import type { Authorship } from "#api/assistant.ts";

/** A finished draft in one tone. */
export type ToneDraft = Authorship & { tone: Tone; subject: string; bodyHtml: string };
type Entry = { tone: Tone; text: string; draft: ToneDraft | null };

type ToneDraftsOptions = {
  latest: () => ComposeDraft;
  change: (changes: Partial<ComposeDraft>) => void;
  onWritten: (authorship: Authorship) => void;
};

/** Three drafts at once, one a tone. The chosen one stands in the editor; what is changed in it stays with it. */
export function useToneDrafts({ latest, change, onWritten }: ToneDraftsOptions) {
  const [entries, setEntries] = useState<Entry[] | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [chosen, setChosen] = useState<Tone>(multiTones[0]);
  const state = useRef<{ entries: Entry[] | null; chosen: Tone; run: AbortController | null }>({
    entries: null,
    chosen: multiTones[0],
    run: null,
  });
  useEffect(() => () => state.current.run?.abort(), []);

  const put = (next: Entry[] | null) => {
    state.current.entries = next;
    setEntries(next);
  };
  const patch = (tone: Tone, changes: Partial<Entry>) =>
    put((state.current.entries ?? []).map((entry) => (entry.tone === tone ? { ...entry, ...changes } : entry)));
  const show = (draft: ToneDraft) => {
    change({ subject: draft.subject, bodyHtml: draft.bodyHtml });
    onWritten(draft);
  };
  const select = (tone: Tone) => {
    state.current.chosen = tone;
    setChosen(tone);
  };

  const writeOne = async (tone: Tone, variant: number, signal: AbortSignal) => {
    const { intent, extra } = latest();
    let text = "";
    const onToken = (piece: string) => {
      text += piece;
      patch(tone, { text });
    };
    const answer = await streamCall(
      assistant.draftEmail,
      { body: { intent, tone, context: extra, variant } },
      { signal, fallback: "Could not generate variants", onToken },
    );
    const { body, ...written } = answer;
    const draft = { ...written, tone, bodyHtml: draftHtml(body) };
    patch(tone, { draft });
    if (state.current.chosen === tone) show(draft);
  };

  /** Answers with what went wrong, if anything did. */
  const generate = async (variant: number): Promise<string | undefined> => {
    const run = new AbortController();
    state.current.run = run;
    select(multiTones[0]);
    put(multiTones.map((tone) => ({ tone, text: "", draft: null })));
    setIsBusy(true);
    const results = await Promise.allSettled(multiTones.map((tone) => writeOne(tone, variant, run.signal)));
    if (state.current.run !== run) return undefined;
    finish();
    const failed = results.find((result) => result.status === "rejected");
    return failed && !run.signal.aborted ? messageOf(failed.reason, "Could not generate variants") : undefined;
  };

  /** Those that did not arrive are gone; where the chosen one is among them another takes its place. */
  const finish = () => {
    setIsBusy(false);
    const there = (state.current.entries ?? []).filter(({ draft }) => draft);
    put(there.length > 0 ? there : null);
    const [first] = there;
    if (first?.draft && !there.some(({ tone }) => tone === state.current.chosen)) {
      select(first.tone);
      show(first.draft);
    }
  };

  const choose = (tone: Tone) => {
    const current = state.current.entries?.find((entry) => entry.tone === state.current.chosen)?.draft;
    const { subject, bodyHtml } = latest();
    if (current) patch(current.tone, { draft: { ...current, subject, bodyHtml } });
    select(tone);
    const next = state.current.entries?.find((entry) => entry.tone === tone)?.draft;
    if (next) show(next);
  };

  const current = entries?.find(({ tone }) => tone === chosen);
  return {
    entries,
    chosen,
    choose,
    generate,
    isBusy,
    /** The chosen draft while it is being written. */
    text: isBusy && current && !current.draft ? current.text : null,
    stop: () => state.current.run?.abort(),
    clear: () => {
      state.current.run?.abort();
      state.current.run = null;
      setIsBusy(false);
      put(null);
    },
  };
}
