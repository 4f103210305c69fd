import { pageSizes } from "@intellibox/contract/rules/limits";
import { t } from "@intellibox/contract/text/t";
import { grouped } from "#lib/format.ts";
import type { TableControl } from "#lib/hooks/use-table-view.ts";
import { Button } from "../ui/button.tsx";
import { Select } from "../ui/select.tsx";

type FooterProps = { view: TableControl; shown: number; total: number; pages: number; isKnown: boolean };

const sizeOptions = pageSizes.map((size) => ({ value: String(size), label: String(size) }));

export function DataTableFooter({ view, shown, total, pages, isKnown }: FooterProps) {
  const page = Math.min(view.page, pages);
  return (
    <footer className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-4 py-2.5 text-sm text-text-2 tabular-nums md:px-5">
      <p role="status" className="me-auto">
        {isKnown ? (
          t("Showing {shown} of {total}", { shown: grouped(shown), total: grouped(total) })
        ) : (
          <span className="sr-only">{t("Loading…")}</span>
        )}
      </p>
      <span className="flex items-center gap-2">
        <span className="max-md:sr-only">{t("Rows per page")}</span>
        <Select
          aria-label={t("Rows per page")}
          options={sizeOptions}
          value={String(view.limit)}
          onChange={(size) => view.setLimit(Number(size))}
          compact
          className="w-20"
        />
      </span>
      <span className="flex items-center gap-2 max-md:w-full">
        <span className="me-2 whitespace-nowrap max-md:me-auto">
          {t("Page {page} / {pages}", { page: grouped(page), pages: grouped(pages) })}
        </span>
        <Button disabled={page <= 1} onClick={() => view.toPage(page - 1)}>
          {t("Prev")}
        </Button>
        <Button disabled={page >= pages} onClick={() => view.toPage(page + 1)}>
          {t("Next")}
        </Button>
      </span>
    </footer>
  );
}
