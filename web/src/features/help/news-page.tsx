import { t } from "@intellibox/contract/text/t";
import { useEffect } from "react";
import { type Release, textOf } from "#lib/guide-nodes.ts";
import { useSession } from "#lib/session/session.ts";
import { GuideText } from "./guide-text.tsx";
import { helpPlaces } from "./help-places.ts";
import { HelpTitle } from "./help-title.tsx";
import { markNewsSeen } from "./seen-news.ts";
import { releases } from "virtual:news";

/** Names of commands, settings, calls and measurements: an entry with one is for operators and developers. */
const forOperators =
  /npm |[A-Z]{2,}_[A-Z]|`(GET|POST|PUT|DELETE) |\/api\/|\/metrics|PostgreSQL|database|process|master key/;

type Group = Release["groups"][number];

const part = (groups: readonly Group[], isOperators: boolean) =>
  groups
    .map(({ title, entries }) => ({
      title,
      entries: entries.filter((entry) => forOperators.test(sourceOf(entry)) === isOperators),
    }))
    .filter(({ entries }) => entries.length > 0);

/** The words with the marks of code, which tell a call from a sentence. */
const sourceOf = (entry: Group["entries"][number]) =>
  entry
    .map((node) => (typeof node !== "string" && node.tag === "code" ? `\`${textOf([node])}\`` : textOf([node])))
    .join("");

/** Shows the changes of the changelog. Opening the page clears the dot of the help menu. */
export function NewsPage() {
  const userId = useSession()?.user._id;
  useEffect(() => {
    if (userId) markNewsSeen(userId);
  }, [userId]);
  return (
    <article lang="en" dir="ltr" className="max-w-[720px] text-md text-text-2">
      <HelpTitle title={helpPlaces.news.label} />
      {releases.map(({ name, groups }) => {
        const rest = part(groups, true);
        return (
          <section key={name} className="mb-10">
            <h2 className="mt-6 mb-2 text-xl font-semibold text-text">{name}</h2>
            <Groups groups={part(groups, false)} />
            {rest.length > 0 && (
              <details className="mt-6 rounded-control border border-line px-4 py-3">
                <summary className="text-sm font-medium text-text">{t("For operators and developers")}</summary>
                <Groups groups={rest} />
              </details>
            )}
          </section>
        );
      })}
    </article>
  );
}

const Groups = ({ groups }: { groups: readonly Group[] }) =>
  groups.map(({ title, entries }) => (
    <div key={title}>
      {title && <h3 className="mt-5 mb-1.5 text-lg font-semibold text-text">{title}</h3>}
      <ul className="my-2 list-disc space-y-1.5 ps-5 marker:text-text-3">
        {entries.map((entry) => (
          <li key={textOf(entry)} className="ps-1">
            <GuideText nodes={entry} />
          </li>
        ))}
      </ul>
    </div>
  ));
