import { useSyncExternalStore } from "react";

const narrow = matchMedia("(width <= 768px)");

/** True if the sidebar is a drawer. */
export const useNarrow = () =>
  useSyncExternalStore(
    (listener) => {
      narrow.addEventListener("change", listener);
      return () => narrow.removeEventListener("change", listener);
    },
    () => narrow.matches,
  );
