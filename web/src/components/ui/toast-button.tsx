import type { ReactNode } from "react";

/** The action of a toast, on one line. */
export const ToastButton = ({ onPress, children }: { onPress: () => void; children: ReactNode }) => (
  <button
    type="button"
    onClick={onPress}
    className="-my-1 shrink-0 rounded-item px-2 py-1 font-semibold whitespace-nowrap text-accent-text hover:bg-hover pointer-coarse:py-3"
  >
    {children}
  </button>
);
