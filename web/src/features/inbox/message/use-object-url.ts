import { useEffect, useState } from "react";

/** An address for bytes that are in memory, given back when they are no longer shown. */
export function useObjectUrl(content: Blob | undefined) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!content) return;
    const made = URL.createObjectURL(content);
    setUrl(made);
    return () => {
      URL.revokeObjectURL(made);
      setUrl(undefined);
    };
  }, [content]);
  return url;
}
