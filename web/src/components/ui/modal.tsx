import { useState } from "react";
import { loadedLater } from "./loaded-later.tsx";
import type { ModalProps } from "./modal-dialog.tsx";

const ModalDialog = loadedLater<ModalProps>(() => import("./modal-dialog.tsx").then((m) => m.ModalDialog));
export const preloadModal = ModalDialog.preload;

/** A dialog in the middle of the screen; a bottom sheet on phones. Its code is loaded when the first one opens. */
export function Modal(props: ModalProps) {
  const [wasOpened, setWasOpened] = useState(props.open ?? true);
  if (props.open && !wasOpened) setWasOpened(true);
  return wasOpened ? <ModalDialog {...props} /> : null;
}
