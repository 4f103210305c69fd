import type { MailSender } from "@intellibox/contract/endpoints/senders";
import { t } from "@intellibox/contract/text/t";
import { listed, percent } from "#lib/format.ts";

type Counted = Pick<MailSender, "messages" | "read">;

/** "12 messages, 25% read" */
export const countWords = ({ messages, read }: Counted) =>
  listed([
    t("{count, plural, one {# message} other {# messages}}", { count: messages }),
    readShare({ messages, read }),
  ]);

export function readShare({ messages, read }: Counted) {
  if (read === 0) return t("none read");
  if (read >= messages) return t("all read");
  // Not rounded to none or all, which would be wrong.
  const share = Math.min(99, Math.max(1, Math.round((read / messages) * 100)));
  return t("{share} read", { share: percent(share / 100) });
}

type Outcome = { address: string; outcome: "unsubscribed" | "link" | "none" | "failed"; message: string | null };

/** The result for several senders, in one sentence each. */
export function outcomeWords(items: readonly Outcome[]): string {
  const count = (outcome: Outcome["outcome"]) => items.filter((item) => item.outcome === outcome).length;
  const [left, page, none, failed] = [count("unsubscribed"), count("link"), count("none"), count("failed")];
  const failures = items.filter((item) => item.outcome === "failed");
  const problems = [...new Set(failures.flatMap(({ message }) => message ?? []))];
  const [problem] = problems;
  return [
    left > 0 &&
      t("{count, plural, one {Unsubscribed from # sender.} other {Unsubscribed from # senders.}}", { count: left }),
    page > 0 &&
      t(
        "{count, plural, one {# sender can only be left on their own page: open a message of theirs.} other {# senders can only be left on their own page: open a message of theirs.}}",
        { count: page },
      ),
    none > 0 &&
      t(
        "{count, plural, one {# sender offers no way to unsubscribe. You can block them.} other {# senders offer no way to unsubscribe. You can block them.}}",
        { count: none },
      ),
    problems.length > 1 && failures.slice(0, mostTold).map(failureWords).join(" "),
    problems.length > 1 &&
      failed > mostTold &&
      t("{count, plural, one {# more sender failed.} other {# more senders failed.}}", { count: failed - mostTold }),
    failed > 0 &&
      problems.length < 2 &&
      (problem
        ? t("{count, plural, one {# sender failed: {problem}} other {# senders failed: {problem}}}", {
            count: failed,
            problem,
          })
        : t("{count, plural, one {# sender failed.} other {# senders failed.}}", { count: failed })),
  ]
    .filter(Boolean)
    .join(" ");
}

/** Of different failures, so that the notice can be read before it goes. */
const mostTold = 3;

/** Different failures are told one by one, because each needs something else. */
const failureWords = ({ address, message }: Outcome) =>
  t("{address} failed: {problem}", { address, problem: message ?? t("Please try again.") });
