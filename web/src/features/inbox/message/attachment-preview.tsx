import type { MailAttachment } from "@intellibox/contract/endpoints/inbox";
import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { bytes } from "#lib/format.ts";
import { messageOf } from "#lib/http/api-error.ts";
import { invitationQuery } from "#api/invitations.ts";
import { attachmentQuery, attachmentTextQuery, saveAttachment } from "#api/mail-files.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Failed, Skeleton } from "#components/ui/async-states.tsx";
import { Button } from "#components/ui/button.tsx";
import { Modal } from "#components/ui/modal.tsx";
import { type PreviewKind, previewKind } from "./attachment-kind.ts";
import { EventFacts } from "./invitation/event-facts.tsx";
import { PdfPages } from "./pdf-pages.tsx";
import { useObjectUrl } from "./use-object-url.ts";

type ShownFile = { messageId: string; file: MailAttachment };

const views: Record<PreviewKind, (shown: ShownFile) => ReactNode> = {
  picture: (shown) => <Picture {...shown} />,
  text: (shown) => <TextFile {...shown} />,
  pdf: (shown) => <PdfPages {...shown} />,
  document: (shown) => <DocumentText {...shown} />,
};

/** The preview of an attachment in a dialog. No attachment is opened as a web page. */
export function AttachmentPreview({ onClose, ...shown }: ShownFile & { onClose: () => void }) {
  const { messageId, file } = shown;
  const [problem, setProblem] = useState<string | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  const kind = previewKind(file);
  const save = async () => {
    setIsSaving(true);
    setProblem(null);
    try {
      await saveAttachment(messageId, file);
    } catch (error) {
      setProblem(messageOf(error, t("{fileName} could not be loaded", { fileName: file.fileName })));
    } finally {
      setIsSaving(false);
    }
  };
  return (
    <Modal
      title={<span className="[overflow-wrap:anywhere]">{file.fileName}</span>}
      description={
        file.isLeft ? t("{size}, loaded from the mailbox’s server", { size: bytes(file.size) }) : bytes(file.size)
      }
      width="lg"
      onClose={onClose}
      footer={
        <Button busy={isSaving} icon={<Download className="size-4" aria-hidden="true" />} onClick={() => void save()}>
          {t("Download")}
        </Button>
      }
    >
      {problem && (
        <Alert kind="bad" className="mb-3">
          {problem}
        </Alert>
      )}
      <section
        aria-label={t("Preview")}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1)
        tabIndex={0}
        className="rounded-control"
      >
        {kind && views[kind](shown)}
      </section>
    </Modal>
  );
}

function Picture({ messageId, file }: ShownFile) {
  const { data, error, refetch } = useQuery(attachmentQuery(messageId, file.part));
  // The checked MIME type replaces the one of the response.
  const content = useMemo(() => data?.slice(0, data.size, file.mimeType), [data, file.mimeType]);
  const url = useObjectUrl(content);
  const [isBroken, setIsBroken] = useState(false);
  if (isBroken) return <p className="py-8 text-center text-sm text-text-3">{t("This image cannot be shown.")}</p>;
  return (
    <Loaded isLoading={!url} error={error} onRetry={() => void refetch()}>
      <img
        src={url}
        alt={file.fileName}
        onError={() => setIsBroken(true)}
        className="mx-auto max-h-[70dvh] max-w-full rounded-control"
      />
    </Loaded>
  );
}

const maxShown = 200_000;

function TextFile({ messageId, file }: ShownFile) {
  const { data: content, error, refetch } = useQuery(attachmentQuery(messageId, file.part));
  const [text, setText] = useState<string>();
  const isCalendar = text?.startsWith("BEGIN:VCALENDAR") ?? false;
  useEffect(() => {
    let isCurrent = true;
    void content
      ?.slice(0, maxShown)
      .text()
      .then((read) => isCurrent && setText(read));
    return () => {
      isCurrent = false;
    };
  }, [content]);
  return (
    <Loaded isLoading={text === undefined} error={error} onRetry={() => void refetch()}>
      {isCalendar && <CalendarEvents messageId={messageId} part={file.part} />}
      <details open={!isCalendar}>
        <summary className={isCalendar ? "mb-2 rounded-item text-xs text-text-3" : "hidden"}>
          {t("Original file")}
        </summary>
        <pre className="rounded-control bg-subtle p-3 font-mono text-xs [overflow-wrap:anywhere] whitespace-pre-wrap text-text">
          {text}
          {content && content.size > maxShown && "\n…"}
        </pre>
      </details>
    </Loaded>
  );
}

function CalendarEvents({ messageId, part }: { messageId: string; part: string }) {
  const { data, error, refetch } = useQuery(invitationQuery(messageId, part));
  return (
    <div className="mb-4 flex flex-col gap-6">
      <Loaded isLoading={!data} error={error} onRetry={() => void refetch()}>
        {data?.isReadable === false && (
          <p className="text-sm text-text-2">{t("This calendar file cannot be read. You can still download it.")}</p>
        )}
        {data?.events.map((event, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change
          <EventFacts key={index} event={event} />
        ))}
      </Loaded>
    </div>
  );
}

function DocumentText({ messageId, file }: ShownFile) {
  const { data: text, error, refetch } = useQuery(attachmentTextQuery(messageId, file));
  return (
    <Loaded isLoading={text === undefined} error={error} onRetry={() => void refetch()}>
      <p className="mb-3 text-xs text-text-3">{t("Text preview. Download the file to see the original formatting.")}</p>
      <div className="rounded-control bg-subtle p-3 text-sm [overflow-wrap:anywhere] whitespace-pre-wrap text-text">
        {text?.slice(0, maxShown)}
      </div>
    </Loaded>
  );
}

type LoadedProps = { isLoading: boolean; error: Error | null; onRetry: () => void; children: ReactNode };

function Loaded({ isLoading, error, onRetry, children }: LoadedProps) {
  if (!isLoading) return children;
  return error ? <Failed message={error.message} onRetry={onRetry} /> : <Skeleton className="h-64 w-full" />;
}
