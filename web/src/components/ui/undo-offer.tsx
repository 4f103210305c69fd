import { type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import { messageOf } from "#lib/http/api-error.ts";
import { screenToast, toast } from "#lib/toast.ts";
import { offerUndo } from "#lib/undo.ts";
import { ToastButton } from "./toast-button.tsx";

type Undoable = {
  /** What was done. */
  words: ReactNode;
  undo: () => void | Promise<void>;
  /** What is said once it is taken back, where the screen does not show it. */
  undone?: string;
  /** For how long it can be taken back. */
  lastsMs: number;
  /** Takes the place of an earlier offer of the same name. */
  name?: string;
};

/** The toast of the last offer of each name. */
const lastOf = new Map<string, string>();

/** Says what was done, and offers to take it back. */
export function announceUndoable({ words, undo, undone, lastsMs, name }: Undoable) {
  const id = `undo ${crypto.randomUUID()}`;
  if (name) {
    toast.dismiss(lastOf.get(name) ?? "");
    lastOf.set(name, id);
  }
  const takeBack = async () => {
    toast.dismiss(id);
    try {
      await undo();
      if (undone) toast.success(undone, screenToast);
    } catch (error) {
      toast.error(messageOf(error, "Could not undo."), screenToast);
    }
  };
  toast(
    <span className="flex items-center gap-3">
      <span>{words}</span>
      <UndoButton until={Date.now() + lastsMs} onUndo={() => void takeBack()} />
    </span>,
    { id, duration: lastsMs },
  );
}

/** The button of a toast that takes something back; while it is shown, and until then, the key z does the same. */
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
  return <ToastButton onPress={press}>Undo</ToastButton>;
}
