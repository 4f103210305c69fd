import { t } from "@intellibox/contract/text/t";
import type { Editor } from "@tiptap/react";
import { type FormEvent, useId, useRef, useState } from "react";
import { linkAddressOf, linkSchemes } from "#lib/mail/link-address.ts";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/field.tsx";
import { Modal } from "../ui/modal.tsx";

/** Asks for the address of a link. It applies to the selection, to the link at the caret, or becomes its own text. */
export function LinkDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const formId = useId();
  const field = useRef<HTMLInputElement>(null);
  const [current] = useState<string>(() => editor.getAttributes("link").href ?? "");
  const [typed, setTyped] = useState(current);
  const [error, setError] = useState<string>();

  const remove = () => {
    editor.chain().focus().extendMarkRange("link").unsetLink().run();
    onClose();
  };
  const apply = (event: FormEvent) => {
    event.preventDefault();
    // React events bubble out of a portal, and the page's own form must not be submitted.
    event.stopPropagation();
    if (!typed.trim() && current) return remove();
    const href = linkAddressOf(typed);
    if (!href)
      return setError(t("Enter a web or email address. Allowed are {schemes}.", { schemes: linkSchemes.join(", ") }));
    putLink(editor, href, typed.trim());
    onClose();
  };

  return (
    <Modal
      title={current ? t("Edit link") : t("Add link")}
      width="sm"
      onClose={onClose}
      initialFocus={field}
      footer={<LinkButtons formId={formId} onCancel={onClose} onRemove={current ? remove : undefined} />}
    >
      <form id={formId} onSubmit={apply} noValidate>
        <TextField
          ref={field}
          label={t("URL")}
          inputMode="url"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          placeholder="https://example.com"
          value={typed}
          error={error}
          onChange={(event) => setTyped(event.target.value)}
        />
      </form>
    </Modal>
  );
}

type LinkButtonsProps = { formId: string; onCancel: () => void; onRemove: (() => void) | undefined };

const LinkButtons = ({ formId, onCancel, onRemove }: LinkButtonsProps) => (
  <>
    {onRemove && (
      <Button variant="danger-ghost" className="me-auto" onClick={onRemove}>
        {t("Remove link")}
      </Button>
    )}
    <Button onClick={onCancel}>{t("Cancel")}</Button>
    <Button variant="primary" type="submit" form={formId}>
      {t("Apply")}
    </Button>
  </>
);

function putLink(editor: Editor, href: string, text: string) {
  const isOnText = !editor.state.selection.empty || editor.isActive("link");
  const chain = editor.chain().focus();
  if (isOnText) chain.extendMarkRange("link").setLink({ href }).run();
  else
    chain
      .insertContent({ type: "text", text, marks: [{ type: "link", attrs: { href } }] })
      .unsetMark("link")
      .run();
}
