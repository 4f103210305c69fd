let opener: (() => void) | undefined;

/** Opens the panel that answers questions about the mail, if its code is loaded. */
export const openAskMail = () => opener?.();

/** Registers what opens the panel. Returns what withdraws it. */
export function onAskMail(open: () => void): () => void {
  opener = open;
  return () => {
    if (opener === open) opener = undefined;
  };
}
