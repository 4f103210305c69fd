import type { MailAction } from "@intellibox/contract/endpoints/actions";
import { parseRecipients } from "@intellibox/contract/rules/recipients";
import { t } from "@intellibox/contract/text/t";
import { dateTime } from "#lib/format.ts";
import { recipientsInWords } from "#lib/mail/mail-outcome.ts";
import type { NewChange } from "#api/waiting-changes.ts";

const actionWords: Record<MailAction, (count: number) => string> = {
  archive: (count) => t("Archive {count, plural, one {# message} other {# messages}}", { count }),
  inbox: (count) => t("Move {count, plural, one {# message} other {# messages}} to the inbox", { count }),
  move: (count) => t("Move {count, plural, one {# message} other {# messages}}", { count }),
  label: (count) => t("Label {count, plural, one {# message} other {# messages}}", { count }),
  unlabel: (count) => t("Remove a label of {count, plural, one {# message} other {# messages}}", { count }),
  star: (count) => t("Star {count, plural, one {# message} other {# messages}}", { count }),
  unstar: (count) => t("Unstar {count, plural, one {# message} other {# messages}}", { count }),
  junk: (count) => t("Move {count, plural, one {# message} other {# messages}} to Spam", { count }),
  notJunk: (count) => t("Mark {count, plural, one {# message} other {# messages}} as not spam", { count }),
  read: (count) => t("Mark {count, plural, one {# message} other {# messages}} as read", { count }),
  unread: (count) => t("Mark {count, plural, one {# message} other {# messages}} as unread", { count }),
  trash: (count) => t("Delete {count, plural, one {# message} other {# messages}}", { count }),
  delete: (count) => t("Delete {count, plural, one {# message} other {# messages}} for good", { count }),
};

/** Describes a waiting change. */
export function changeWords(change: NewChange) {
  switch (change.kind) {
    case "action":
      return actionWords[change.body.action](change.body.ids.length);
    case "snooze": {
      const count = change.ids.length;
      return change.until
        ? t("Snooze {count, plural, one {# message} other {# messages}} until {until}", {
            count,
            until: dateTime(change.until),
          })
        : t("Bring {count, plural, one {# message} other {# messages}} back from snooze", { count });
    }
    case "mute": {
      const count = change.ids.length;
      return change.muted
        ? t("Mute {count, plural, one {# conversation} other {# conversations}}", { count })
        : t("Unmute {count, plural, one {# conversation} other {# conversations}}", { count });
    }
    case "mail": {
      const { subject, to } = change.mail;
      return t("Send “{subject}” to {to}", { subject, to: recipientsInWords(parseRecipients(to).addresses) });
    }
  }
}
