import { lazy, Suspense } from "react";
import type { SentMark } from "#lib/drafts/sent-mark.ts";
import { usePreload } from "#lib/hooks/use-preload.ts";
import { SendAgain } from "./send-again.tsx";

const loadUnfilled = () => import("./unfilled-tokens.tsx");
const UnfilledTokens = lazy(() => loadUnfilled().then((m) => ({ default: m.UnfilledTokens })));

type SendQuestionsProps = {
  sending: {
    repeated: SentMark | null;
    sendAgain: () => void;
    keepRepeated: () => void;
    unfilled: string[] | null;
    sendUnfilled: () => void;
    keepUnfilled: () => void;
  };
  /** Called when the user goes back to the text to fill in its placeholders. */
  onKeep: () => void;
  /** Puts the values into the mail and sends it. */
  onFill: (values: ReadonlyMap<string, string>) => void;
};

/** The questions before a mail is sent: whether to send the same mail again, and what its placeholders stand for. */
export function SendQuestions({ sending, onFill, onKeep }: SendQuestionsProps) {
  usePreload(loadUnfilled);
  const { repeated, unfilled } = sending;
  return (
    <>
      {repeated && <SendAgain sent={repeated} onSend={sending.sendAgain} onKeep={sending.keepRepeated} />}
      {unfilled && (
        <Suspense fallback={null}>
          <UnfilledTokens
            tokens={unfilled}
            onFill={onFill}
            onSend={sending.sendUnfilled}
            onKeep={() => {
              sending.keepUnfilled();
              // After the closed dialog has returned the focus.
              requestAnimationFrame(onKeep);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
