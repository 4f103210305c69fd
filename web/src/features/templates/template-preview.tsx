import type { Template } from "@intellibox/contract/endpoints/templates";
import { fillTokensHtml, fillTokensLine, standardValues } from "@intellibox/contract/rules/fill-tokens";
import { t } from "@intellibox/contract/text/t";
import { formatLocale } from "@intellibox/contract/text/translator";
import { useSignedIn } from "#lib/session/session.ts";
import { SafeHtml } from "#components/rich-text/safe-html.tsx";
import { Button } from "#components/ui/button.tsx";
import { Modal } from "#components/ui/modal.tsx";
import { type OpenedForm, useMayChange, usesInWords } from "./template-words.ts";

/** A recipient for the preview. */
const samplePerson = {
  name: t("Meera Rao"),
  email: "meera@example.com",
  company: t("Rao Packaging"),
  jobTitle: t("Purchasing manager"),
  phone: "+91 98200 00000",
};

/** The template as a recipient would read it. */
export function TemplatePreview({
  template,
  onOpen,
}: {
  template: Template;
  onOpen: (form: OpenedForm | null) => void;
}) {
  const mayChange = useMayChange(template);
  const close = () => onOpen(null);
  return (
    <Modal
      title={template.name}
      description={t("With sample values. {uses}.", { uses: usesInWords(template) })}
      width="lg"
      onClose={close}
      footer={
        <>
          <Button onClick={() => onOpen({ kind: "copy", id: template.id })}>{t("Duplicate")}</Button>
          {mayChange && <Button onClick={() => onOpen({ kind: "edit", id: template.id })}>{t("Edit")}</Button>}
          <Button variant="primary" onClick={close}>
            {t("Close")}
          </Button>
        </>
      }
    >
      <FilledTemplate subject={template.subject} html={template.bodyHtml} />
    </Modal>
  );
}

/** Subject and text, filled with sample values. Tokens of other names stay as they are. */
export function FilledTemplate({ subject, html }: { subject: string; html: string }) {
  const { user, tenant } = useSignedIn();
  const today = new Intl.DateTimeFormat(formatLocale(), { dateStyle: "long" }).format(new Date());
  const me = { name: user.name, email: user.email, ...(tenant && { company: tenant.name }) };
  const values = standardValues(samplePerson, me, today);
  return (
    <div className="flex flex-col gap-3">
      {subject && <p className="text-base font-semibold text-text">{fillTokensLine(subject, values)}</p>}
      <div className="overflow-hidden rounded-control border border-line px-4 py-3">
        <SafeHtml html={fillTokensHtml(html, values)} title={t("Preview")} remoteImages={false} />
      </div>
    </div>
  );
}
