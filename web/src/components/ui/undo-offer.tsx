import { t } from "@intellibox/contract/text/t";
import { type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import { messageOf } from "#lib/http/api-error.ts";
import { newKey } from "#lib/http/keys.ts";
import { screenToast, toast } from "#lib/toast.ts";
import { offerUndo } from "#lib/undo.ts";
import { ToastButton } from "./toast-button.tsx";

type Undoable = {
  /** Says what was done. */
  words: ReactNode;
  undo: () => void | Promise<void>;
  /** Confirms the undo, if the screen does not show it. */
  undone?: string;
  /** How long the undo is offered. */
  lastsMs: number;
  /** Replaces an earlier offer with the same name. */
  name?: string;
};

/** The toast id of the last offer of each name. */
const lastOf = new Map<string, string>();

/** Says in a toast what was done, and offers to undo it. Returns a function that withdraws both. */
export function announceUndoable({ words, undo, undone, lastsMs, name }: Undoable) {
  const id = `undo ${newKey()}`;
  if (name) {
    toast.dismiss(lastOf.get(name) ?? "");
    lastOf.set(name, id);
  }
  const undoNow = async () => {
    toast.dismiss(id);
    try {
      await undo();
      if (undone) toast.success(undone, screenToast);
    } catch (error) {
      toast.error(messageOf(error, t("Could not undo.")), screenToast);
    }
  };
  toast(
    <span className="flex items-center gap-3">
      <span>{words}</span>
      <UndoButton until={Date.now() + lastsMs} onUndo={() => void undoNow()} />
    </span>,
    { id, duration: lastsMs },
  );
  return () => toast.dismiss(id);
}

/** The Undo button of a toast. Until `until`, and while the button is shown, the key z does the same. */
export function UndoButton({ onUndo, until }: { onUndo: () => void; until: number }) {
  const undo = useEffectEvent(onUndo);
  const offer = useRef<ReturnType<typeof offerUndo>>(null);
  useEffect(() => {
    offer.current = offerUndo(() => undo(), until - Date.now());
    return () => offer.current?.withdraw();
  }, [until]);
  const press = () => {
    offer.current?.withdraw();
    onUndo();
  };
  return <ToastButton onPress={press}>{t("Undo")}</ToastButton>;
}
