import { useEffect, useState } from "react";
import { onStepUp } from "#lib/http/step-up.ts";
import { loadedLater } from "#components/ui/loaded-later.tsx";

const StepUpDialog = loadedLater(() => import("#features/account/step-up-dialog.tsx").then((m) => m.StepUpDialog));

/** Shows the dialog that asks for a proof while a call waits for it. */
export function StepUp() {
  const [waiting, setWaiting] = useState<{ settle: (isProved: boolean) => void }>();
  useEffect(
    () =>
      onStepUp(
        () =>
          new Promise<boolean>((resolve) => {
            setWaiting({
              settle: (isProved) => {
                setWaiting(undefined);
                resolve(isProved);
              },
            });
          }),
      ),
    [],
  );
  return waiting ? <StepUpDialog onEnd={waiting.settle} /> : null;
}
