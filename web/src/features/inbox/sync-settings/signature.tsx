import type { MailboxSettings } from "@intellibox/contract/endpoints/mailbox-settings";
import { t } from "@intellibox/contract/text/t";
import { useRef, useState } from "react";
import { screenToast, toast } from "#lib/toast.ts";
import { RichTextField } from "#components/rich-text/rich-text.tsx";
import type { RichTextHandle } from "#components/rich-text/rich-text-editor.tsx";
import { Button } from "#components/ui/button.tsx";
import { ChoiceSetting } from "./setting.tsx";
import { type SettingProps, useSetting } from "./use-setting.ts";

type SignatureKind = "own" | "none" | "special";

const kinds = [
  { value: "own", label: t("My own signature") },
  { value: "special", label: t("A signature for this mailbox") },
  { value: "none", label: t("No signature") },
] as const;

const kindOf = (html: string | null): SignatureKind => (html === null ? "own" : html === "" ? "none" : "special");

/** The signature of mail from this mailbox: the user's own, another one, or none. */
export function Signature({ settings, ...props }: SettingProps & { settings: MailboxSettings }) {
  const { save, isBusy } = useSetting(props);
  const { signatureHtml } = settings;
  const [kind, setKind] = useState(kindOf(signatureHtml));
  const choose = (next: SignatureKind) => {
    setKind(next);
    // A signature of its own is saved once it is written.
    if (next !== "special") save({ signatureHtml: next === "own" ? null : "" });
  };
  return (
    <>
      <ChoiceSetting
        label={t("Signature")}
        hint={t("Added to mail from this mailbox. Your own signature is in My Profile.")}
        value={kind}
        options={kinds}
        isBusy={isBusy}
        onChange={choose}
      />
      {kind === "special" && <SignatureEditor saved={signatureHtml ?? ""} isBusy={isBusy} onSave={save} />}
    </>
  );
}

type SignatureEditorProps = {
  saved: string;
  isBusy: boolean;
  onSave: ReturnType<typeof useSetting>["save"];
};

function SignatureEditor({ saved, isBusy, onSave }: SignatureEditorProps) {
  const [html, setHtml] = useState(saved);
  // The editor reports its text up to 150 ms after a key press. Save makes it report at once.
  const editor = useRef<RichTextHandle>(null);
  const latest = useRef(saved);
  const submit = () => {
    editor.current?.flush();
    onSave({ signatureHtml: latest.current }, () => toast.success(t("Signature saved"), screenToast));
  };
  return (
    <div className="flex flex-col gap-3">
      <RichTextField
        label={t("Signature of this mailbox")}
        value={html}
        onChange={(changed) => {
          latest.current = changed;
          setHtml(changed);
        }}
        handleRef={editor}
        placeholder={t("Kind regards,")}
      />
      <div className="flex justify-end">
        <Button busy={isBusy} busyLabel={t("Saving…")} onClick={submit}>
          {t("Save")}
        </Button>
      </div>
    </div>
  );
}
