import { sendRequired } from "@intellibox/contract/endpoints/outbox";
import type { Tone } from "@intellibox/contract/rules/choices";
import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { RotateCcw } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { type ComposeDraft, isUntouched } from "#lib/drafts/compose-draft.ts";
import { fillTokens, fillTokensIn } from "#lib/mail/outgoing.ts";
import { useNavigate, useSearchParams } from "#lib/router/router.tsx";
import { profileQuery } from "#api/users.ts";
import type { RichTextHandle } from "#components/rich-text/rich-text-editor.tsx";
import { Button } from "#components/ui/button.tsx";
import { announceUndoable } from "#components/ui/undo-offer.tsx";
import { AfterSending } from "#components/writing/after-sending.tsx";
import { noteOf } from "#components/writing/authorship.tsx";
import type { MailCheckHandle } from "#components/writing/mail-check/mail-check.tsx";
import { announceMail, endMailToast } from "#components/writing/mail-toast.tsx";
import { SendQuestions } from "#components/writing/send-questions.tsx";
import { useWritingCommands } from "#components/writing/use-writing-commands.tsx";
import { WritingFrame, type WritingPane } from "#components/writing/writing-frame.tsx";
import { useSendForm } from "#state/send-form.ts";
import { BriefPanel } from "./brief-panel.tsx";
import {
  EditedBanner,
  type EditedMail,
  LoadEdited,
  plannedTimeOf,
  replacementFor,
  startOf,
  useEditedDraft,
} from "./edited-mail.tsx";
import {
  type ForwardedMail,
  forgetForward,
  forwardingStart,
  LoadForwarded,
  useForwardDraft,
} from "./forwarded-mail.tsx";
import {
  finishing,
  forgetMailDraft,
  LoadMailDraft,
  MailDraftBanner,
  type OpenedDraft,
  useMailDraft,
} from "./mail-draft.tsx";
import { MessagePanel } from "./message-panel.tsx";
import { useComposeDraft } from "./use-compose-draft.ts";
import { useDrafting } from "./use-drafting.ts";
import { useSender } from "./use-sender.ts";

/** Compose Email: a brief on the left, the mail on the right. */
export function ComposePage() {
  const [params] = useSearchParams();
  const edited = params.get("edit");
  const forwarded = params.get("forward");
  const begun = params.get("draft");
  const asAttachment = params.get("as") === "attachment";
  if (begun) {
    return (
      <LoadMailDraft key={begun} id={begun}>
        {(draft) => <FinishDraft draft={draft} />}
      </LoadMailDraft>
    );
  }
  if (forwarded) {
    return (
      <LoadForwarded key={`${forwarded} ${asAttachment}`} id={forwarded} asAttachment={asAttachment}>
        {(mail) => <ForwardMail mail={mail} />}
      </LoadForwarded>
    );
  }
  if (!edited) return <NewMail />;
  return (
    <LoadEdited key={edited} id={edited}>
      {(mail) => <EditMail mail={mail} />}
    </LoadEdited>
  );
}

function NewMail() {
  const writing = useComposeDraft();
  const { data: profile } = useQuery({ ...profileQuery, retry: false });
  const start = useEffectEvent((tone: Tone) => writing.startWith(tone));
  useEffect(() => {
    if (profile) start(profile.tone);
  }, [profile]);
  return <Composer writing={writing} />;
}
const EditMail = ({ mail }: { mail: EditedMail }) => <Composer writing={useEditedDraft(mail)} edited={mail} />;

const FinishDraft = ({ draft }: { draft: OpenedDraft }) => <Composer writing={useMailDraft(draft)} begun={draft} />;

const ForwardMail = ({ mail }: { mail: ForwardedMail }) => (
  <Composer writing={useForwardDraft(mail)} forwarded={mail} />
);

type ComposerProps = {
  writing: Pick<ReturnType<typeof useComposeDraft>, "draft" | "latest" | "change" | "reset" | "other"> &
    Partial<Pick<ReturnType<typeof useComposeDraft>, "setIsSent">>;
  /** The outbox entry that this mail replaces. */
  edited?: EditedMail;
  forwarded?: ForwardedMail;
  /** The draft of a mailbox that this mail finishes. */
  begun?: OpenedDraft;
};

function Composer({ writing, edited, forwarded, begun }: ComposerProps) {
  const { draft, latest, reset, other } = writing;
  const sender = useSender(draft, edited ?? begun);
  const change = (changes: Partial<ComposeDraft>) => writing.change({ ...sender.begun, ...changes });
  const [pane, setPane] = useState<WritingPane>(forwarded || begun ? "message" : "brief");
  const announce = useAnnounce(edited, forwarded ? forgetForward : begun && forgetMailDraft);
  const start = edited ? startOf(edited) : forwarded ? forwardingStart(forwarded) : begun;
  const [forward, setForward] = useState(edited?.forward ?? "");
  const sendForm = useSendForm({ required: sendRequired, announce, start, mailboxId: sender.mailboxId });
  const { sending, files, signatureHtml } = sendForm;
  const isHanded = sending.handed !== null;
  const syncIsSent = useEffectEvent((now: boolean) => writing.setIsSent?.(now));
  useEffect(() => syncIsSent(isHanded), [isHanded]);
  const clearForDraft = () => {
    sendForm.dismissProblem();
    sending.forgetHanded();
    setPane("message");
  };
  const drafting = useDrafting({ latest, change, onStart: clearForDraft, onProblem: sendForm.fail });
  const askedFor = useRef<Date>(undefined);
  const editor = useRef<RichTextHandle>(null);
  const check = useRef<MailCheckHandle>(null);
  const send = (sendAt?: Date) => {
    askedFor.current = sendAt;
    // The editor reports its text up to 150 ms after a key press.
    editor.current?.flush();
    if (check.current?.holdsBack(() => send(sendAt))) return;
    const { to, cc, bcc, subject, bodyHtml, followsUp } = latest();
    const { followUpId, inReplyTo, references } = followsUp ?? {};
    const mail = { to, cc, bcc, subject, html: bodyHtml, sendAt, forward };
    const origin = edited ? replacementFor(edited) : begun && finishing(begun);
    sendForm.send({ ...mail, ...(origin ?? { followUpId, inReplyTo, references, ...sender.named }) });
  };
  /** Empties the composer. Returns a function that restores the content, or undefined if there was none. */
  const clear = () => {
    const before = latest();
    const isEmpty = isUntouched(before) && files.list.length === 0;
    drafting.clear();
    reset();
    const restoreForm = sendForm.reset();
    if (isEmpty) return undefined;
    return () => {
      change(before);
      restoreForm();
    };
  };
  const startOver = () => {
    const undo = clear();
    if (undo) announceUndoable({ words: t("Draft cleared"), undo, lastsMs: 10_000 });
  };
  const writeAnother = () => {
    // Undo in the toast cancels a scheduled mail and leaves its text to this page, which no longer holds it.
    if (sending.handed?.outcome.state === "scheduled") endMailToast(sending.handed);
    clear();
  };
  const showBlanks = () => {
    setPane("message");
    editor.current?.selectFirstBlank();
  };
  const fill = (values: ReadonlyMap<string, string>) => {
    sending.keepUnfilled();
    const { subject, bodyHtml } = latest();
    change({ subject: fillTokens(subject, values), bodyHtml: fillTokensIn(bodyHtml, values) });
    send(askedFor.current);
  };
  const planned = edited && plannedTimeOf(edited);
  useWritingCommands({
    group: t("Compose"),
    send: () => send(planned),
    generate: drafting.generate,
    isGenerating: drafting.isBusy,
    assistant: [
      { label: t("Generate three tones"), run: drafting.generateTones },
      { label: t("Suggest a subject"), run: drafting.suggestSubject },
    ],
  });

  return (
    <>
      <div className="flex h-full min-h-0 flex-col">
        {edited && <EditedBanner mail={edited} />}
        {begun && <MailDraftBanner draft={begun} />}
        <div className="min-h-0 flex-1">
          <WritingFrame
            {...{ pane, other, problem: sendForm.problem, messageLabel: t("Message") }}
            onPane={setPane}
            onDismissProblem={sendForm.dismissProblem}
            // Gmail and Outlook mailboxes send without the company's mail server.
            canSend={sendForm.canSend || sender.mailboxId !== ""}
            onFiles={files.add}
            brief={<BriefPanel {...{ draft, latest, change, drafting }} onProblem={sendForm.fail} />}
            briefFoot={<BriefFoot {...sendForm.afterSending} onReset={startOver} />}
            message={
              <MessagePanel
                {...{ draft, latest, change, drafting, sending, files, signatureHtml, check }}
                from={
                  sender.isFixed
                    ? undefined
                    : {
                        ...{ mailboxes: sender.mailboxes, value: sender },
                        onChange: change,
                      }
                }
                note={noteOf(sending.handed, drafting.authorship)}
                state={sendForm.stateOf({
                  ...{ to: draft.to, cc: draft.cc, bcc: draft.bcc },
                  subject: draft.subject,
                  html: draft.bodyHtml,
                  inReplyTo: draft.followsUp?.inReplyTo,
                  forward,
                })}
                planned={planned}
                takesFocus={forwarded !== undefined}
                forwarding={
                  edited?.forward
                    ? {
                        id: edited.forward,
                        isIncluded: forward !== "",
                        onInclude: (isOn) => setForward((isOn && edited.forward) || ""),
                      }
                    : undefined
                }
                onAnother={edited ? undefined : writeAnother}
                onProblem={sendForm.fail}
                template={useWantedTemplate(() => setPane("message"))}
                handleRef={editor}
                onSend={send}
              />
            }
          />
        </div>
      </div>
      <SendQuestions sending={sending} onFill={fill} onKeep={showBlanks} />
    </>
  );
}

/** The template of the address `/compose?template=…`, until it is inserted. */
function useWantedTemplate(onWanted: () => void) {
  const [params, setParams] = useSearchParams();
  const wanted = params.get("template") ?? undefined;
  const showMessage = useEffectEvent(onWanted);
  useEffect(() => {
    if (wanted) showMessage();
  }, [wanted]);
  return { wanted, onBegun: () => setParams({}, { replace: true }) };
}

/** Opens the outbox after an edited mail was accepted for sending: the page has nothing left to edit. */
function useAnnounce(edited: EditedMail | undefined, onAccepted?: () => void): typeof announceMail {
  const navigate = useNavigate();
  const wasAnnounced = useRef(false);
  return (...news) => {
    announceMail(...news);
    if (!wasAnnounced.current) onAccepted?.();
    if (edited && !wasAnnounced.current) void navigate("/outbox");
    wasAnnounced.current = true;
  };
}

function BriefFoot({ onReset, ...choices }: Parameters<typeof AfterSending>[0] & { onReset: () => void }) {
  return (
    <div className="flex flex-col gap-4">
      <AfterSending {...choices} />
      <Button
        variant="ghost"
        size="sm"
        className="-ms-2.5 self-start"
        icon={<RotateCcw className="size-3.5" aria-hidden="true" />}
        onClick={onReset}
      >
        {t("Reset")}
      </Button>
    </div>
  );
}
