import { t } from "@intellibox/contract/text/t";
import { useRef, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { inputClass } from "#components/ui/field.tsx";
import { Modal } from "#components/ui/modal.tsx";

type LargeIncomingProps = { start: string; onSave: (text: string) => void; onClose: () => void };

/** The incoming mail in a large dialog. Save and Close keep the changes, Cancel discards them. */
export function LargeIncoming({ start, onSave, onClose }: LargeIncomingProps) {
  const [text, setText] = useState(start);
  const box = useRef<HTMLTextAreaElement>(null);
  const keep = () => {
    onSave(text);
    onClose();
  };
  return (
    <Modal
      title={t("Incoming Email")}
      width="xl"
      keepOnOutsideClick
      initialFocus={box}
      onClose={keep}
      bodyClass="flex"
      footer={
        <>
          <Button onClick={onClose}>{t("Cancel")}</Button>
          <Button variant="primary" onClick={keep}>
            {t("Save")}
          </Button>
        </>
      }
    >
      <textarea
        ref={box}
        aria-label={t("Incoming Email")}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className={`block min-h-[60dvh] flex-1 resize-none py-2.5 !text-md ${inputClass}`}
      />
    </Modal>
  );
}
