import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { messageOf } from "#lib/http/api-error.ts";
import { templateQuery } from "#api/templates.ts";
import { Failed, Skeleton } from "#components/ui/async-states.tsx";
import { Modal } from "#components/ui/modal.tsx";
import { TemplateForm } from "./template-form.tsx";
import { TemplatePreview } from "./template-preview.tsx";
import type { OpenedForm } from "./template-words.ts";

type TemplateDialogsProps = { opened: OpenedForm | null; onOpen: (form: OpenedForm | null) => void };

export function TemplateDialogs({ opened, onOpen }: TemplateDialogsProps) {
  if (!opened) return null;
  const close = () => onOpen(null);
  if (opened.kind === "new") return <TemplateForm isShared={opened.isShared} onClose={close} />;
  return <Loaded key={`${opened.kind} ${opened.id}`} {...opened} onOpen={onOpen} />;
}

type LoadedProps = { kind: "edit" | "copy" | "preview"; id: string; onOpen: TemplateDialogsProps["onOpen"] };

/** Loads the template, always the latest version. */
function Loaded({ kind, id, onOpen }: LoadedProps) {
  const { data, error, isFetching, refetch } = useQuery(templateQuery(id));
  const close = () => onOpen(null);
  // A cached version may be older than the one of an administrator.
  if (data && !isFetching) {
    if (kind === "preview") return <TemplatePreview template={data} onOpen={onOpen} />;
    return <TemplateForm template={data} isCopy={kind === "copy"} isShared={data.isShared} onClose={close} />;
  }
  return (
    <Modal title={t("Template")} onClose={close}>
      {error ? (
        <Failed message={messageOf(error)} onRetry={() => void refetch()} />
      ) : (
        <div role="status" className="flex flex-col gap-3">
          <span className="sr-only">{t("Loading…")}</span>
          <Skeleton className="h-8 w-full" />
          <Skeleton className="h-32 w-full" />
        </div>
      )}
    </Modal>
  );
}
