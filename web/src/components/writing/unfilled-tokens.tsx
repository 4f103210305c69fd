import { AlertDialog } from "@base-ui/react/alert-dialog";
import { t } from "@intellibox/contract/text/t";
import { type FormEvent, useId, useRef, useState } from "react";
import { classNames } from "#lib/class-names.ts";
import { Button } from "../ui/button.tsx";
import { backdropClass, sheetClass, viewportClass } from "../ui/dialog-looks.ts";
import { TextField } from "../ui/field.tsx";

type UnfilledTokensProps = {
  tokens: string[];
  /** Receives the value of each token. */
  onFill: (values: Map<string, string>) => void;
  onSend: () => void;
  onKeep: () => void;
};

/** Asks for the values of placeholders such as {FirstName} before the mail is sent. */
export function UnfilledTokens({ tokens, onFill, onSend, onKeep }: UnfilledTokensProps) {
  const [values, setValues] = useState<ReadonlyMap<string, string>>(new Map());
  const first = useRef<HTMLInputElement>(null);
  const formId = useId();
  const isFilled = tokens.every((token) => values.get(token)?.trim());
  const fill = (event: FormEvent) => {
    event.preventDefault();
    if (isFilled) onFill(new Map(tokens.map((token) => [token, values.get(token)?.trim() ?? ""])));
  };
  return (
    <AlertDialog.Root open onOpenChange={(open) => !open && onKeep()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={backdropClass} />
        <AlertDialog.Viewport className={viewportClass}>
          <AlertDialog.Popup initialFocus={first} className={classNames(sheetClass, "p-4 md:max-w-md md:p-5")}>
            <AlertDialog.Title className="text-lg font-semibold">
              {t(
                "{count, plural, =1 {Fill in this placeholder before sending} other {Fill in these # placeholders before sending}}",
                {
                  count: tokens.length,
                },
              )}
            </AlertDialog.Title>
            <form id={formId} onSubmit={fill} className="mt-4 flex flex-col gap-4" noValidate>
              {tokens.map((token, at) => (
                <TextField
                  key={token}
                  ref={at === 0 ? first : undefined}
                  label={token}
                  autoComplete="off"
                  value={values.get(token) ?? ""}
                  onChange={({ target }) => setValues(new Map(values).set(token, target.value))}
                />
              ))}
            </form>
            <div className="mt-5 flex flex-wrap justify-end gap-2 pb-[env(safe-area-inset-bottom)]">
              <Button className="me-auto" variant="ghost" onClick={onSend}>
                {t("Send anyway")}
              </Button>
              <Button onClick={onKeep}>{t("Cancel")}</Button>
              <Button variant="primary" type="submit" form={formId} disabled={!isFilled}>
                {t("Fill in and send")}
              </Button>
            </div>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
