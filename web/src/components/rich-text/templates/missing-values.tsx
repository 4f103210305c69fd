import { t } from "@intellibox/contract/text/t";
import { type FormEvent, useId, useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { Modal } from "../../ui/modal.tsx";

type MissingValuesProps = {
  /** The template's name. */
  name: string;
  /** The names of the tokens. */
  tokens: readonly string[];
  onInsert: (values: Record<string, string>) => void;
  onClose: () => void;
};

/** Asks for the values of tokens that neither the recipient nor the writer has. A value that is left out stays open in the text. */
export function MissingValues({ name, tokens, onInsert, onClose }: MissingValuesProps) {
  const [values, setValues] = useState<Record<string, string>>({});
  const first = useRef<HTMLInputElement>(null);
  const formId = useId();
  const insert = (event: FormEvent) => {
    event.preventDefault();
    // React events bubble out of a portal, and the page's own form must not be submitted.
    event.stopPropagation();
    onInsert(values);
  };
  return (
    <Modal
      title={t("Fill in “{name}”", { name })}
      width="sm"
      keepOnOutsideClick
      onClose={onClose}
      initialFocus={first}
      footer={
        <>
          <Button className="me-auto" variant="ghost" onClick={() => onInsert({})}>
            {t("Leave open")}
          </Button>
          <Button onClick={onClose}>{t("Cancel")}</Button>
          <Button variant="primary" type="submit" form={formId}>
            {t("Insert")}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={insert} className="flex flex-col gap-4" noValidate>
        {tokens.map((token, at) => (
          <TextField
            key={token}
            ref={at === 0 ? first : undefined}
            label={token}
            autoComplete="off"
            maxLength={500}
            value={values[token] ?? ""}
            onChange={({ target }) => setValues({ ...values, [token]: target.value })}
          />
        ))}
      </form>
    </Modal>
  );
}
