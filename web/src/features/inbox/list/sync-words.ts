import type { ConnectedMailbox } from "@intellibox/contract/endpoints/mailboxes";
import { t } from "@intellibox/contract/text/t";
import { dayMonthYear, grouped } from "#lib/format.ts";

type Mailbox = Pick<ConnectedMailbox, "email" | "syncing" | "remaining" | "counts" | "history">;

/** One line about what is under way; undefined if nothing is. Older mail takes long, so its line changes little. */
export function progressOf(mailboxes: readonly Mailbox[]): { words: string; isHistory: boolean } | undefined {
  const loading = mailboxes.filter(({ history }) => history.isLoading);
  if (loading.length > 0) {
    const stored = loading.reduce((sum, { counts }) => sum + counts.messages, 0);
    const back = backTo(loading);
    const progress = [`${grouped(stored)} so far`, ...(back ? [`back to ${dayMonthYear(back)}`] : [])].join(", ");
    return {
      words: t("Loading older mail of {loading} · {progress}", { loading: nameOf(loading), progress }),
      isHistory: true,
    };
  }
  const busy = mailboxes.filter(({ syncing }) => syncing);
  if (busy.length === 0) return undefined;
  const remaining = busy.reduce((sum, box) => sum + box.remaining, 0);
  return {
    words: `Syncing ${nameOf(busy)}${remaining > 0 ? t(" · {remaining} to go", { remaining: grouped(remaining) }) : "…"}`,
    isHistory: false,
  };
}

/** Says that a search does not see all mail yet. */
export function missingWords(mailboxes: readonly Mailbox[]): string | undefined {
  const loading = mailboxes.filter(({ history }) => history.isLoading);
  if (loading.length === 0) return undefined;
  const back = backTo(loading);
  return `Older mail is still being loaded: results from before ${back ? dayMonthYear(back) : "today"} may be missing.`;
}

const nameOf = (mailboxes: readonly Mailbox[]) =>
  mailboxes.length === 1 ? mailboxes[0]?.email : t("{count} mailboxes", { count: mailboxes.length });

/** The mailbox that has come least far decides. */
const backTo = (mailboxes: readonly Mailbox[]) =>
  mailboxes.reduce((latest: Date | undefined, { history: { backTo: at } }) => {
    const reached = at === null ? undefined : new Date(at);
    return reached && (!latest || reached > latest) ? reached : latest;
  }, undefined);
