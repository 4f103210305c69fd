import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { messageOf } from "#lib/api-error.ts";
import { dayMonthYear } from "#lib/format.ts";
import { useSignedIn } from "#lib/session.ts";
import { screenToast, toast } from "#lib/toast.ts";
import { myRequestsQuery, useCreateRequest, useLiveRequests } from "#api/requests.ts";
import { Alert } from "#components/alert.tsx";
import { Badge } from "#components/badge.tsx";
import { Button } from "#components/button.tsx";
import { TextField } from "#components/field.tsx";
import { Modal } from "#components/modal.tsx";
import { SectionPanel } from "#components/section-panel.tsx";
import { Segmented } from "#components/segmented.tsx";
import { statusTones } from "./requests.tsx";

/** What one has asked the administrators for. They need not ask themselves. */
export function MyRequests() {
  const { user } = useSignedIn();
  const [isOpen, setIsOpen] = useState(false);
  if (user.roleCode !== "NORMAL_USER") return null;
  return (
    <SectionPanel
      title="My requests"
      actions={
        <Button size="sm" onClick={() => setIsOpen(true)}>
          Ask an admin
        </Button>
      }
    >
      <Asked />
      {isOpen && <RequestForm onClose={() => setIsOpen(false)} />}
    </SectionPanel>
  );
}

const kinds = [
  { value: "New user request", label: "A new colleague" },
  { value: "Role change", label: "To become an admin" },
] as const;
type Kind = (typeof kinds)[number]["value"];

function RequestForm({ onClose }: { onClose: () => void }) {
  const formId = useId();
  const create = useCreateRequest();
  const [type, setType] = useState<Kind>("New user request");
  const fields = (create.error as { fields?: Record<string, string> } | null)?.fields ?? {};

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? "");
    const note = text("note");
    const body = type === "Role change" ? { type, note } : { type, name: text("name"), email: text("email"), note };
    create.mutate(body, {
      onSuccess: () => {
        toast.success("Request sent", screenToast);
        onClose();
      },
    });
  };

  return (
    <Modal
      title="Ask an admin"
      onClose={onClose}
      keepOnOutsideClick
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} busy={create.isPending} busyLabel="Sending…">
            Send request
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} className="flex flex-col gap-5" noValidate>
        {create.error && <Alert kind="bad">{messageOf(create.error)}</Alert>}
        <Segmented label="What you ask for" choices={kinds} value={type} onChange={setType} className="self-start" />
        {type === "New user request" && (
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField label="Name" name="name" error={fields.name} />
            <TextField label="Email" name="email" type="email" error={fields.email} />
          </div>
        )}
        <TextField label="Note" name="note" hint="What your admin should know" error={fields.note} />
      </form>
    </Modal>
  );
}

/** What became of what one asked for before. */
function Asked() {
  const { data } = useQuery(myRequestsQuery);
  useLiveRequests();
  if (!data?.length) {
    return (
      <p className="px-4 pb-4 text-sm text-text-2">
        Ask your administrators to add a colleague, or to make you an administrator.
      </p>
    );
  }
  return (
    <ul className="divide-y divide-line border-t border-line">
      {data.map(({ id, type, about, status, createdAt }) => (
        <li key={id} className="flex items-baseline gap-3 px-4 py-2.5 text-sm">
          <span className="min-w-0 flex-1 text-text-2 [overflow-wrap:anywhere]">
            {type}: {about}
          </span>
          <span className="text-xs text-text-3 tabular-nums">{dayMonthYear(createdAt)}</span>
          <Badge tone={statusTones[status]}>{status}</Badge>
        </li>
      ))}
    </ul>
  );
}
