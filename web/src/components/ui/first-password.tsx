import { t } from "@intellibox/contract/text/t";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { CopyButton } from "./copy-button.tsx";
import { Modal } from "./modal.tsx";

/** `who` is a name, an address or both. */
type FirstPasswordProps = {
  who: string;
  password: string;
  title?: string;
  children?: ReactNode;
  onClose: () => void;
};

/** Shows a new user's temporary password. It cannot be shown again: the server stores only its hash. */
export function FirstPassword({ who, password, title = t("User added"), children, onClose }: FirstPasswordProps) {
  const done = (
    <Button variant="primary" onClick={onClose}>
      {t("Done")}
    </Button>
  );
  return (
    <Modal title={title} onClose={onClose} keepOnOutsideClick width="sm" footer={done}>
      <p className="text-base text-text-2">
        {t("Share this temporary password with {who}. It is shown only once, and must be changed at first sign-in.", {
          who,
        })}{" "}
        {children}
      </p>
      <div className="mt-4 flex items-center justify-between gap-3 rounded-control border border-line-strong bg-subtle px-3.5 py-2.5">
        <code className="min-w-0 text-base [overflow-wrap:anywhere] select-all">{password}</code>
        <CopyButton text={password} />
      </div>
    </Modal>
  );
}
