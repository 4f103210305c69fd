import { maxMergeFileCharacters } from "@intellibox/contract/rules/mail-merge";
import { t } from "@intellibox/contract/text/t";
import { FileUp } from "lucide-react";
import { useRef } from "react";
import { screenToast, toast } from "#lib/toast.ts";
import { Button, type ButtonProps } from "#components/ui/button.tsx";

type FileButtonProps = Pick<ButtonProps, "variant" | "busy"> & {
  label: string;
  onText: (text: string, fileName: string) => void;
};

/** Chooses a file of text and reads it. */
export function FileButton({ label, onText, ...look }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const read = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > 2 * maxMergeFileCharacters) return void toast.error(t("The file is too large."), screenToast);
    onText(textOf(await file.arrayBuffer()), file.name);
  };
  return (
    <div>
      <Button {...look} icon={<FileUp className="size-4" aria-hidden="true" />} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,text/csv,text/plain"
        aria-label={label}
        tabIndex={-1}
        className="sr-only"
        onChange={({ target }) => {
          void read(target.files?.[0]);
          // The same file can be chosen again after a change.
          target.value = "";
        }}
      />
    </div>
  );
}

/** UTF-8, or the encoding of older spreadsheets. */
export function textOf(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
