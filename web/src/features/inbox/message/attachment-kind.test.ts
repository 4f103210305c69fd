import { expect, test } from "vitest";
import { isReadable, previewKind } from "./attachment-kind.ts";

const kind = (fileName: string, mimeType: string, size = 1000) => previewKind({ fileName, mimeType, size });

test("pictures and texts have a preview; files that run or render as a page have none [MBX-22]", () => {
  expect(kind("a.png", "image/png")).toBe("picture");
  expect(kind("a.txt", "text/plain; charset=utf-8")).toBe("text");
  expect(kind("log.csv", "application/octet-stream")).toBe("text");
  expect(kind("a.svg", "image/svg+xml")).toBeNull();
  expect(kind("a.html", "text/plain")).toBeNull();
  expect(kind("a.html", "text/html")).toBeNull();
  expect(kind("a.html.pdf", "text/html")).toBe("pdf");
  expect(kind("a.exe", "application/octet-stream")).toBeNull();
});

test("a PDF is previewed as pages, and other documents as text [MBX-22]", () => {
  expect(kind("a.pdf", "application/pdf")).toBe("pdf");
  expect(kind("A.PDF", "application/octet-stream")).toBe("pdf");
  for (const name of ["a.docx", "a.xls", "a.eml"]) expect(kind(name, "application/octet-stream")).toBe("document");
});

test("files that are too large for a preview can only be downloaded", () => {
  expect(kind("a.png", "image/png", 100_000_000)).toBeNull();
  expect(kind("a.txt", "text/plain", 50_000_000)).toBeNull();
  expect(kind("a.pdf", "application/pdf", 50_000_000)).toBeNull();
});

test("Summarize is offered for the kinds of files that it reads", () => {
  expect(["a.PDF", "b.docx", "c.eml", "d.tiff"].every((fileName) => isReadable({ fileName }))).toBe(true);
  expect(["a.exe", "b.zip", "pdf"].some((fileName) => isReadable({ fileName }))).toBe(false);
});
