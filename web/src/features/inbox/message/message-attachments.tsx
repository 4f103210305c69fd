import type { MailAttachment, MailMessage } from "@intellibox/contract/endpoints/inbox";
import { t } from "@intellibox/contract/text/t";
import { useQueryClient } from "@tanstack/react-query";
import { Download, Eye, FileText, FolderDown, Image } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { bytes } from "#lib/format.ts";
import { messageOf } from "#lib/http/api-error.ts";
import { useNavigate } from "#lib/router/router.tsx";
import { messageQuery } from "#api/inbox.ts";
import { attachmentText, saveAttachment, saveAttachments } from "#api/mail-files.ts";
import { AiIcon } from "#components/ui/ai-icon.tsx";
import { Button, IconButton } from "#components/ui/button.tsx";
import { Tooltip } from "#components/ui/tooltip.tsx";
import { isReadable, previewKind } from "./attachment-kind.ts";

const AttachmentPreview = lazy(() =>
  import("./attachment-preview.tsx").then((m) => ({ default: m.AttachmentPreview })),
);

type MessageAttachmentsProps = { message: MailMessage; onFailure: (message: string) => void };

/** The attachments of a message, without inline pictures that its HTML already shows. */
export function MessageAttachments({ message, onFailure }: MessageAttachmentsProps) {
  const [shown, setShown] = useState<MailAttachment | null>(null);
  const files = message.attachments.filter(({ inline }) => !inline || message.bodyHtml === null);
  if (files.length === 0) return null;
  return (
    <section aria-label={t("Attachments")}>
      <ul className="flex flex-wrap gap-2">
        {files.map((file) => (
          <AttachmentCard
            key={file.part}
            file={file}
            message={message}
            onShow={() => setShown(file)}
            onFailure={onFailure}
          />
        ))}
      </ul>
      {files.length > 1 && <DownloadAll message={message} onFailure={onFailure} />}
      {shown && (
        <Suspense fallback={null}>
          <AttachmentPreview messageId={message.id} file={shown} onClose={() => setShown(null)} />
        </Suspense>
      )}
    </section>
  );
}

function DownloadAll({ message: { id, subject, attachments }, onFailure }: MessageAttachmentsProps) {
  const cache = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);
  const save = async () => {
    setIsBusy(true);
    try {
      await saveAttachments(id, subject);
      if (attachments.some(({ isLeft }) => isLeft)) void cache.invalidateQueries(messageQuery(id));
    } catch (error) {
      onFailure(messageOf(error, t("The files could not be loaded")));
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Button
      size="sm"
      className="mt-2"
      busy={isBusy}
      icon={<FolderDown className="size-3.5" aria-hidden="true" />}
      onClick={() => void save()}
    >
      {t("Download all")}
    </Button>
  );
}

type CardProps = MessageAttachmentsProps & { file: MailAttachment; onShow: () => void };

function AttachmentCard({ file, message, onShow, onFailure }: CardProps) {
  const navigate = useNavigate();
  const cache = useQueryClient();
  const [busy, setBusy] = useState<"save" | "summarize" | null>(null);
  const kind = previewKind(file);
  const Icon = kind === "picture" ? Image : FileText;

  const runBusy = async (action: "save" | "summarize", work: () => Promise<void>) => {
    setBusy(action);
    try {
      await work();
      if (file.isLeft) void cache.invalidateQueries(messageQuery(message.id));
    } catch (error) {
      onFailure(messageOf(error, t("{fileName} could not be loaded", { fileName: file.fileName })));
    } finally {
      setBusy(null);
    }
  };
  const save = () => runBusy("save", () => saveAttachment(message.id, file));
  const summarize = () =>
    runBusy("summarize", async () => {
      const text = await attachmentText(message.id, file);
      await navigate("/summarize", { state: { text } });
    });

  return (
    <li className="flex max-w-full items-center gap-3 rounded-panel border border-line py-2 pe-1.5 ps-2">
      <span className="flex size-9 shrink-0 items-center justify-center rounded-control bg-hover text-text-2">
        <Icon className="size-4" aria-hidden="true" />
      </span>
      <span className="min-w-0">
        <span className="block max-w-56 truncate text-sm font-medium text-text">{file.fileName}</span>
        <span className="block text-xs text-text-3 tabular-nums" role={file.isLeft ? "status" : undefined}>
          {file.isLeft && busy ? t("Loading from the mailbox’s server…") : bytes(file.size)}
          {file.isLeft && !busy && ` · ${t("on the server")}`}
        </span>
      </span>
      <span className="flex">
        {kind && (
          <Tool label={t("Preview {fileName}", { fileName: file.fileName })} words={t("Preview")} onClick={onShow}>
            <Eye className="size-4" aria-hidden="true" />
          </Tool>
        )}
        <Tool
          label={t("Download {fileName}", { fileName: file.fileName })}
          words={t("Download")}
          busy={busy === "save"}
          onClick={save}
        >
          <Download className="size-4" aria-hidden="true" />
        </Tool>
        {isReadable(file) && (
          <Tool
            label={t("Summarize {fileName}", { fileName: file.fileName })}
            words={t("Summarize")}
            busy={busy === "summarize"}
            onClick={summarize}
          >
            <AiIcon className="size-4 text-ai" />
          </Tool>
        )}
      </span>
    </li>
  );
}

type ToolProps = { label: string; words: string; busy?: boolean; onClick: () => void; children: React.ReactNode };

const Tool = ({ label, words, busy = false, onClick, children }: ToolProps) => (
  <Tooltip text={words}>
    <IconButton size="icon-sm" label={label} busy={busy} icon={children} onClick={onClick} />
  </Tooltip>
);
