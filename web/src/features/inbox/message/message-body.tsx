import type { MailMessage } from "@intellibox/contract/endpoints/inbox";
import { t } from "@intellibox/contract/text/t";
import { ImageOff, Languages, Moon, Sun } from "lucide-react";
import { lazy, Suspense } from "react";
import { messageOf } from "#lib/http/api-error.ts";
import { useAllowImages } from "#api/inbox.ts";
import { SafeHtml } from "#components/rich-text/safe-html.tsx";
import { Button, IconButton } from "#components/ui/button.tsx";
import { loadedLater } from "#components/ui/loaded-later.tsx";
import { Tooltip } from "#components/ui/tooltip.tsx";
import { PlainText } from "./plain-text.tsx";

type BodyProps = { message: MailMessage; onFailure: (message: string) => void };
type MessageBodyProps = BodyProps & { isTranslated: boolean };

const InvitationCard = loadedLater(() => import("./invitation/invitation-card.tsx").then((m) => m.InvitationCard));

const Translation = lazy(() => import("./translation.tsx").then((m) => ({ default: m.Translation })));

/** The message's invitation, if it has one, and its body or the translation. */
export function MessageBody({ message, onFailure, isTranslated }: MessageBodyProps) {
  const body = <Body message={message} onFailure={onFailure} />;
  return (
    <>
      {message.calendarPart && (
        <div className="mb-4">
          <InvitationCard message={message} />
        </div>
      )}
      {isTranslated ? (
        <Suspense fallback={body}>
          <Translation messageId={message.id}>{body}</Translation>
        </Suspense>
      ) : (
        body
      )}
    </>
  );
}

type TranslateButtonProps = {
  message: MailMessage;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
};

/** Shows the translation of a message in place of its body, and the body again. */
export function TranslateButton({ message, isOn, onChange }: TranslateButtonProps) {
  if (!hasText(message)) return null;
  return (
    <Tooltip text={t("Translate")} keys="shift+t">
      <IconButton
        label={t("Translate")}
        size="icon-sm"
        aria-pressed={isOn}
        className="aria-pressed:bg-ai-bg aria-pressed:text-ai"
        icon={<Languages className="size-4" aria-hidden="true" />}
        onClick={() => onChange(!isOn)}
      />
    </Tooltip>
  );
}

/** False if the mail has nothing to translate. */
export const hasText = ({ bodyText, bodyHtml }: MailMessage) => Boolean(bodyText.trim() || bodyHtml);

/** The message's HTML in a sandboxed frame, or its text. */
function Body({ message, onFailure }: BodyProps) {
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
function Pictures({ message, onFailure }: BodyProps) {
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
