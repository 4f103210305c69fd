import { t } from "@intellibox/contract/text/t";
import { Maximize2, Trash2 } from "lucide-react";
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";
import { isPopupOpen } from "#lib/popups.ts";
import { rewriteText } from "#api/rewriting.ts";
import { RichText } from "#components/rich-text/rich-text.tsx";
import { StreamingText } from "#components/rich-text/streaming-text.tsx";
import { Alert } from "#components/ui/alert.tsx";
import { IconButton } from "#components/ui/button.tsx";
import { Tooltip } from "#components/ui/tooltip.tsx";
import { DraftStrip } from "#components/writing/ai-bar.tsx";
import { AttachButton, AttachmentList, DropZone } from "#components/writing/attachments.tsx";
import { AuthorshipNotices } from "#components/writing/authorship.tsx";
import { ForwardedOriginal } from "#components/writing/forwarded-original.tsx";
import { CheckBeforeSending } from "#components/writing/mail-check/check-before-sending.tsx";
import { SendButton } from "#components/writing/send-button.tsx";
import { SendQuestions } from "#components/writing/send-questions.tsx";
import { SignatureLine } from "#components/writing/signature-line.tsx";
import { DraftChoice } from "#components/writing/writing-frame.tsx";
import { useKnownAddresses } from "#state/use-known-addresses.ts";
import { useTemplateTool } from "#state/use-template-tool.ts";
import { checkedThread } from "./checked-thread.ts";
import { ComposerAssistant } from "./composer-assistant.tsx";
import { ComposerHead } from "./composer-head.tsx";
import { ComposerOptions } from "./composer-options.tsx";
import { kindNames } from "./reply-start.ts";
import { type ComposerOptions as Options, useComposer } from "./use-composer.ts";

type InlineComposerProps = Omit<Options, "rootRef">;

/** Writes a reply or forwards a mail, under its thread. On a phone it covers the page. */
export function InlineComposer(props: InlineComposerProps) {
  const { composer, start, reply } = props;
  const root = useRef<HTMLElement>(null);
  const writing = useComposer({ ...props, rootRef: root });
  const { form, change, sendForm, sending, replying, editor, send } = writing;
  const { files } = sendForm;
  const isForward = composer.kind === "forward";
  const name = kindNames[composer.kind];
  const [takesFocus] = useState(() => !isForward || Boolean(composer.returned));
  useTakenFocus(root);
  const templates = useTemplateTool({
    to: form.to,
    subject: form.subject,
    onSubject: (subject) => change({ subject }),
  });
  const press = (event: KeyboardEvent) => {
    // Until the editor has loaded, keys must not act on the message.
    if (event.target === root.current && !event.ctrlKey && !event.metaKey && event.key.length === 1)
      event.preventDefault();
    // The text editor prevents the default of Escape, but does nothing on it.
    if (event.key !== "Escape" || isPopupOpen()) return;
    event.preventDefault();
    reply.close();
  };
  return (
    <section
      ref={root}
      aria-label={name}
      tabIndex={-1}
      onKeyDown={press}
      className="flex flex-col bg-surface outline-none max-md:fixed max-md:inset-0 max-md:z-40 max-md:overflow-y-auto md:rounded-panel md:border md:border-line-strong md:shadow-raised"
    >
      <DropZone onFiles={files.add} className="relative flex min-h-0 flex-1 flex-col">
        <ComposerHead
          {...{ form, change, name, replying }}
          isOpen={isForward}
          takesFocus={isForward && !composer.returned}
          onClose={reply.close}
        />
        {sendForm.problem && (
          <div className="border-b border-line p-3">
            <Alert kind="bad" onDismiss={sendForm.dismissProblem}>
              {sendForm.problem.message}
            </Alert>
          </div>
        )}
        {writing.other && <DraftChoice {...writing.other} />}
        <DraftStrip {...replying} onAnother={() => replying.generate()} />
        {replying.authorship && <AuthorshipNotices written={replying.authorship} />}
        <RichText
          label={isForward ? t("Message") : t("Your reply")}
          placeholder={isForward ? t("Write a note…") : t("Write your reply here…")}
          value={form.html}
          onChange={(html, cause) => change({ html }, cause === "cleaning")}
          handleRef={editor}
          marksBlanks
          rewrite={rewriteText}
          templates={templates}
          onFiles={files.add}
          takesFocus={takesFocus}
          className="max-md:flex-1"
          textClass="min-h-40 md:max-h-[45dvh]"
          cover={replying.text !== null && <StreamingText text={replying.text} />}
        />
        {isForward && start.state.forward && (
          <ForwardedOriginal
            message={props.message}
            isIncluded={form.forward !== ""}
            onInclude={(isIncluded) => change({ forward: isIncluded ? start.state.forward : "" })}
          />
        )}
        <SignatureLine html={form.html} signatureHtml={sendForm.signatureHtml} />
        <AttachmentList files={files.list} onRemove={files.remove} />
        <CheckBeforeSending
          mail={form}
          latest={writing.latest}
          {...useKnownAddresses()}
          hasFiles={files.list.length > 0 || form.forward !== ""}
          thread={isForward ? undefined : checkedThread(props.message)}
          tone={replying.authorship ? form.tone : undefined}
          onChange={change}
          onFiles={files.add}
          onFill={() => editor.current?.selectFirstBlank()}
          onRewrite={(as) => editor.current?.rewrite(as)}
          handleRef={writing.check}
        />
        <footer className="flex shrink-0 flex-wrap items-center gap-1 border-t border-line px-2.5 py-2 md:px-4">
          <SendButton
            label={t("Send")}
            state={sendForm.stateOf({ ...form, inReplyTo: start.state.inReplyTo })}
            isSending={sending.isSending}
            progress={sending.progress}
            disabled={replying.isBusy}
            onSend={send}
          />
          <AttachButton onFiles={files.add} />
          <ComposerOptions {...sendForm.afterSending} />
          <span className="ms-auto flex items-center gap-1">
            {!isForward && (
              <Tooltip text={t("Open in Reply Assistant")}>
                <IconButton
                  label={t("Open in Reply Assistant")}
                  icon={<Maximize2 className="size-4" aria-hidden="true" />}
                  onClick={writing.openAssistant}
                />
              </Tooltip>
            )}
            <Tooltip text={t("Discard draft")}>
              <IconButton
                label={t("Discard draft")}
                icon={<Trash2 className="size-4" aria-hidden="true" />}
                onClick={writing.discard}
              />
            </Tooltip>
          </span>
        </footer>
        {!isForward && <ComposerAssistant {...{ form, change, replying }} choices={writing.choices} />}
      </DropZone>
      <SendQuestions sending={sending} onFill={writing.fill} onKeep={() => editor.current?.selectFirstBlank()} />
    </section>
  );
}

/** Takes the focus from the list at once; the editor takes it over as soon as it has loaded. */
function useTakenFocus(root: RefObject<HTMLElement | null>) {
  useEffect(() => {
    if (root.current && !root.current.contains(document.activeElement)) root.current.focus({ preventScroll: true });
    root.current?.scrollIntoView?.({ block: "nearest" });
  }, [root]);
}
