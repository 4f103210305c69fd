import type { NotificationPayload } from "@intellibox/contract/rules/notifications";
import { t } from "@intellibox/contract/text/t";
import { inLanguage } from "#lib/languages.ts";
import type { ClaimedDelivery, ToldMessage } from "./claim-deliveries.ts";

/** Push services refuse more than 4,096 bytes. A character has at most four bytes. */
const longestTitle = 100;
const longestBody = 300;
/** Names of senders in a notification of several messages. */
const mostNames = 3;

/** The notification that the service worker shows, in the language of the device. */
export const payloadOf = (
  delivery: ClaimedDelivery,
  { hidesContent }: { hidesContent: boolean },
): NotificationPayload =>
  inLanguage(delivery.device.language, () => {
    const { title, body } = textsOf(delivery, hidesContent);
    const { kind, messages, id } = delivery;
    const [first] = messages;
    const isOne = messages.length === 1 && first;
    return {
      title: shorten(title, longestTitle),
      body: shorten(body, longestBody),
      // The service worker shows one notification for each tag.
      tag: kind === "test" ? "test" : isOne ? first.id : id,
      path: kind === "test" ? "/profile?tab=notifications" : isOne ? `/inbox?message=${first.id}` : "/inbox",
      count: kind === "test" ? 0 : messages.length,
      many: t("New messages"),
    };
  });

function textsOf({ kind, messages }: ClaimedDelivery, hidesContent: boolean): { title: string; body: string } {
  const [first] = messages;
  if (kind === "test" || !first)
    return { title: t("Notifications work"), body: t("New mail will be shown like this on this device.") };
  if (messages.length > 1)
    return {
      title: t("{count, plural, one {# new message} other {# new messages}}", { count: messages.length }),
      body: hidesContent ? "" : [...new Set(messages.map(nameOf))].slice(0, mostNames).join(", "),
    };
  if (hidesContent)
    return { title: kind === "woken" ? t("A message is back from snooze") : t("New message"), body: "" };
  const subject = first.subject || t("(no subject)");
  return { title: nameOf(first), body: kind === "woken" ? t("Back from snooze: {subject}", { subject }) : subject };
}

const nameOf = ({ fromName, fromAddress }: ToldMessage) => fromName.trim() || fromAddress || t("Unknown sender");

/** One line without characters that turn the direction of text around, which could make a name look like another. */
function shorten(text: string, longest: number): string {
  const plain = text.replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, " ").trim();
  const characters = [...plain];
  return characters.length > longest ? `${characters.slice(0, longest - 1).join("")}…` : plain;
}
