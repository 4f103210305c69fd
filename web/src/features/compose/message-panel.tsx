import { parseRecipients, recipientsProblem } from "@intellibox/contract/rules/recipients";
import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { Reply } from "lucide-react";
import type { RefObject } from "react";
import { type ComposeDraft, composeSample } from "#lib/drafts/compose-draft.ts";
import { htmlToText, isBlank } from "#lib/mail/html-text.ts";
import type { MailOutcome } from "#lib/mail/mail-outcome.ts";
import type { TemplateTool } from "#lib/template-tool.ts";
import { messageQuery } from "#api/inbox.ts";
import { useKnownPeople } from "#api/known-people.ts";
import { rewriteText } from "#api/rewriting.ts";
import { RichText } from "#components/rich-text/rich-text.tsx";
import type { RichTextHandle } from "#components/rich-text/rich-text-editor.tsx";
import { StreamingText } from "#components/rich-text/streaming-text.tsx";
import { Button } from "#components/ui/button.tsx";
import { loadedLater } from "#components/ui/loaded-later.tsx";
import { DraftStrip } from "#components/writing/ai-bar.tsx";
import { AttachmentList } from "#components/writing/attachments.tsx";
import { AuthorshipNotices } from "#components/writing/authorship.tsx";
import { ForwardedOriginal } from "#components/writing/forwarded-original.tsx";
import { CheckBeforeSending } from "#components/writing/mail-check/check-before-sending.tsx";
import type { MailCheckHandle } from "#components/writing/mail-check/mail-check.tsx";
import { Recipients } from "#components/writing/recipients.tsx";
import { SendButton } from "#components/writing/send-button.tsx";
import { SubjectField } from "#components/writing/subject-field.tsx";
import { WritingFooter } from "#components/writing/writing-footer.tsx";
import type { useSending } from "#state/sending.ts";
import { useKnownAddresses } from "#state/use-known-addresses.ts";
import { useTemplateTool } from "#state/use-template-tool.ts";
import { ToneTabs } from "./tone-tabs.tsx";
import type { useDrafting } from "./use-drafting.ts";

/** Only for users with several addresses. */
const FromField = loadedLater(() => import("#components/writing/from-field.tsx").then((m) => m.FromField));
const SignatureLine = loadedLater(() => import("#components/writing/signature-line.tsx").then((m) => m.SignatureLine));

type MessagePanelProps = {
  draft: ComposeDraft;
  latest: () => ComposeDraft;
  change: (changes: Partial<ComposeDraft>) => void;
  drafting: ReturnType<typeof useDrafting>;
  sending: ReturnType<typeof useSending>;
  files: { list: readonly File[]; add: (files: File[]) => void; remove: (file: File) => void };
  signatureHtml: string;
  /** Undefined if the mail's sender is fixed. */
  from: Parameters<typeof FromField>[0] | undefined;
  note: string | undefined;
  /** The mail's state if it was sent already. */
  state: MailOutcome["state"] | null;
  planned: Date | undefined;
  /** To takes the focus. */
  takesFocus: boolean;
  /** The message that the mail forwards. */
  forwarding: { id: string; isIncluded: boolean; onInclude: (isIncluded: boolean) => void } | undefined;
  /** Begins a new mail. */
  onAnother: (() => void) | undefined;
  onProblem: (message: string) => void;
  /** The template that is inserted at once. */
  template: Pick<TemplateTool, "wanted" | "onBegun">;
  handleRef: RefObject<RichTextHandle | null>;
  check: RefObject<MailCheckHandle | null>;
  onSend: (sendAt?: Date) => void;
};

/** The mail itself: recipients, subject, text and attachments. */
export function MessagePanel(props: MessagePanelProps) {
  const { draft, change, drafting, sending, files, signatureHtml, note, onProblem, handleRef, onSend } = props;
  const { state, planned, onAnother, takesFocus, forwarding, template, from } = props;
  const isInvalid = recipientsProblem(parseRecipients([draft.to, draft.cc ?? "", draft.bcc ?? ""])) !== undefined;
  const mayNotSend =
    isInvalid || !draft.subject.trim() || (isBlank(draft.bodyHtml) && !forwarding?.isIncluded) || drafting.isBusy;
  const templates = useTemplateTool({
    to: draft.to,
    subject: draft.subject,
    onSubject: (subject) => change({ subject }),
  });
  return (
    <>
      {from && <FromField {...from} />}
      <Recipients
        placeholder={composeSample.to}
        people={useKnownPeople()}
        value={draft}
        onChange={change}
        takesFocus={takesFocus}
      />
      <SubjectField
        value={draft.subject}
        onChange={(subject) => change({ subject })}
        action={t("Suggest Subject")}
        isSuggesting={drafting.isSuggesting}
        onSuggest={drafting.suggestSubject}
      />
      {draft.followsUp && <FollowsUp subject={draft.followsUp.subject} onDetach={() => change({ followsUp: null })} />}
      <AiStrip drafting={drafting} />
      {drafting.authorship && <AuthorshipNotices written={drafting.authorship} />}
      <RichText
        label={t("Message")}
        placeholder={t("Write your email here…")}
        value={draft.bodyHtml}
        onChange={(bodyHtml) => change({ bodyHtml })}
        handleRef={handleRef}
        marksBlanks
        rewrite={rewriteText}
        templates={{ ...templates, ...template }}
        onFiles={files.add}
        cover={drafting.text !== null && <StreamingText text={drafting.text} />}
      />
      {forwarding && <Forwarding {...forwarding} />}
      <SignatureLine html={draft.bodyHtml} signatureHtml={signatureHtml} />
      <AttachmentList files={files.list} onRemove={files.remove} />
      <CheckBeforeSending
        mail={checkedMail(draft)}
        latest={() => checkedMail(props.latest())}
        {...useKnownAddresses()}
        hasFiles={files.list.length > 0 || forwarding?.isIncluded === true}
        tone={drafting.authorship ? draft.tone : undefined}
        onChange={({ html, ...changes }) => change({ ...changes, ...(html !== undefined && { bodyHtml: html }) })}
        onFiles={files.add}
        onFill={() => handleRef.current?.selectFirstBlank()}
        onRewrite={(as) => handleRef.current?.rewrite(as)}
        handleRef={props.check}
      />
      <WritingFooter {...{ note, onProblem }} html={draft.bodyHtml} onFiles={files.add} copied={() => copyOf(draft)}>
        {state && !["undoable", "sending"].includes(state) && onAnother && (
          <Button variant="ghost" onClick={onAnother}>
            {t("Write another")}
          </Button>
        )}
        <SendButton
          label={planned ? t("Save") : t("Send")}
          {...{ state, planned }}
          isSending={sending.isSending}
          progress={sending.progress}
          disabled={mayNotSend}
          onSend={onSend}
        />
      </WritingFooter>
    </>
  );
}

function Forwarding({ id, ...choice }: NonNullable<MessagePanelProps["forwarding"]>) {
  return <ForwardedOriginal message={useQuery(messageQuery(id)).data} {...choice} />;
}

/** Says that the mail is a follow-up: it is sent into that thread, and the follow-up leaves the list. */
const FollowsUp = ({ subject, onDetach }: { subject: string; onDetach: () => void }) => (
  <div className="flex min-h-10 shrink-0 items-center gap-2 border-b border-line px-4 text-sm text-text-2 md:px-6">
    <Reply className="size-4 shrink-0 text-text-3" aria-hidden="true" />
    <span className="min-w-0 flex-1 truncate">
      {t("Follow-up to “{subject}”", { subject: subject || t("(no subject)") })}
    </span>
    <Button variant="ghost" size="sm" className="-me-2" onClick={onDetach}>
      {t("Send as a new mail")}
    </Button>
  </div>
);

function AiStrip({ drafting }: Pick<MessagePanelProps, "drafting">) {
  const { tones, authorship, regenerate, restore } = drafting;
  if (tones.entries) return <ToneTabs {...tones} written={authorship} onRestore={restore} />;
  return <DraftStrip {...drafting} onAnother={regenerate} />;
}

export const copyOf = ({ to, subject, bodyHtml }: Pick<ComposeDraft, "to" | "subject" | "bodyHtml">) =>
  t("To: {to}\nSubject: {subject}\n\n{bodyHtml}", { to, subject, bodyHtml: htmlToText(bodyHtml) });

const checkedMail = ({ to, cc = "", bcc = "", subject, bodyHtml }: ComposeDraft) => ({
  ...{ to, cc, bcc, subject },
  html: bodyHtml,
});
