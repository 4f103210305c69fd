import { t } from "@intellibox/contract/text/t";
import { Download } from "lucide-react";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Modal } from "#components/ui/modal.tsx";

type RecoveryCodesProps = { codes: string[]; onClose: () => void };

/** Shows the recovery codes, once. The server has only their hashes. */
export function RecoveryCodes({ codes, onClose }: RecoveryCodesProps) {
  const [isKept, setIsKept] = useState(false);
  const text = codes.join("\n");
  const save = () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([`${text}\n`], { type: "text/plain" }));
    link.download = "intellibox-recovery-codes.txt";
    link.click();
    URL.revokeObjectURL(link.href);
  };
  return (
    <Modal
      title={t("Keep your recovery codes")}
      // Only the button closes it: the codes cannot be shown again.
      onClose={() => isKept && onClose()}
      keepOnOutsideClick
      footer={
        <Button variant="primary" disabled={!isKept} onClick={onClose}>
          {t("Done")}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="text-base text-text-2">
          {t(
            "If you lose your phone and your passkeys, one of these codes signs you in. Each works once. They are shown only now.",
          )}
        </p>
        <ol className="grid grid-cols-1 gap-x-6 gap-y-1 rounded-control border border-line-strong bg-subtle px-4 py-3 sm:grid-cols-2">
          {codes.map((code) => (
            <li key={code}>
              <code className="text-sm select-all">{code}</code>
            </li>
          ))}
        </ol>
        <div className="flex flex-wrap gap-2">
          <CopyButton text={text} />
          <Button icon={<Download className="size-4" aria-hidden="true" />} onClick={save}>
            {t("Save as a file")}
          </Button>
        </div>
        <Checkbox
          label={t("I have kept the codes in a safe place")}
          checked={isKept}
          onChange={(event) => setIsKept(event.target.checked)}
        />
      </div>
    </Modal>
  );
}
