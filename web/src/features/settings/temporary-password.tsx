import { Button } from "#components/button.tsx";
import { CopyButton } from "#components/copy-button.tsx";
import { Modal } from "#components/modal.tsx";

type TemporaryPasswordProps = { email: string; password: string; onClose: () => void };

/** Shown this once: the server keeps only a hash of it. */
export function TemporaryPassword({ email, password, onClose }: TemporaryPasswordProps) {
  return (
    <Modal
      title="User added"
      onClose={onClose}
      keepOnOutsideClick
      width="sm"
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <p className="text-base text-text-2">
        Give {email} this first password. It is shown only now, and must be changed at the first sign-in.
      </p>
      <div className="mt-4 flex items-center justify-between gap-3 rounded-control border border-line-strong bg-subtle px-3.5 py-2.5">
        <code className="min-w-0 text-base [overflow-wrap:anywhere] select-all">{password}</code>
        <CopyButton text={password} />
      </div>
    </Modal>
  );
}
