import { t } from "@intellibox/contract/text/t";
import { useDebouncedValue } from "#lib/hooks/use-debounced-value.ts";
import { htmlToText } from "#lib/mail/html-text.ts";
import { isSigned, splitQuoted } from "#lib/mail/outgoing.ts";

/** Previews the signature that sending adds. Empty if the text contains it already. */
export function SignatureLine({ html, signatureHtml }: { html: string; signatureHtml: string }) {
  const { own, below } = splitQuoted(useDebouncedValue(html, 300));
  const words = htmlToText(signatureHtml).replaceAll(/\s*\n\s*/g, " · ");
  if (!words || isSigned(own + below, signatureHtml)) return null;
  return (
    <p className="flex shrink-0 gap-1.5 px-4 pb-2.5 text-xs text-text-3 md:px-6">
      <span className="shrink-0">{t("Signature added on send:")}</span>
      <span className="min-w-0 truncate">{words}</span>
    </p>
  );
}
