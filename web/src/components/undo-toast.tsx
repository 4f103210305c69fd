import type { SendAnswer } from "@intellibox/contract/endpoints/outbox";
import { useEffect, useState } from "react";
import { messageOf } from "#lib/api-error.ts";
import { dateTime } from "#lib/format.ts";
import { screenToast, toast } from "#lib/toast.ts";

/** Tells that a mail is on its way, and offers to take it back for as long as that is certain to work. */
export function announceSending(answer: SendAnswer, undo: () => Promise<void>) {
  const { undoUntil, sendAt, status, detail } = answer;
  const isPlanned = sendAt !== undefined && sendAt.getTime() > (undoUntil?.getTime() ?? Date.now()) + 5000;
  const left = (isPlanned ? 10_000 : 0) || (undoUntil ? undoUntil.getTime() - Date.now() : 0);
  if (status === "sent" || left <= 0) {
    const words = status === "sent" ? "Sent" : `Queued. ${detail ?? ""}`.trim();
    return void toast.success(words, screenToast);
  }
  const id = `undo ${answer.messageId}`;
  const takeBack = async () => {
    toast.dismiss(id);
    try {
      await undo();
      toast.success("Taken back. Nothing was sent.", screenToast);
    } catch (error) {
      toast.error(messageOf(error, "It could not be taken back."), screenToast);
    }
  };
  const until = new Date(Date.now() + left);
  const words = isPlanned ? `Will be sent ${dateTime(sendAt)}` : undefined;
  toast(<Undo until={until} words={words} onUndo={takeBack} />, { id, duration: left });
}

function Undo({ until, words, onUndo }: { until: Date; words: string | undefined; onUndo: () => void }) {
  const left = useSecondsUntil(until);
  return (
    <span className="flex items-center gap-3">
      <span className="tabular-nums">{words ?? (left > 0 ? `Sending in ${left} s` : "Sent")}</span>
      {left > 0 && (
        <button
          type="button"
          onClick={onUndo}
          className="-my-1 rounded-item px-2 py-1 font-semibold text-accent-text hover:bg-hover pointer-coarse:py-3"
        >
          Undo
        </button>
      )}
    </span>
  );
}

/** Hovering keeps a toast; the offer in it ends on time all the same. */
function useSecondsUntil(until: Date) {
  const secondsLeft = () => Math.max(0, Math.ceil((until.getTime() - Date.now()) / 1000));
  const [left, setLeft] = useState(secondsLeft);
  useEffect(() => {
    const timer = setInterval(() => setLeft(secondsLeft()), 250);
    return () => clearInterval(timer);
  });
  return left;
}
