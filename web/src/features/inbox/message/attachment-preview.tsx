import type { MailAttachment } from "@intellibox/contract/endpoints/inbox";
import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useEffect, useState } from "react";
import { saveFile } from "#lib/download.ts";
import { bytes } from "#lib/format.ts";
import { attachmentQuery } from "#api/mail-files.ts";
import { Button } from "#components/button.tsx";
import { Modal } from "#components/modal.tsx";
import { Failed, Skeleton } from "#components/states.tsx";
import { previewKind } from "./attachment-kind.ts";

type AttachmentPreviewProps = { messageId: string; file: MailAttachment; onClose: () => void };

/** A picture or a text, looked at without leaving the message. Nothing here is opened as a page. */
export function AttachmentPreview({ messageId, file, onClose }: AttachmentPreviewProps) {
  const { data: content, error, refetch } = useQuery(attachmentQuery(messageId, file.part));
  const isPicture = previewKind(file) === "picture";
  return (
    <Modal
      title={file.fileName}
      description={bytes(file.size)}
      width="lg"
      onClose={onClose}
      footer={
        <Button
          disabled={!content}
          icon={<Download className="size-4" aria-hidden="true" />}
          onClick={() => content && saveFile(content, file.fileName)}
        >
          Download
        </Button>
      }
    >
      {error && !content && <Failed message={error.message} onRetry={() => void refetch()} />}
      {!error && !content && <Skeleton className="h-64 w-full" />}
      {content && isPicture && <Picture content={content} file={file} />}
      {content && !isPicture && <TextContent content={content} />}
    </Modal>
  );
}

function Picture({ content, file }: { content: Blob; file: MailAttachment }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    // Under the type that was checked, whatever the answer called it.
    const made = URL.createObjectURL(content.slice(0, content.size, file.mimeType));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [content, file.mimeType]);
  return url && <img src={url} alt={file.fileName} className="mx-auto max-h-[70dvh] max-w-full rounded-control" />;
}

const maxShown = 200_000;

function TextContent({ content }: { content: Blob }) {
  const [text, setText] = useState<string>();
  useEffect(() => {
    let isCurrent = true;
    void content
      .slice(0, maxShown)
      .text()
      .then((read) => isCurrent && setText(read));
    return () => {
      isCurrent = false;
    };
  }, [content]);
  return (
    <pre className="max-h-[65dvh] overflow-auto rounded-control bg-subtle p-3 font-mono text-xs [overflow-wrap:anywhere] whitespace-pre-wrap text-text">
      {text}
      {content.size > maxShown && "\n…"}
    </pre>
  );
}
