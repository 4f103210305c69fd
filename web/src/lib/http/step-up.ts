/** Asks the person for a fresh proof when the server refuses a call without one. */

type Ask = () => Promise<boolean>;

let ask: Ask | undefined;
let asking: Promise<boolean> | undefined;

/** Registers the dialog. Returns a function that takes it back. */
export function onStepUp(dialog: Ask) {
  ask = dialog;
  return () => {
    if (ask === dialog) ask = undefined;
  };
}

/** True if the person gave a proof, so that the call may be repeated. Calls that are refused together share one dialog. */
export function stepUp(): Promise<boolean> {
  asking ??= (ask?.() ?? Promise.resolve(false)).finally(() => {
    asking = undefined;
  });
  return asking;
}
