import { t } from "@intellibox/contract/text/t";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { screenToast, toast } from "#lib/toast.ts";
import { type SnoozedMessage, useSnooze } from "#api/snooze.ts";
import { announceUndoable } from "#components/ui/undo-offer.tsx";
import { doneWords } from "./snooze-words.ts";

const SnoozeDialog = lazy(() => import("./snooze-dialog.tsx").then((m) => ({ default: m.SnoozeDialog })));

const lastsMs = 9_500;

type SnoozingOptions = {
  onFailure: (message: string) => void;
  /** Called before messages leave the shown list. */
  onLeaving: (ids: readonly string[]) => void;
  /** Called when messages are snoozed. */
  onActed: () => void;
};

/** Snoozes messages until a moment that a dialog asks for. */
export function useSnoozing({ onFailure, onLeaving, onActed }: SnoozingOptions) {
  const [asked, setAsked] = useState<readonly SnoozedMessage[]>([]);
  const snooze = useSnooze({
    onFailure,
    announce: (count, until, undo) =>
      announceUndoable({
        words: doneWords(count, until),
        undone: until ? t("Back in Inbox") : t("Snoozed again"),
        undo,
        lastsMs,
      }),
  });

  /** Asks until when the messages are snoozed. Only those in the inbox can be. */
  const ask = (messages: readonly SnoozedMessage[]) => {
    const possible = messages.filter(({ folder }) => folder === "inbox" || folder === "snoozed");
    if (possible.length > 0) setAsked(possible);
    else if (messages.length > 0) toast(t("Only messages in the inbox can be snoozed."), screenToast);
  };
  const run = (until: Date | null) => {
    const leaving = asked.filter(({ folder }) => folder === (until ? "inbox" : "snoozed"));
    onLeaving(leaving.map(({ id }) => id));
    onActed();
    void snooze(asked, until);
  };

  const dialog: ReactNode = asked.length > 0 && (
    <Suspense fallback={null}>
      <SnoozeDialog
        count={asked.length}
        current={asked.every(({ snoozedUntil }) => snoozedUntil) ? (asked[0]?.snoozedUntil ?? undefined) : undefined}
        onPick={run}
        onClose={() => setAsked([])}
      />
    </Suspense>
  );
  return { ask, dialog };
}
