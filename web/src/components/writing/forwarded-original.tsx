import type { MailMessage } from "@intellibox/contract/endpoints/inbox";
import { t } from "@intellibox/contract/text/t";
import { ChevronRight } from "lucide-react";
import { useId, useState } from "react";
import { Skeleton } from "../ui/async-states.tsx";
import { Button } from "../ui/button.tsx";
import { loadedLater } from "../ui/loaded-later.tsx";

const SafeHtml = loadedLater(
  () => import("../rich-text/safe-html.tsx").then((m) => m.SafeHtml),
  <Skeleton className="h-24" />,
);

type ForwardedOriginalProps = {
  /** Undefined until it has loaded. */
  message: Pick<MailMessage, "subject" | "bodyHtml" | "bodyText" | "imagesAllowed"> | undefined;
  /** The mail is sent with it. */
  isIncluded: boolean;
  onInclude: (isIncluded: boolean) => void;
};

/** The message that a mail forwards, folded below the text. The server appends it as it is. */
export function ForwardedOriginal({ message, isIncluded, onInclude }: ForwardedOriginalProps) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const isShown = isIncluded && isOpen;
  return (
    <section aria-label={t("Forwarded message")} className="shrink-0 border-t border-line px-4 py-2 md:px-6">
      <div className="flex min-h-8 flex-wrap items-center gap-x-2 gap-y-1 text-sm">
        {isIncluded ? (
          <button
            type="button"
            aria-expanded={isShown}
            aria-controls={isShown ? id : undefined}
            onClick={() => setIsOpen(!isOpen)}
            className="-ms-1 flex min-w-0 flex-1 items-center gap-1 rounded-item py-1 text-start text-text-2 hover:text-text pointer-coarse:min-h-11"
          >
            <ChevronRight className={`size-4 shrink-0 ${isShown ? "rotate-90" : ""}`} aria-hidden="true" />
            <span className="truncate">{t("Forwarded message, as it was received")}</span>
          </button>
        ) : (
          <p className="min-w-0 flex-1 text-text-2">{t("The message is left out.")}</p>
        )}
        <Button size="sm" variant="ghost" className="-me-2" onClick={() => onInclude(!isIncluded)}>
          {isIncluded ? t("Leave out") : t("Include the message")}
        </Button>
      </div>
      {isShown && message && (
        <div id={id} className="mt-1 max-h-[40dvh] overflow-y-auto rounded-control border border-line p-3">
          {message.bodyHtml === null ? (
            <p className="text-md [overflow-wrap:anywhere] whitespace-pre-wrap text-text">{message.bodyText.trim()}</p>
          ) : (
            <SafeHtml
              html={message.bodyHtml}
              title={t("Forwarded: {subject}", { subject: message.subject || t("(no subject)") })}
              remoteImages={message.imagesAllowed !== null}
            />
          )}
        </div>
      )}
    </section>
  );
}
