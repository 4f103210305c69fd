import type { MailAttachment } from "@intellibox/contract/endpoints/inbox";
import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { attachmentPageQuery } from "#api/mail-files.ts";
import { Failed, Skeleton } from "#components/ui/async-states.tsx";
import { useObjectUrl } from "./use-object-url.ts";

type PdfPagesProps = { messageId: string; file: MailAttachment };

/** The pages of a PDF as images that the server renders. The browser never opens the file itself. */
export function PdfPages({ messageId, file }: PdfPagesProps) {
  const first = useQuery(attachmentPageQuery(messageId, file.part, 1));
  if (!first.data) {
    return first.error ? (
      <Failed message={first.error.message} onRetry={() => void first.refetch()} />
    ) : (
      <PageSkeleton />
    );
  }
  const { pages } = first.data;
  return (
    <ol className="flex flex-col gap-3">
      {Array.from({ length: pages }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pages keep their order
        <li key={index}>
          <Page messageId={messageId} file={file} page={index + 1} pages={pages} />
        </li>
      ))}
    </ol>
  );
}

type PageProps = PdfPagesProps & { page: number; pages: number };

function Page({ messageId, file, page, pages }: PageProps) {
  const box = useRef<HTMLDivElement>(null);
  const isNear = useNear(box);
  const { data, error, refetch } = useQuery({ ...attachmentPageQuery(messageId, file.part, page), enabled: isNear });
  const url = useObjectUrl(data?.picture);
  return (
    <div ref={box}>
      {url && (
        <img
          src={url}
          alt={t("Page {page} of {pages} of {fileName}", { page, pages, fileName: file.fileName })}
          className="block w-full rounded-item border border-line bg-white"
        />
      )}
      {!url && error && <Failed message={error.message} onRetry={() => void refetch()} />}
      {!url && !error && <PageSkeleton />}
      <p className="pt-1 text-center text-xs text-text-3 tabular-nums" aria-hidden="true">
        {page} / {pages}
      </p>
    </div>
  );
}

const PageSkeleton = () => <Skeleton className="aspect-[1/1.414] w-full" />;

/** True once the element has come near the visible area. */
function useNear(element: React.RefObject<HTMLElement | null>) {
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    if (!element.current || isNear) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setIsNear(true),
      { rootMargin: "600px" },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, isNear]);
  return isNear;
}
