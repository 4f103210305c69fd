import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { useTableView } from "#lib/hooks/use-table-view.ts";
import { MemoryRouter, useLocation } from "#lib/router/router.tsx";
import { tablePage } from "#lib/table-page.ts";
import { DataTable, type DataTableProps } from "./data-table.tsx";
import { FilterForm } from "./filter-form.tsx";

type Row = { id: string; code: string; status: string };
const rows: Row[] = Array.from({ length: 45 }, (_, index) => ({
  id: `row-${index}`,
  code: `C${String(index).padStart(2, "0")}`,
  status: index % 2 ? "Active" : "Inactive",
}));

function Table(props: Partial<DataTableProps<Row>>) {
  const view = useTableView({ limit: 20, filters: ["q", "status"] });
  const found = rows.filter(
    ({ code, status }) =>
      code.includes(view.filters.q ?? "") && (!view.filters.status || status === view.filters.status),
  );
  const page = tablePage(found, view, (row, key) => row[key as keyof Row]);
  return (
    <>
      <FilterForm
        fields={[{ name: "q", label: "Search" }]}
        value={view.filters}
        onApply={view.applyFilters}
        onReset={view.resetFilters}
      />
      <DataTable
        label="Plans"
        columns={[
          { key: "code", label: "Code" },
          { key: "status", label: "Status", sortable: false },
        ]}
        {...page}
        view={view}
        rowKey={({ id }) => id}
        {...props}
      />
      <output aria-label="address">{useLocation().search}</output>
    </>
  );
}

function show(props: Partial<DataTableProps<Row>> = {}, search = "") {
  render(
    <MemoryRouter initialEntries={[`/plans${search}`]}>
      <Table {...props} />
    </MemoryRouter>,
  );
  return userEvent.setup();
}
const codes = () =>
  screen
    .getAllByRole("row")
    .slice(1)
    .map((row) => within(row).getAllByRole("cell")[0]?.textContent);
const address = () => screen.getByLabelText("address").textContent;

test("a column sorts ascending, descending, then not at all, and announces which [TBL-01]", async () => {
  const user = show();
  const header = screen.getByRole("columnheader", { name: "Code" });
  const press = () => user.click(within(header).getByRole("button"));
  expect(header.getAttribute("aria-sort")).toBe("none");
  await press();
  expect(header.getAttribute("aria-sort")).toBe("ascending");
  expect(codes()[0]).toBe("C00");
  await press();
  expect(header.getAttribute("aria-sort")).toBe("descending");
  expect(codes()[0]).toBe("C44");
  expect(address()).toBe("?sort=-code");
  await press();
  expect(header.getAttribute("aria-sort")).toBe("none");
  expect(address()).toBe("");
});

test("a column without an order has no sort button", () => {
  show();
  expect(within(screen.getByRole("columnheader", { name: "Status" })).queryByRole("button")).toBeNull();
});

test("Apply applies the filters and Reset clears them, and both return to the first page [TBL-02]", async () => {
  const user = show({}, "?page=2");
  await user.type(screen.getByLabelText("Search"), "C4");
  expect(codes()).toHaveLength(20);
  await user.click(screen.getByRole("button", { name: "Apply" }));
  expect(codes()).toEqual(["C40", "C41", "C42", "C43", "C44"]);
  expect(address()).toBe("?q=C4");
  await user.click(screen.getByRole("button", { name: "Reset" }));
  expect(address()).toBe("");
  expect(screen.getByLabelText<HTMLInputElement>("Search").value).toBe("");
  expect(screen.getByText("Showing 20 of 45")).toBeTruthy();
});

test("Enter in a filter applies it", async () => {
  const user = show();
  await user.type(screen.getByLabelText("Search"), "C07{Enter}");
  expect(codes()).toEqual(["C07"]);
});

test("rows per page are 10, 20, 50 or 100 [TBL-03]", async () => {
  const user = show();
  await user.click(screen.getByRole("combobox", { name: "Rows per page" }));
  const options = await screen.findAllByRole("option");
  expect(options.map((option) => option.textContent)).toEqual(["10", "20", "50", "100"]);
  await user.click(screen.getByRole("option", { name: "50" }));
  expect(codes()).toHaveLength(45);
  expect(address()).toBe("?limit=50");
});

test("Prev and Next page through the rows, and show the page, the page count and the row count [TBL-04] [TBL-05] [TBL-06]", async () => {
  const user = show();
  const prev = screen.getByRole("button", { name: "Prev" });
  const next = screen.getByRole("button", { name: "Next" });
  expect(screen.getByText("Page 1 / 3")).toBeTruthy();
  expect(screen.getByText("Showing 20 of 45")).toBeTruthy();
  expect(prev.getAttribute("aria-disabled")).toBe("true");
  await user.click(prev);
  expect(screen.getByText("Page 1 / 3")).toBeTruthy();

  await user.click(next);
  await user.click(next);
  expect(screen.getByText("Page 3 / 3")).toBeTruthy();
  expect(screen.getByText("Showing 5 of 45")).toBeTruthy();
  expect(codes()[0]).toBe("C40");
  expect(address()).toBe("?page=3");
  expect(next.getAttribute("aria-disabled")).toBe("true");

  await user.click(prev);
  expect(screen.getByText("Page 2 / 3")).toBeTruthy();
});

test("an empty list says No data [TBL-07]", () => {
  show({ rows: [], total: 0 });
  expect(screen.getByText("No data")).toBeTruthy();
  expect(screen.getByText("Showing 0 of 0")).toBeTruthy();
  expect(screen.getByText("Page 1 / 1")).toBeTruthy();
});

test("if filters hide every row, the empty table offers to clear them", async () => {
  const user = show({}, "?q=nothing-like-it");
  expect(screen.getByText("Nothing matches the filters.")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Clear filters" }));
  expect(codes()[0]).toBe("C00");
  expect(address()).toBe("");
});

test("a link to a page that no longer exists shows the last page", async () => {
  show({}, "?page=99");
  expect(await screen.findByText("Page 3 / 3")).toBeTruthy();
  expect(codes()[0]).toBe("C40");
  expect(address()).toBe("?page=3");
});

test("a loading table is announced as busy and not shown as empty", () => {
  show({ rows: undefined, total: undefined });
  expect(screen.getByRole("region", { name: "Plans" }).getAttribute("aria-busy")).toBe("true");
  expect(screen.queryByText("No data")).toBeNull();
});

test("a failure shows its message and a retry, and keeps the filters", async () => {
  const onRetry = vi.fn();
  const user = show({ rows: undefined, error: "Failed to load plans", onRetry });
  expect(screen.getByRole("alert").textContent).toContain("Failed to load plans");
  expect(screen.getByLabelText("Search")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Retry" }));
  expect(onRetry).toHaveBeenCalledOnce();
});

test("a row opens by mouse and by keyboard, but not by its actions", async () => {
  const onPick = vi.fn();
  const onDelete = vi.fn();
  const user = show({
    onPick,
    actions: () => (
      <button type="button" onClick={onDelete}>
        Delete
      </button>
    ),
  });
  await user.click(screen.getByRole("button", { name: "C03" }));
  screen.getByRole("button", { name: "C04" }).focus();
  await user.keyboard("{Enter}");
  expect(onPick.mock.calls.map(([row]) => row.code)).toEqual(["C03", "C04"]);
  await user.click(screen.getAllByRole("button", { name: "Delete" })[0] as HTMLElement);
  expect(onDelete).toHaveBeenCalledOnce();
  expect(onPick).toHaveBeenCalledTimes(2);
});

test("a row unfolds its detail and folds it again", async () => {
  const user = show({ detail: ({ code }) => <p>More about {code}</p> });
  const button = screen.getByRole("button", { name: "C03" });
  expect(button.getAttribute("aria-expanded")).toBe("false");
  await user.click(button);
  expect(screen.getByText("More about C03")).toBeTruthy();
  expect(screen.getByRole("button", { name: "C03" }).getAttribute("aria-expanded")).toBe("true");
  await user.click(screen.getByRole("button", { name: "C03" }));
  expect(screen.queryByText("More about C03")).toBeNull();
});

test("the scroll region can be reached by keyboard and has a name", () => {
  show();
  expect(screen.getByRole("region", { name: "Plans" }).tabIndex).toBe(0);
});

test("a table of one row has no sorting and no pages", () => {
  show({ rows: rows.slice(0, 1), total: 1, isSingle: true });
  expect(codes()).toEqual(["C00"]);
  expect(within(screen.getByRole("table")).queryByRole("button")).toBeNull();
  expect(screen.queryByRole("button", { name: "Next" })).toBeNull();
});
