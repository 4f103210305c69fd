import { t } from "@intellibox/contract/text/t";
import { useMemo } from "react";
import type { GuidePage } from "#lib/guide-nodes.ts";
import { Link } from "#lib/router/link.tsx";
import { excerptOf, markedPieces, searchGuide, sectionsOf } from "./guide-search.ts";
import { HelpTitle } from "./help-title.tsx";

/** The parts of the guide that have the words of the search. */
export function GuideResults({ pages, query }: { pages: readonly GuidePage[]; query: string }) {
  const sections = useMemo(() => sectionsOf(pages), [pages]);
  const found = searchGuide(sections, query);
  return (
    <div className="max-w-[720px]">
      <HelpTitle title={t("Search")} />
      <p role="status" className="text-sm text-text-3">
        {found.length === 0
          ? t("No part of the guide has these words. Try fewer or other words.")
          : t("{count, plural, one {# place} other {# places}} in the guide", { count: found.length })}
      </p>
      <ul className="mt-4 flex flex-col gap-1">
        {found.map(({ path, page, heading, text }) => (
          <li key={path}>
            <Link to={path} className="block rounded-control px-3 py-2.5 hover:bg-hover">
              <span className="block text-base font-semibold text-text">
                <Marked text={heading} query={query} />
                {heading !== page && <span className="ms-2 text-sm font-normal text-text-3">{page}</span>}
              </span>
              <span className="block text-sm text-text-2">
                <Marked text={excerptOf(text, query)} query={query} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

const Marked = ({ text, query }: { text: string; query: string }) =>
  markedPieces(text, query).map((piece, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces keep their order
      <mark key={index} className="rounded-[3px] bg-selected text-inherit">
        {piece}
      </mark>
    ) : (
      piece
    ),
  );
