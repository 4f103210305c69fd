import { sendRequired } from "@intellibox/contract/endpoints/outbox";
import { RotateCcw, Send } from "lucide-react";
import { lazy, Suspense, useRef, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { isUntouched } from "#lib/drafts/compose-draft.ts";
import { useShortcuts } from "#lib/hooks/shortcuts.ts";
import { usePreload } from "#lib/hooks/use-preload.ts";
import { fillTokens, fillTokensIn } from "#lib/mail/outgoing.ts";
import { AiIcon } from "#components/ui/ai-icon.tsx";
import { Button } from "#components/ui/button.tsx";
import { announceUndoable } from "#components/ui/undo-offer.tsx";
import { noteOf } from "#components/writing/authorship.tsx";
import { AfterSending } from "#components/writing/follow-up-select.tsx";
import { announceMail, endMailToast } from "#components/writing/mail-toast.tsx";
import { SendAgain } from "#components/writing/send-again.tsx";
import { isAskingSomething, WritingFrame, type WritingPane } from "#components/writing/writing-frame.tsx";
import { useWritingDesk } from "#state/writing-desk.ts";
import { BriefPanel } from "./brief-panel.tsx";
import {
  EditedBanner,
  type EditedMail,
  LoadEdited,
  placeOf,
  plannedOf,
  startOf,
  useEditedDraft,
} from "./edited-mail.tsx";
import { MessagePanel } from "./message-panel.tsx";
import { useComposeDraft } from "./use-compose-draft.ts";
import { useDrafting } from "./use-drafting.ts";

const loadUnfilled = () => import("#components/writing/unfilled-tokens.tsx");
const UnfilledTokens = lazy(() => loadUnfilled().then((m) => ({ default: m.UnfilledTokens })));

/** Compose Email: a brief on the left, the mail on the right. */
export function ComposePage() {
  const edited = useSearchParams()[0].get("edit");
  if (!edited) return <NewMail />;
  return (
    <LoadEdited key={edited} id={edited}>
      {(mail) => <EditMail mail={mail} />}
    </LoadEdited>
  );
}

const NewMail = () => <Composer writing={useComposeDraft()} />;
const EditMail = ({ mail }: { mail: EditedMail }) => <Composer writing={useEditedDraft(mail)} edited={mail} />;

type ComposerProps = {
  writing: Pick<ReturnType<typeof useComposeDraft>, "draft" | "latest" | "change" | "reset" | "other">;
  /** The mail of the outbox that this one takes the place of. */
  edited?: EditedMail;
};

function Composer({ writing, edited }: ComposerProps) {
  const { draft, latest, change, reset, other } = writing;
  const [pane, setPane] = useState<WritingPane>("brief");
  const announce = useAnnounce(edited);
  const desk = useWritingDesk({ required: sendRequired, announce, start: edited && startOf(edited) });
  const { sending, files, signatureHtml } = desk;
  const clearForDraft = () => {
    desk.dismissProblem();
    sending.forgetHanded();
    setPane("message");
  };
  const drafting = useDrafting({ latest, change, onStart: clearForDraft, onProblem: desk.fail });
  const askedFor = useRef<Date>(undefined);
  const editor = useRef<() => void>(null);
  const send = (sendAt?: Date) => {
    askedFor.current = sendAt;
    // The editor reports a moment after typing.
    editor.current?.();
    const { to, subject, bodyHtml, followsUp } = latest();
    const { followUpId, inReplyTo, references } = followsUp ?? {};
    const letter = { to, subject, html: bodyHtml, sendAt };
    desk.send(edited ? { ...letter, ...placeOf(edited) } : { ...letter, followUpId, inReplyTo, references });
  };
  /** Everything away; the answer brings it back, where there was anything. */
  const clear = () => {
    const before = latest();
    const isEmpty = isUntouched(before) && files.list.length === 0;
    drafting.clear();
    reset();
    const bringBack = desk.reset();
    if (isEmpty) return undefined;
    return () => {
      change(before);
      bringBack();
    };
  };
  const startOver = () => {
    const undo = clear();
    if (undo) announceUndoable({ words: "Draft cleared", undo, lastsMs: 10_000 });
  };
  const writeAnother = () => {
    // Taken back from its toast, a planned mail would be lost: from now on its text is in the outbox only.
    if (sending.handed?.fate.state === "scheduled") endMailToast(sending.handed);
    clear();
  };
  const fill = (values: ReadonlyMap<string, string>) => {
    sending.keepUnfilled();
    const { subject, bodyHtml } = latest();
    change({ subject: fillTokens(subject, values), bodyHtml: fillTokensIn(bodyHtml, values) });
    send(askedFor.current);
  };
  const planned = edited && plannedOf(edited);
  useComposeCommands(() => send(planned), drafting);
  usePreload(loadUnfilled);

  return (
    <>
      <div className="flex h-full min-h-0 flex-col">
        {edited && <EditedBanner mail={edited} />}
        <div className="min-h-0 flex-1">
          <WritingFrame
            {...{ pane, other, problem: desk.problem, messageLabel: "Message" }}
            onPane={setPane}
            onDismissProblem={desk.dismissProblem}
            canSend={desk.canSend}
            onFiles={files.add}
            brief={<BriefPanel {...{ draft, latest, change, drafting }} onProblem={desk.fail} />}
            briefFoot={<BriefFoot {...desk.afterSending} onReset={startOver} />}
            message={
              <MessagePanel
                {...{ draft, change, drafting, sending, files, signatureHtml }}
                note={noteOf(sending.handed, drafting.authorship)}
                state={desk.stateOf({
                  to: draft.to,
                  subject: draft.subject,
                  html: draft.bodyHtml,
                  inReplyTo: draft.followsUp?.inReplyTo,
                })}
                planned={planned}
                onAnother={edited ? undefined : writeAnother}
                onProblem={desk.fail}
                flushRef={editor}
                onSend={send}
              />
            }
          />
        </div>
      </div>
      {sending.repeated && (
        <SendAgain sent={sending.repeated} onSend={sending.sendAgain} onKeep={sending.keepRepeated} />
      )}
      {sending.unfilled && (
        <Suspense fallback={null}>
          <UnfilledTokens
            tokens={sending.unfilled}
            onFill={fill}
            onSend={sending.sendUnfilled}
            onKeep={sending.keepUnfilled}
          />
        </Suspense>
      )}
    </>
  );
}

/** Once an edited mail is handed over there is nothing left to edit: the outbox shows what becomes of it. */
function useAnnounce(edited: EditedMail | undefined): typeof announceMail {
  const navigate = useNavigate();
  const isTold = useRef(false);
  return (...told) => {
    announceMail(...told);
    if (edited && !isTold.current) void navigate("/outbox");
    isTold.current = true;
  };
}

function BriefFoot({ onReset, ...choices }: Parameters<typeof AfterSending>[0] & { onReset: () => void }) {
  return (
    <div className="flex flex-col gap-4">
      <AfterSending {...choices} />
      <Button
        variant="ghost"
        size="sm"
        className="-ml-2.5 self-start"
        icon={<RotateCcw className="size-3.5" aria-hidden="true" />}
        onClick={onReset}
      >
        Reset
      </Button>
    </div>
  );
}

function useComposeCommands(send: () => void, drafting: ReturnType<typeof useDrafting>) {
  const sendOrGenerate = () => {
    if (isAskingSomething()) return;
    if (!document.activeElement?.closest("[data-brief]")) send();
    else if (!drafting.isBusy) drafting.generate();
  };
  const group = "Compose";
  useShortcuts([
    {
      label: "Send, or generate from within the brief",
      group,
      keys: "mod+enter",
      icon: <Send className="size-4" />,
      run: sendOrGenerate,
    },
    { label: "Generate three tones", group, icon: <AiIcon />, run: drafting.generateTones },
    { label: "Suggest a subject", group, icon: <AiIcon />, run: drafting.suggestSubject },
  ]);
}
