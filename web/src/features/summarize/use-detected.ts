import { useEffect, useState } from "react";
import { useDebouncedValue } from "#lib/hooks/use-debounced-value.ts";
import { isSmall, splitAside } from "./split-aside.ts";
import { type Material, threadOf } from "./thread-of.ts";

/** How many messages there are, following what is typed; a long text is counted when there is a pause. */
export function useDetected(material: Material): number {
  const settled = useDebouncedValue(material, 200);
  const [counted, setCounted] = useState(0);
  const isNow = isSmall(material);

  useEffect(() => {
    if (isSmall(settled)) return;
    let isCurrent = true;
    void splitAside(settled).then(({ length }) => isCurrent && setCounted(length));
    return () => {
      isCurrent = false;
    };
  }, [settled]);
  return isNow ? threadOf(material).length : counted;
}
