import { t } from "@intellibox/contract/text/t";
import { useRef, useState } from "react";
import type { Attached } from "#lib/hooks/use-attachments.ts";
import type { TemplateTool } from "#lib/template-tool.ts";
import { rewriteText } from "#api/rewriting.ts";
import { RichText } from "#components/rich-text/rich-text.tsx";
import type { RichTextHandle } from "#components/rich-text/rich-text-editor.tsx";
import { Button } from "#components/ui/button.tsx";
import { Modal } from "#components/ui/modal.tsx";
import { AttachButton, AttachmentList, DropZone } from "#components/writing/attachments.tsx";
import { SendButton } from "#components/writing/send-button.tsx";
import type { useSending } from "#state/sending.ts";

type LargeReplyProps = {
  start: string;
  files: Attached;
  sending: ReturnType<typeof useSending>;
  templates: TemplateTool;
  onSave: (html: string) => void;
  onSend: (sendAt?: Date) => void;
  onClose: () => void;
};

/** The reply in a large dialog. Save and Close keep the changes, Cancel restores the earlier text and files. */
export function LargeReply({ start, files, sending, templates, onSave, onSend, onClose }: LargeReplyProps) {
  const [html, setHtml] = useState(start);
  const latest = useRef(start);
  const editor = useRef<RichTextHandle>(null);
  const [filesBefore] = useState(files.list);
  const cancel = () => {
    files.restore(filesBefore);
    onClose();
  };
  const keep = () => {
    editor.current?.flush();
    if (latest.current !== start) onSave(latest.current);
    onClose();
  };
  const send = (sendAt?: Date) => {
    keep();
    onSend(sendAt);
  };
  return (
    <Modal
      title={t("Smart reply")}
      width="xl"
      keepOnOutsideClick
      onClose={keep}
      bodyClass="flex flex-col !p-0 border-t border-line"
      footer={
        <>
          <div className="me-auto">
            <AttachButton onFiles={files.add} />
          </div>
          <Button onClick={cancel}>{t("Cancel")}</Button>
          <Button onClick={keep}>{t("Save")}</Button>
          <SendButton
            label={t("Reply & Send")}
            isSending={sending.isSending}
            progress={sending.progress}
            disabled={false}
            onSend={send}
          />
        </>
      }
    >
      <DropZone onFiles={files.add} className="relative flex min-h-[60dvh] flex-1 flex-col">
        <RichText
          label={t("Smart reply")}
          placeholder={t("Write your reply here…")}
          value={html}
          onChange={(next) => {
            latest.current = next;
            setHtml(next);
          }}
          handleRef={editor}
          marksBlanks
          rewrite={rewriteText}
          templates={templates}
          onFiles={files.add}
        />
        <AttachmentList files={files.list} onRemove={files.remove} />
      </DropZone>
    </Modal>
  );
}
