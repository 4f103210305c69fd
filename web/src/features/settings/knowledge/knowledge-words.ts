import type { FoundPiece, KnowledgeSource } from "@intellibox/contract/endpoints/knowledge";
import { may } from "@intellibox/contract/rules/access";
import type { KnowledgeKind, knowledgeProblems } from "@intellibox/contract/rules/knowledge";
import { t } from "@intellibox/contract/text/t";
import { dayMonthYear } from "#lib/format.ts";
import { useSignedIn } from "#lib/session/session.ts";

export const kindNames: Record<KnowledgeKind, string> = {
  fact: t("Fact"),
  qa: t("Question and answer"),
  page: t("Page"),
  file: t("File"),
};

export const problemWords: Record<(typeof knowledgeProblems)[number], string> = {
  encrypted: t("The file is protected by a password. Add it without one."),
  corrupt: t("The file is damaged and cannot be read."),
  too_large: t("The file is too large to be read."),
  unsupported: t("This kind of file cannot be read."),
  timeout: t("The file took too long to read. Add a smaller part of it."),
  oom: t("The file needs too much memory to be read."),
  empty: t("There is no text in the file."),
  no_room: t("There is no room for more text. Delete an entry that is not used any more."),
};

/** "3 pages, until 31 Dec 2026". */
export function factsInWords({ pages, pieces, validUntil, isPartial }: KnowledgeSource): string {
  return [
    pages > 0
      ? t("{count, plural, one {# page} other {# pages}}", { count: pages })
      : pieces > 1
        ? t("{count, plural, one {# piece} other {# pieces}}", { count: pieces })
        : "",
    isPartial ? t("only a part was read") : "",
    validUntil ? t("valid until {day}", { day: dayMonthYear(`${validUntil}T12:00:00`) ?? validUntil }) : "",
  ]
    .filter(Boolean)
    .join(" · ");
}

/** "Price list 2026, p. 3". */
export const placeInWords = ({ page }: Pick<FoundPiece, "page">, title: string) =>
  page === null ? title : t("{title}, p. {page}", { title, page });

export const useMayChange = (isShared: boolean) => may(useSignedIn().user.roleCode, "admin") || !isShared;
