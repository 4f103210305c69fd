import { t } from "@intellibox/contract/text/t";
import { type FormEvent, type ReactNode, useId } from "react";
import { Alert } from "./alert.tsx";
import { Button } from "./button.tsx";
import { Modal } from "./modal.tsx";

type ModalFormProps = {
  title: string;
  onClose: () => void;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** Why the last save failed. */
  failure: string | undefined;
  busy: boolean;
  width?: "md" | "lg";
  /** The verb on the button, and its label while busy. */
  action?: string;
  busyAction?: string;
  children: ReactNode;
};

/** A form in a dialog. A click outside does not close it, so that typed values are not lost. */
export function ModalForm(props: ModalFormProps) {
  const {
    title,
    onClose,
    onSubmit,
    failure,
    busy,
    width,
    action = t("Save"),
    busyAction = t("Saving…"),
    children,
  } = props;
  const id = useId();
  return (
    <Modal
      title={title}
      onClose={onClose}
      keepOnOutsideClick
      {...(width && { width })}
      footer={
        <>
          <Button onClick={onClose}>{t("Cancel")}</Button>
          <Button variant="primary" type="submit" form={id} busy={busy} busyLabel={busyAction}>
            {action}
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={onSubmit} className="flex flex-col gap-5" noValidate>
        {failure && <Alert kind="bad">{failure}</Alert>}
        {children}
      </form>
    </Modal>
  );
}
