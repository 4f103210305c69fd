import { useEffect, useState } from "react";

/** An object URL for a blob, revoked when the blob is no longer shown. */
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
