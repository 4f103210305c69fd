import { t } from "@intellibox/contract/text/t";
import type { ReactNode } from "react";
import { type GuidePage, textOf } from "#lib/guide-nodes.ts";
import { GuideText } from "./guide-text.tsx";
import { HelpTitle } from "./help-title.tsx";

/** A page of the guide with the list of its headings beside it. `children` stands between the title and the text. */
export function GuideArticle({ page, children }: { page: GuidePage; children?: ReactNode }) {
  const headings = page.body.flatMap((node) =>
    typeof node !== "string" && node.tag === "h2" ? [{ id: node.id ?? "", words: textOf(node.children) }] : [],
  );
  return (
    <div className="flex gap-10">
      <article lang="en" dir="ltr" className="min-w-0 max-w-[720px] flex-1 text-md text-text-2">
        <HelpTitle title={page.title} />
        {children}
        <GuideText nodes={page.body} />
      </article>
      {headings.length > 1 && (
        <nav
          aria-label={t("On this page")}
          className="sticky top-20 max-h-[calc(100dvh-6rem)] w-52 shrink-0 self-start overflow-y-auto max-xl:hidden"
        >
          <p className="mb-2 text-xs font-medium text-text-3">{t("On this page")}</p>
          <ul className="flex flex-col border-s border-line">
            {headings.map(({ id, words }) => (
              <li key={id}>
                <a href={`#${id}`} className="block py-1 ps-3 text-sm text-text-2 hover:text-text">
                  {words}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </div>
  );
}
