// Reads recipients from a CSV file or a typed list. Runs in a worker thread: see set-recipients.ts.
import { tokenKey } from "@intellibox/contract/rules/fill-tokens";
import { maxMergeColumns, maxMergeRecipients, maxMergeValueLength } from "@intellibox/contract/rules/mail-merge";
import { CsvError, parse } from "csv-parse/sync";
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
  unreadable: boolean;
};

/** Lines that decide which column has the addresses, and which sign separates the cells. */
const lookedAt = 200;

type Row = { cells: string[]; line: number };

export function parseFile({ text, addressColumn }: { text: string; addressColumn?: string | undefined }) {
  const rows = readRows(text);
  const [first] = rows ?? [];
  if (!rows || !first) return { ...nothing(), unreadable: !rows };
  // Without a header the first line is a recipient already.
  const hasHeader = !first.cells.some((cell) => addressIn(cell));
  const columns = columnNames(hasHeader ? first.cells : first.cells.map(() => ""));
  const body = hasHeader ? rows.slice(1) : rows;
  const at = addressColumn === undefined ? bestColumn(columns.length, body) : columns.indexOf(addressColumn);
  if (at < 0) return { ...nothing(), columns };
  const found = body.map(({ cells, line }) => ({
    line,
    typed: cells[at] ?? "",
    values: Object.fromEntries(
      columns.flatMap((name, column) => (column === at ? [] : [[name, cleaned(cells[column] ?? "")]])),
    ),
  }));
  return { ...gather(found), columns, addressColumn: columns[at] ?? null };
}

/** "ada@example.com" or "Ada Lovelace <ada@example.com>", separated by commas, semicolons or lines. */
export function parseTyped(text: string): ParsedRecipients {
  const pieces = text.split(/[,;\n\r]+/).filter((piece) => piece.trim());
  const found = pieces.map((typed, at) => {
    const name = /^\s*"?([^"<>@]*?)"?\s*<[^<>]*>\s*$/.exec(typed)?.[1]?.trim() ?? "";
    return { line: at + 1, typed, values: (name ? { Name: cleaned(name) } : {}) as Record<string, string> };
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
  ...{ columns: [], addressColumn: null, recipients: [], problems: [], tooMany: null, unreadable: false },
});

type Found = { line: number; typed: string; values: Record<string, string> };

function gather(found: Found[]): ParsedRecipients {
  const seen = new Set<string>();
  const recipients: ParsedRecipient[] = [];
  const problems: MergeProblem[] = [];
  for (const { line, typed, values } of found) {
    const address = addressIn(typed);
    if (!address) problems.push({ line, address: shown(typed), reason: "malformed" });
    else if (seen.has(address)) problems.push({ line, address, reason: "doubled" });
    else recipients.push({ line, address, values });
    if (address) seen.add(address);
  }
  if (recipients.length > maxMergeRecipients) return { ...nothing(), tooMany: recipients.length };
  return { ...nothing(), recipients, problems: problems.slice(0, maxMergeRecipients) };
}

/** Undefined if the file is not CSV. */
function readRows(text: string): Row[] | undefined {
  try {
    const records = parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      info: true,
      relaxColumnCount: true,
      relaxQuotes: true,
      skipEmptyLines: true,
      skipRecordsWithEmptyValues: true,
      maxRecordSize: 100_000,
    }) as unknown as { record: string[]; info: { lines: number } }[];
    return records.map(({ record, info }) => ({ cells: record.slice(0, maxMergeColumns), line: info.lines }));
  } catch (error) {
    if (error instanceof CsvError) return undefined;
    throw error;
  }
}

/** The sign that separates most cells of the first line: Excel writes semicolons in many countries. */
function delimiterOf(text: string): string {
  const [line = ""] = text.replaceAll(/"[^"]{0,1000}"/g, "").split(/\r?\n/, 1);
  const counts = [",", ";", "\t"].map((sign) => ({ sign, count: line.split(sign).length }));
  return counts.reduce((best, one) => (one.count > best.count ? one : best)).sign;
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

function bestColumn(columns: number, rows: Row[]): number {
  const sample = rows.slice(0, lookedAt);
  const counts = Array.from({ length: columns }, (_, at) => sample.filter(({ cells }) => addressIn(cells[at])).length);
  const most = Math.max(...counts);
  return most > 0 ? counts.indexOf(most) : -1;
}

const cleaned = (cell: string) =>
  cell
    .trim()
    .slice(0, maxMergeValueLength)
    .toWellFormed()
    .replaceAll(/[^\P{Cc}\n\t]/gu, " ");
const shown = (typed: string) => cleaned(typed).replaceAll(/\s+/g, " ").slice(0, longestAddress);
