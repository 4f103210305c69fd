import type { MailMessage } from "@intellibox/contract/endpoints/inbox";
import { t } from "@intellibox/contract/text/t";
import { ImageOff, Moon, Sun } from "lucide-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { messageOf } from "#lib/http/api-error.ts";
import { useAllowImages } from "#api/inbox.ts";
import { SafeHtml } from "#components/rich-text/safe-html.tsx";
import { AiIcon } from "#components/ui/ai-icon.tsx";
import { Button } from "#components/ui/button.tsx";
import { loadedLater } from "#components/ui/loaded-later.tsx";
import { PlainText } from "./plain-text.tsx";

type MessageBodyProps = { message: MailMessage; onFailure: (message: string) => void };

const InvitationCard = loadedLater(() => import("./invitation/invitation-card.tsx").then((m) => m.InvitationCard));

const Translation = lazy(() => import("./translation.tsx").then((m) => ({ default: m.Translation })));

/** The message's invitation, if it has one, and its body. */
export function MessageBody({ message, onFailure }: MessageBodyProps) {
  return (
    <>
      {message.calendarPart && (
        <div className="mb-4">
          <InvitationCard message={message} />
        </div>
      )}
      <Translatable key={message.id} message={message}>
        <Body message={message} onFailure={onFailure} />
      </Translatable>
    </>
  );
}

/** Offers a translation of the body, which replaces it while the message is open. */
function Translatable({ message, children }: { message: MailMessage; children: ReactNode }) {
  const [isWanted, setIsWanted] = useState(false);
  const hasText = Boolean(message.bodyText.trim() || message.bodyHtml);
  if (!hasText) return children;
  const offer = (
    <div className="mb-1 flex justify-end">
      <Button
        variant="ghost"
        size="sm"
        busy={isWanted}
        icon={<AiIcon className="size-3.5 text-ai" />}
        onClick={() => setIsWanted(true)}
      >
        {t("Translate")}
      </Button>
    </div>
  );
  if (isWanted)
    return (
      <Suspense
        fallback={
          <>
            {offer}
            {children}
          </>
        }
      >
        <Translation messageId={message.id}>{children}</Translation>
      </Suspense>
    );
  return (
    <>
      {offer}
      {children}
    </>
  );
}

/** The message's HTML in a sandboxed frame, or its text. */
function Body({ message, onFailure }: MessageBodyProps) {
  const { bodyHtml, bodyText, subject } = message;
  if (bodyHtml === null) {
    return (
      <>
        {message.htmlOmitted && (
          <p className="mb-4 rounded-control bg-hover px-3 py-2 text-xs text-text-2">
            {t("The layout of this message is too large to show. This is its text.")}
          </p>
        )}
        {bodyText.trim() ? (
          <PlainText text={bodyText} />
        ) : (
          <p className="text-md text-text-3">{t("This message has no text.")}</p>
        )}
      </>
    );
  }
  return (
    <>
      <Pictures message={message} onFailure={onFailure} />
      <SafeHtml
        key={message.id}
        html={bodyHtml}
        title={subject ? t("Message: {subject}", { subject }) : t("Message: no subject")}
        remoteImages={message.imagesAllowed !== null}
      >
        {({ isDark, toggle, keep }) => (
          <div className="mb-2 flex flex-wrap justify-end gap-1">
            {keep && (
              <Button variant="ghost" size="sm" onClick={keep}>
                {isDark ? t("Always show in dark") : t("Always show original colours")}
              </Button>
            )}
            <Button
              variant="ghost"
              size="sm"
              icon={
                isDark ? (
                  <Sun className="size-3.5" aria-hidden="true" />
                ) : (
                  <Moon className="size-3.5" aria-hidden="true" />
                )
              }
              onClick={toggle}
            >
              {isDark ? t("Show original colours") : t("Show in dark")}
            </Button>
          </div>
        )}
      </SafeHtml>
    </>
  );
}

/** Remote images tell the sender when the mail is read, so they are loaded only on request. */
function Pictures({ message, onFailure }: MessageBodyProps) {
  const { id, from, blockedImages, imagesAllowed, mayShowImages } = message;
  const allow = useAllowImages();
  // A reader who chose it for all mail needs no word at each message.
  if (imagesAllowed === "always" || (blockedImages === 0 && !imagesAllowed)) return null;
  const ask = (extent: "message" | "sender", isAllowed: boolean) =>
    allow.mutate(
      { id, for: extent, allow: isAllowed },
      { onError: (error) => onFailure(messageOf(error, t("Failed to load the images"))) },
    );
  const words = {
    none: mayShowImages
      ? t("Remote images are blocked to protect your privacy.")
      : t("Remote images are never shown, as you chose in My Profile."),
    message: t("Remote images are shown."),
    sender: t("Remote images are shown in all email from {from}.", { from }),
  }[imagesAllowed ?? "none"];
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-control bg-hover px-3 py-2 text-xs text-text-2">
      <ImageOff className="size-4 shrink-0 text-text-3" aria-hidden="true" />
      <p className="min-w-40 flex-1">{words}</p>
      {imagesAllowed ? (
        <Button size="sm" busy={allow.isPending} onClick={() => ask(imagesAllowed, false)}>
          {t("Block images")}
        </Button>
      ) : (
        mayShowImages && (
          <span className="flex flex-wrap gap-2">
            <Button size="sm" busy={allow.isPending} onClick={() => ask("message", true)}>
              {t("Show images")}
            </Button>
            <Button size="sm" variant="ghost" disabled={allow.isPending} onClick={() => ask("sender", true)}>
              {t("Always show from this sender")}
            </Button>
          </span>
        )
      )}
    </div>
  );
}
