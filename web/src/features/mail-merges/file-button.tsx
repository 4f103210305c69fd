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
    const text = textOf(await file.arrayBuffer());
    if (text.includes("\0"))
      return void toast.error(
        t("This is not a text file. Save the table as “CSV UTF-8” in your spreadsheet, and choose that file."),
        screenToast,
      );
    onText(text, file.name);
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

/** UTF-8, UTF-16 with its mark, or the encoding of older spreadsheets. */
export function textOf(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength));
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
