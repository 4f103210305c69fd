import type { ConnectedMailbox } from "@intellibox/contract/endpoints/mailboxes";
import { t } from "@intellibox/contract/text/t";
import { dayMonthYear } from "#lib/format.ts";

type Mailbox = Pick<ConnectedMailbox, "name" | "email" | "syncing" | "remaining" | "counts" | "history">;

/** One line about what is under way; undefined if nothing is. Older mail takes long, so its line changes little. */
export function progressOf(mailboxes: readonly Mailbox[]): { words: string; isHistory: boolean } | undefined {
  const loading = mailboxes.filter(({ history }) => history.isLoading);
  if (loading.length > 0) {
    const stored = loading.reduce((sum, { counts }) => sum + counts.messages, 0);
    const back = backTo(loading);
    const values = { mailbox: nameOf(loading), count: stored };
    const words = back
      ? t("Loading older mail of {mailbox} · {count} so far, back to {day}", { ...values, day: dayMonthYear(back) })
      : t("Loading older mail of {mailbox} · {count} so far", values);
    return { words, isHistory: true };
  }
  const busy = mailboxes.filter(({ syncing }) => syncing);
  if (busy.length === 0) return undefined;
  const remaining = busy.reduce((sum, box) => sum + box.remaining, 0);
  const mailbox = nameOf(busy);
  const words =
    remaining > 0
      ? t("Syncing {mailbox} · {count} to go", { mailbox, count: remaining })
      : t("Syncing {mailbox}…", { mailbox });
  return { words, isHistory: false };
}

/** Says that a search does not see all mail yet. */
export function missingWords(mailboxes: readonly Mailbox[]): string | undefined {
  const loading = mailboxes.filter(({ history }) => history.isLoading);
  if (loading.length === 0) return undefined;
  const back = backTo(loading);
  return back
    ? t("Older mail is still being loaded: results from before {day} may be missing.", { day: dayMonthYear(back) })
    : t("Older mail is still being loaded: results from before today may be missing.");
}

const nameOf = (mailboxes: readonly Mailbox[]) =>
  mailboxes.length === 1
    ? mailboxes[0]?.name || mailboxes[0]?.email
    : t("{count, plural, one {# mailbox} other {# mailboxes}}", { count: mailboxes.length });

/** The mailbox that has come least far decides. */
const backTo = (mailboxes: readonly Mailbox[]) =>
  mailboxes.reduce((latest: Date | undefined, { history: { backTo: at } }) => {
    const reached = at === null ? undefined : new Date(at);
    return reached && (!latest || reached > latest) ? reached : latest;
  }, undefined);
