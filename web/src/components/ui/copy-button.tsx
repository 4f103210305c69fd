import { t } from "@intellibox/contract/text/t";
import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { screenToast, toast } from "#lib/toast.ts";
import { Button, type ButtonLook } from "./button.tsx";

type CopyButtonProps = ButtonLook & {
  /** The text, or a function that makes it at the click. */
  text: string | (() => string);
  label?: string;
  /** Replaces the toast on screens that show failures in place. */
  onFailed?: (message: string) => void;
  className?: string;
};

const showInToast = (message: string) => void toast.error(message, screenToast);

/** Copies text to the clipboard; the button itself confirms it. */
export function CopyButton({ text, label = t("Copy"), onFailed = showInToast, ...look }: CopyButtonProps) {
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [isCopied]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(typeof text === "string" ? text : text());
      setIsCopied(true);
    } catch {
      onFailed(t("Copy failed"));
    }
  };
  const Icon = isCopied ? Check : Copy;
  return (
    <Button {...look} onClick={copy} icon={<Icon className="size-4" aria-hidden="true" />}>
      {isCopied ? t("Copied") : label}
      <span role="status" className="sr-only">
        {isCopied && t("Copied to the clipboard")}
      </span>
    </Button>
  );
}
