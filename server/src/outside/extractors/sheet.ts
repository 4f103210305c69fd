import { type CellObject, read, set_cptable, type WorkBook } from "@e965/xlsx";
import * as codepages from "@e965/xlsx/dist/cpexcel.full.mjs";
import { type Content, Fault, type Reader } from "./content.ts";
import { limits } from "./limits.ts";
import { wordXmlToText } from "./word-xml.ts";
import { readZip } from "./zip.ts";

set_cptable(codepages);

export const readXls: Reader = async (bytes) => ({ kind: "xls", ...sheetsOf(open(bytes)) });

export const readXlsx: Reader = async (bytes) => {
  const drawings = await readZip(bytes, (name) => /^xl\/drawings\/drawing\d+\.xml$/i.test(name));
  const boxes = drawings.map((drawing) => wordXmlToText(drawing.bytes.toString("utf8")));
  const { pieces, truncated } = sheetsOf(open(bytes));
  return { kind: "xlsx", pieces: [...pieces, ...boxes], truncated };
};

function open(bytes: Uint8Array): WorkBook {
  try {
    return read(bytes, {
      type: "array",
      dense: true,
      sheetRows: limits.sheetRows + 1,
      cellFormula: false,
      cellHTML: false,
      // Excel formats short dates by the user's locale, which is unknown here.
      dateNF: "yyyy-mm-dd",
    });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : "";
    if (/password|encrypt/i.test(reason)) throw new Fault("encrypted", reason, { cause });
    throw cause;
  }
}

function sheetsOf(book: WorkBook): Pick<Content, "pieces" | "truncated"> {
  let truncated = false;
  let left = limits.characters;
  const pieces: string[] = [];
  for (const name of book.SheetNames) {
    const sheet = book.Sheets[name];
    if (!sheet || left <= 0) continue;
    // `!fullref` is there when rows beyond `sheetRows` were left out.
    truncated ||= Boolean(sheet["!fullref"] && sheet["!fullref"] !== sheet["!ref"]);
    const rows = rowsOf(sheet["!data"] ?? []);
    const text = rows.lines.join("\n");
    truncated ||= rows.isCut || text.length > left;
    if (text !== "") pieces.push(`${name}\n${text}\n`);
    left -= text.length;
  }
  return { pieces, truncated };
}

/**
 * Reads existing cells only. A single cell at XFD1048576 implies 17 billion empty ones, all of which `sheet_to_csv` would visit.
 */
function rowsOf(data: (CellObject[] | undefined)[]) {
  const lines: string[] = [];
  let isCut = false;
  let left = limits.characters;
  data.forEach((row) => {
    if (!row || left <= 0 || lines.length >= limits.sheetRows) {
      isCut ||= Boolean(row);
      return;
    }
    const cells: string[] = [];
    row.forEach((cell) => {
      const text = cell ? shown(cell) : "";
      if (text === "") return;
      if (cells.length < limits.sheetColumns) cells.push(text);
      else isCut = true;
    });
    if (cells.length === 0) return;
    const line = cells.join("\t");
    lines.push(line);
    left -= line.length;
  });
  return { lines, isCut };
}

function shown(cell: CellObject) {
  const value = cell.w ?? (cell.v instanceof Date ? cell.v.toISOString() : cell.v);
  const notes = (cell.c ?? []).map((note) => ` [${note.t ?? ""}]`).join("");
  return (value === undefined || value === null ? "" : String(value)).trim() + notes;
}
