// Reads recipients from a CSV file or a typed list. Runs in a worker thread: see set-recipients.ts.
import { tokenKey } from "@intellibox/contract/rules/fill-tokens";
import { maxMergeColumns, maxMergeRecipients, maxMergeValueLength } from "@intellibox/contract/rules/mail-merge";
import { withoutDeceiving } from "@intellibox/contract/rules/plain-line";
import { type CsvRow, readCsv } from "#lib/read-csv.ts";
import type { MergeProblem } from "#db/tables/mail-merges.ts";
import { addressIn, longestAddress } from "#features/suppressions/addresses-in.ts";

export type ParsedRecipient = { line: number | null; address: string; values: Record<string, string> };
export type ParsedRecipients = {
  columns: string[];
  addressColumn: string | null;
  recipients: ParsedRecipient[];
  problems: MergeProblem[];
  /** More than a mail merge can have: only the count is right then. */
  tooMany: number | null;
  tooManyColumns: number | null;
  /** The first line with a value that is too long: a mail must not end in the middle of a word. */
  longLine: number | null;
  unreadable: boolean;
};

/** Lines that decide which column has the addresses. */
const lookedAt = 200;

export function parseFile({ text, addressColumn }: { text: string; addressColumn?: string | undefined }) {
  const rows = readCsv(text);
  const [first] = rows ?? [];
  if (!rows || !first) return { ...nothing(), unreadable: !rows };
  if (first.cells.length > maxMergeColumns) return { ...nothing(), tooManyColumns: first.cells.length };
  // Without a header the first line is a recipient already.
  const hasHeader = !first.cells.some((cell) => addressIn(cell));
  const columns = columnNames(hasHeader ? first.cells : first.cells.map(() => ""));
  const body = hasHeader ? rows.slice(1) : rows;
  const at = addressColumn === undefined ? bestColumn(columns.length, body) : columns.indexOf(addressColumn);
  if (at < 0) return { ...nothing(), columns };
  const long = body.find(({ cells }) =>
    cells.slice(0, columns.length).some((cell) => cell.length > maxMergeValueLength),
  );
  if (long) return { ...nothing(), columns, longLine: long.line };
  const found = body.map(({ cells, line }) => ({
    line,
    typed: cells[at] ?? "",
    // A comma without quotes moves the values to other columns. Spreadsheets write empty cells at the end.
    isWide: cells.slice(columns.length).some((cell) => cell !== ""),
    values: Object.fromEntries(
      columns.flatMap((name, column) => (column === at ? [] : [[name, cleaned(cells[column] ?? "")]])),
    ),
  }));
  return { ...gather(found), columns, addressColumn: columns[at] ?? null };
}

/** "ada@example.com" or "Ada Lovelace <ada@example.com>", separated by commas, semicolons or lines. */
export function parseTyped(text: string): ParsedRecipients {
  // A name in quotes may have a comma: "Lovelace, Ada" <ada@example.com>
  const pieces = (text.match(/(?:"[^"\n\r]{0,200}"|[^,;\n\r])+/g) ?? []).filter((piece) => piece.trim());
  const found = pieces.map((typed, at) => {
    const name = /^\s*"?([^"<>@]*?)"?\s*<[^<>]*>\s*$/.exec(typed)?.[1]?.trim() ?? "";
    return {
      line: at + 1,
      typed,
      isWide: false,
      values: (name ? { Name: cleaned(name) } : {}) as Record<string, string>,
    };
  });
  const parsed = gather(found);
  const hasNames = parsed.recipients.some(({ values }) => values.Name);
  return {
    ...parsed,
    columns: hasNames ? ["Name"] : [],
    recipients: parsed.recipients.map((one) => ({ ...one, line: null })),
  };
}

const nothing = (): ParsedRecipients => ({
  ...{ columns: [], addressColumn: null, recipients: [], problems: [], unreadable: false },
  ...{ tooMany: null, tooManyColumns: null, longLine: null },
});

type Found = { line: number; typed: string; isWide: boolean; values: Record<string, string> };

function gather(found: Found[]): ParsedRecipients {
  const seen = new Set<string>();
  const recipients: ParsedRecipient[] = [];
  const problems: MergeProblem[] = [];
  for (const { line, typed, isWide, values } of found) {
    const address = addressIn(typed);
    if (!address) problems.push({ line, address: shown(typed), reason: "malformed" });
    else if (isWide) problems.push({ line, address, reason: "wide" });
    else if (seen.has(address)) problems.push({ line, address, reason: "doubled" });
    else recipients.push({ line, address, values });
    if (address && !isWide) seen.add(address);
  }
  if (recipients.length > maxMergeRecipients) return { ...nothing(), tooMany: recipients.length };
  return { ...nothing(), recipients, problems: problems.slice(0, maxMergeRecipients) };
}

/** A name that a token can have. */
const nameOf = (cell: string) =>
  cleaned(cell)
    .slice(0, 40)
    .toWellFormed()
    .replaceAll(/[{}|\p{Cc}]/gu, "")
    .replaceAll(/^[_\s]+|[_\s]+$/g, "");

/** Each name once, also as tokens compare names. */
function columnNames(cells: string[]): string[] {
  const taken = new Set<string>();
  return cells.map((cell, at) => {
    const name = nameOf(cell) || `Column ${at + 1}`;
    let unique = name;
    for (let count = 2; taken.has(tokenKey(unique)); count++) unique = `${name} ${count}`;
    taken.add(tokenKey(unique));
    return unique;
  });
}

function bestColumn(columns: number, rows: CsvRow[]): number {
  const sample = rows.slice(0, lookedAt);
  const counts = Array.from({ length: columns }, (_, at) => sample.filter(({ cells }) => addressIn(cells[at])).length);
  const most = Math.max(...counts);
  return most > 0 ? counts.indexOf(most) : -1;
}

const cleaned = (cell: string) =>
  withoutDeceiving(cell)
    .trim()
    .slice(0, maxMergeValueLength)
    .toWellFormed()
    .replaceAll(/[^\P{Cc}\n\t]/gu, " ");
const shown = (typed: string) => cleaned(typed).replaceAll(/\s+/g, " ").slice(0, longestAddress);
