// Reads people to invite from CSV text or a typed list. Runs in a worker thread: see read-list.ts.
import { readCsv } from "#lib/read-csv.ts";

/** A line of the list. What is missing is empty. */
export type TypedPerson = { line: number; name: string; email: string; role: string };

const titles = {
  name: /^(full |display )?name$/,
  first: /^(first|given) name$/,
  last: /^(last|family) name$|^surname$/,
  email: /^(work )?e-?mail( address)?$|^address$/,
  role: /^role( code)?$/,
};
type Field = keyof typeof titles;

export function parsePeople(text: string): TypedPerson[] {
  const rows = readCsv(text) ?? linesOf(text);
  const head = rows[0]?.cells.map((cell) => fieldOf(cell)) ?? [];
  const hasHead = head.includes("email");
  return (hasHead ? rows.slice(1) : rows).map(({ cells, line }) =>
    hasHead ? byTitles(line, cells, head) : byLooks(line, cells),
  );
}

/** Each line for itself: `"Lovelace, Ada" <ada@example.com>` is not CSV. */
const linesOf = (text: string) =>
  text
    .split(/\r?\n|\r/)
    .flatMap((typed, at) =>
      typed.trim() ? [{ cells: readCsv(typed)?.[0]?.cells ?? [typed.trim()], line: at + 1 }] : [],
    );

const fieldOf = (title: string) => {
  const plain = title.trim().toLowerCase().replaceAll("_", " ");
  return (Object.keys(titles) as Field[]).find((field) => titles[field].test(plain));
};

function byTitles(line: number, cells: string[], head: (Field | undefined)[]): TypedPerson {
  const cell = (field: Field) => cells[head.indexOf(field)] ?? "";
  const found = addressOf(cell("email"));
  const name = cell("name") || [cell("first"), cell("last")].filter(Boolean).join(" ") || found.name;
  return { line, name, email: found.email, role: cell("role") };
}

/** Without titles: the cell with an address, the role after it, and the name before it. */
function byLooks(line: number, cells: string[]): TypedPerson {
  const at = Math.max(
    cells.findIndex((cell) => cell.includes("@")),
    0,
  );
  const found = addressOf(cells[at] ?? "");
  const name = cells.slice(0, at).join(" ").trim() || found.name;
  return { line, name, email: found.email, role: cells[at + 1] ?? "" };
}

/** "Ada Lovelace <ada@example.com>" or an address alone. */
function addressOf(cell: string): { name: string; email: string } {
  const [, name = "", email] = /^"?([^"<>]{0,200}?)"?\s*<([^<>]{1,254})>$/.exec(cell.trim()) ?? [];
  return email ? { name: name.trim(), email: email.trim() } : { name: "", email: cell.trim() };
}
