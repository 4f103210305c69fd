import type { CheckedThread } from "@intellibox/contract/rules/mail-check/types";
import { t } from "@intellibox/contract/text/t";
import { Maximize2 } from "lucide-react";
import { lazy, type RefObject, Suspense, useState } from "react";
import type { Said } from "#lib/drafts/reply-state.ts";
import { useIsArrival } from "#lib/hooks/use-arrival-focus.ts";
import { usePreload } from "#lib/hooks/use-preload.ts";
import { htmlToText } from "#lib/mail/html-text.ts";
import { rewriteText } from "#api/rewriting.ts";
import { RichText } from "#components/rich-text/rich-text.tsx";
import type { RichTextHandle } from "#components/rich-text/rich-text-editor.tsx";
import { StreamingText } from "#components/rich-text/streaming-text.tsx";
import { IconButton } from "#components/ui/button.tsx";
import { loadedLater } from "#components/ui/loaded-later.tsx";
import { Tooltip } from "#components/ui/tooltip.tsx";
import { DraftStrip } from "#components/writing/ai-bar.tsx";
import { AttachmentList } from "#components/writing/attachments.tsx";
import { AuthorshipNotices, noteOf } from "#components/writing/authorship.tsx";
import { CheckBeforeSending } from "#components/writing/mail-check/check-before-sending.tsx";
import type { MailCheckHandle } from "#components/writing/mail-check/mail-check.tsx";
import { SayField } from "#components/writing/say-field.tsx";
import { SendButton } from "#components/writing/send-button.tsx";
import { WritingFooter } from "#components/writing/writing-footer.tsx";
import type { useSendForm } from "#state/send-form.ts";
import { useKnownAddresses } from "#state/use-known-addresses.ts";
import type { ReplyChoices } from "#state/use-reply-choices.ts";
import type { ReplyForm } from "#state/use-reply-form.ts";
import type { useReplying } from "#state/use-replying.ts";
import { useTemplateTool } from "#state/use-template-tool.ts";

const loadLarge = () => import("./large-reply.tsx");
const LargeReply = lazy(() => loadLarge().then((m) => ({ default: m.LargeReply })));

const SignatureLine = loadedLater(() => import("#components/writing/signature-line.tsx").then((m) => m.SignatureLine));

type ReplyPanelProps = {
  form: ReplyForm;
  onHtml: (html: string) => void;
  onSubject: (subject: string) => void;
  onSaid: (said: Said) => void;
  choices: ReplyChoices;
  handleRef: RefObject<RichTextHandle | null>;
  replying: ReturnType<typeof useReplying>;
  sendForm: ReturnType<typeof useSendForm>;
  inReplyTo: string | undefined;
  latest: () => ReplyForm;
  change: (changes: Partial<ReplyForm>) => void;
  thread: CheckedThread | undefined;
  check: RefObject<MailCheckHandle | null>;
  onSend: (sendAt?: Date) => void;
};

/** The reply itself, below what it shall say. */
export function ReplyPanel(props: ReplyPanelProps) {
  const { form, onHtml, onSubject, onSaid, choices, handleRef, replying, sendForm, inReplyTo, onSend } = props;
  const [isLarge, setIsLarge] = useState(false);
  usePreload(loadLarge);
  const { files, sending, signatureHtml } = sendForm;
  const { to, cc, bcc, subject, html } = form;
  const templates = useTemplateTool({ to, subject, onSubject });
  return (
    <>
      <ReplyHead onEnlarge={() => setIsLarge(true)} />
      <SayField
        choices={choices}
        said={form.said}
        onSaid={onSaid}
        isBusy={replying.isBusy}
        onDraft={replying.generate}
        className="border-b border-line px-4 py-2.5 md:px-6"
      />
      <DraftStrip {...replying} onAnother={() => replying.generate()} />
      {replying.authorship && <AuthorshipNotices written={replying.authorship} />}
      <RichText
        label={t("Smart reply")}
        placeholder={t("Write your reply here…")}
        value={html}
        onChange={onHtml}
        handleRef={handleRef}
        marksBlanks
        rewrite={rewriteText}
        templates={templates}
        onFiles={files.add}
        takesFocus={useIsArrival()}
        cover={replying.text !== null && <StreamingText text={replying.text} />}
      />
      <SignatureLine html={html} signatureHtml={signatureHtml} />
      <AttachmentList files={files.list} onRemove={files.remove} />
      <CheckBeforeSending
        mail={form}
        latest={props.latest}
        {...useKnownAddresses()}
        hasFiles={files.list.length > 0}
        thread={props.thread}
        tone={replying.authorship ? form.tone : undefined}
        onChange={props.change}
        onFiles={files.add}
        onFill={() => handleRef.current?.selectFirstBlank()}
        onRewrite={(as) => handleRef.current?.rewrite(as)}
        handleRef={props.check}
      />
      <WritingFooter
        html={html}
        note={noteOf(sending.handed, replying.authorship)}
        onFiles={files.add}
        onProblem={sendForm.fail}
        copied={() => t("To: {to}\nSubject: {subject}\n\n{html}", { to, subject, html: htmlToText(html) })}
      >
        <SendButton
          label={t("Reply & Send")}
          state={sendForm.stateOf({ to, cc, bcc, subject, html, inReplyTo })}
          isSending={sending.isSending}
          progress={sending.progress}
          disabled={replying.isBusy}
          onSend={onSend}
        />
      </WritingFooter>
      {isLarge && (
        <Suspense fallback={null}>
          <LargeReply
            start={html}
            {...{ files, sending, templates, onSend }}
            onSave={onHtml}
            onClose={() => setIsLarge(false)}
          />
        </Suspense>
      )}
    </>
  );
}

function ReplyHead({ onEnlarge }: { onEnlarge: () => void }) {
  return (
    <header className="flex shrink-0 items-center justify-between gap-3 border-b border-line py-2 pe-2.5 ps-4 md:pe-4 md:ps-6">
      <h2 className="text-base font-semibold">{t("Smart reply")}</h2>
      <Tooltip text={t("Open the reply in a large editor")}>
        <IconButton
          label={t("Open the reply in a large editor")}
          size="icon-sm"
          icon={<Maximize2 className="size-3.5" aria-hidden="true" />}
          onClick={onEnlarge}
        />
      </Tooltip>
    </header>
  );
}
