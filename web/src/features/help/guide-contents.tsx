import { t } from "@intellibox/contract/text/t";
import { type GuidePage, textOf } from "#lib/guide-nodes.ts";
import { Link } from "#lib/router/link.tsx";
import { HelpTitle } from "./help-title.tsx";

/** The first page of the guide: every page with its first sentence. */
export function GuideContents({ pages }: { pages: readonly GuidePage[] }) {
  return (
    <div className="max-w-[960px]">
      <HelpTitle title={t("Guide")} />
      <p className="text-md text-text-2">
        {t("How to use, manage and run Intellibox. Everything here is readable without the internet.")}
      </p>
      {[...Map.groupBy(pages, ({ group }) => group)].map(([group, list]) => (
        <section key={group} aria-labelledby={`group-${group}`} className="mt-8">
          <h2 id={`group-${group}`} className="mb-3 text-lg font-semibold text-text">
            {group}
          </h2>
          <ul className="grid gap-3 md:grid-cols-2">
            {list.map(({ slug, title, body }) => (
              <li key={slug}>
                <Link
                  to={`/help/${slug}`}
                  className="block h-full rounded-panel border border-line px-4 py-3 hover:bg-hover"
                >
                  <span className="block text-base font-semibold text-text">{title}</span>
                  <span className="mt-0.5 block text-sm text-text-2">{firstSentence(body)}</span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function firstSentence(body: GuidePage["body"]) {
  const first = body.find((node) => typeof node !== "string" && node.tag === "p");
  return /^.*?[.:](?=\s|$)/s.exec(first ? textOf([first]).trim() : "")?.[0].replace(/:$/, ".");
}
