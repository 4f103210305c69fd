/** The PDFium calls that we need. Pages and buffers are freed at once after use. */
import { PDFiumModule } from "@hyzyla/pdfium";
import { Fault } from "./content.ts";

export type Pdf = {
  pageCount: number;
  page(index: number): PdfPage;
  close(): void;
};

export type PdfPage = {
  text(): string;
  /** The values of the page's form fields, and its annotations. */
  remarks(): string[];
  hasPictures(): boolean;
  /** The page as grey pixels or as red, green, blue and one unused; scaled to the resolution, but to no more than `maxPixels`. */
  render(options: RenderOptions): Pixels;
  close(): void;
};

export type RenderOptions = { dpi: number; maxPixels: number; inColour?: boolean };
export type Pixels = { pixels: Uint8Array; width: number; height: number };

const failure = { format: 3, password: 4, security: 5 };
const pictureObject = 3;
const formObject = 5;
const widgetAnnotation = 20;
/** Links and the empty windows of other annotations. */
const wordlessAnnotations = [2, 16];
const withAnnotations = 0x01;
const looks = {
  grey: { format: 1, bytes: 1, flags: withAnnotations | 0x08 },
  /** Stored in the order red, green, blue. */
  colour: { format: 3, bytes: 4, flags: withAnnotations | 0x10 },
};
/** The longest side of a drawn page, in pixels. */
const maxSide = 8_000;
/** Annotations of one page, and objects looked at for a picture: enough for any form, few enough for a hostile page. */
const maxAnnotations = 2_000;
const maxObjects = 2_000;

// The package's types leave out the calls for annotations and forms; these are their C signatures.
type Annotations = {
  _FPDFPage_GetAnnotCount(page: number): number;
  _FPDFPage_GetAnnot(page: number, index: number): number;
  _FPDFPage_CloseAnnot(annotation: number): void;
  _FPDFAnnot_GetSubtype(annotation: number): number;
  _FPDFAnnot_GetStringValue(annotation: number, key: number, buffer: number, length: number): number;
  _FPDFAnnot_GetFormFieldName(form: number, annotation: number, buffer: number, length: number): number;
  _FPDFAnnot_GetFormFieldValue(form: number, annotation: number, buffer: number, length: number): number;
  _FPDF_FFLDraw(form: number, bitmap: number, page: number, ...placeAndFlags: number[]): void;
};
type Engine = Awaited<ReturnType<typeof PDFiumModule>> & Annotations;

let engine: Promise<Engine> | undefined;

async function startEngine(): Promise<Engine> {
  const started = (await PDFiumModule({})) as Engine;
  started._FPDF_InitLibraryWithConfig({ version: 2 });
  return started;
}

export async function openPdf(bytes: Uint8Array): Promise<Pdf> {
  engine ??= startEngine();
  const pdfium = await engine;
  const data = copyIn(pdfium, bytes);
  const document = pdfium._FPDF_LoadMemDocument(data, bytes.length, 0);
  if (document === 0) {
    const error = pdfium._FPDF_GetLastError();
    pdfium.wasmExports.free(data);
    const isLocked = error === failure.password || error === failure.security;
    throw new Fault(isLocked ? "encrypted" : "corrupt", `PDFium error ${error}`);
  }
  // A structure of callbacks, which we do not use; only its version must be set.
  const callbacks = copyIn(
    pdfium,
    Uint8Array.from({ length: 256 }, (_, at) => (at === 0 ? 2 : 0)),
  );
  const form = pdfium._FPDFDOC_InitFormFillEnvironment(document, callbacks);
  return {
    pageCount: pdfium._FPDF_GetPageCount(document),
    page: (index) => openPage(pdfium, { document, form }, index),
    close() {
      if (form !== 0) pdfium._FPDFDOC_ExitFormFillEnvironment(form);
      pdfium.wasmExports.free(callbacks);
      pdfium._FPDF_CloseDocument(document);
      pdfium.wasmExports.free(data);
    },
  };
}

function openPage(pdfium: Engine, { document, form }: { document: number; form: number }, index: number): PdfPage {
  const page = pdfium._FPDF_LoadPage(document, index);
  if (page === 0) throw new Fault("corrupt", `Page ${index + 1} cannot be opened`);
  return {
    text: () => textOf(pdfium, page),
    remarks: () => remarksOf(pdfium, page, form),
    hasPictures() {
      const count = Math.min(maxObjects, pdfium._FPDFPage_CountObjects(page));
      for (let at = 0; at < count; at += 1) {
        const type = pdfium._FPDFPageObj_GetType(pdfium._FPDFPage_GetObject(page, at));
        if (type === pictureObject || type === formObject) return true;
      }
      return false;
    },
    render: (options) => render(pdfium, { page, form }, options),
    close: () => pdfium._FPDF_ClosePage(page),
  };
}

function textOf(pdfium: Engine, page: number): string {
  const text = pdfium._FPDFText_LoadPage(page);
  if (text === 0) return "";
  try {
    const count = pdfium._FPDFText_CountChars(text);
    if (count <= 0) return "";
    return readUtf16(pdfium, (count + 1) * 2, (buffer) => pdfium._FPDFText_GetText(text, 0, count, buffer) * 2);
  } finally {
    pdfium._FPDFText_ClosePage(text);
  }
}

function remarksOf(pdfium: Engine, page: number, form: number): string[] {
  const count = Math.min(maxAnnotations, pdfium._FPDFPage_GetAnnotCount(page));
  const key = copyIn(pdfium, Buffer.from("Contents\0"));
  const remarks: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const annotation = pdfium._FPDFPage_GetAnnot(page, at);
    if (annotation === 0) continue;
    const kind = pdfium._FPDFAnnot_GetSubtype(annotation);
    if (kind === widgetAnnotation) remarks.push(fieldOf(pdfium, form, annotation));
    else if (!wordlessAnnotations.includes(kind)) {
      remarks.push(measured(pdfium, (buffer, size) => pdfium._FPDFAnnot_GetStringValue(annotation, key, buffer, size)));
    }
    pdfium._FPDFPage_CloseAnnot(annotation);
  }
  pdfium.wasmExports.free(key);
  return remarks.filter((remark) => remark !== "");
}

/** "Name: value"; a button that is not pressed says "Off". */
function fieldOf(pdfium: Engine, form: number, annotation: number): string {
  if (form === 0) return "";
  const name = measured(pdfium, (to, size) => pdfium._FPDFAnnot_GetFormFieldName(form, annotation, to, size));
  const value = measured(pdfium, (to, size) => pdfium._FPDFAnnot_GetFormFieldValue(form, annotation, to, size));
  return value === "" || value === "Off" ? "" : `${name}: ${value}`;
}

type Drawn = { page: number; form: number };

function render(pdfium: Engine, { page, form }: Drawn, { dpi, maxPixels, inColour = false }: RenderOptions): Pixels {
  const { format, bytes, flags } = inColour ? looks.colour : looks.grey;
  const [wide, high] = [pdfium._FPDF_GetPageWidth(page), pdfium._FPDF_GetPageHeight(page)];
  const area = Math.sqrt(maxPixels / Math.max(1, wide * high));
  const scale = Math.min(dpi / 72, area, maxSide / Math.max(1, wide, high));
  const [width, height] = [Math.max(1, Math.floor(wide * scale)), Math.max(1, Math.floor(high * scale))];
  const size = width * height * bytes;
  const buffer = allocate(pdfium, size);
  const bitmap = pdfium._FPDFBitmap_CreateEx(width, height, format, buffer, width * bytes);
  try {
    pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xffffffff);
    pdfium._FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, flags);
    if (form !== 0) pdfium._FPDF_FFLDraw(form, bitmap, page, 0, 0, width, height, 0, flags);
    // The engine's memory may move with its next allocation.
    return { pixels: pdfium.HEAPU8.slice(buffer, buffer + size), width, height };
  } finally {
    pdfium._FPDFBitmap_Destroy(bitmap);
    pdfium.wasmExports.free(buffer);
  }
}

/** Runs a call once for its size, once for its text. */
function measured(pdfium: Engine, fill: (buffer: number, size: number) => number): string {
  const size = fill(0, 0);
  return size > 2 ? readUtf16(pdfium, size, (buffer) => fill(buffer, size)) : "";
}

/** Runs a call that fills a buffer with zero-ended UTF-16 and answers how many bytes it wrote. */
function readUtf16(pdfium: Engine, size: number, fill: (buffer: number) => number): string {
  const buffer = allocate(pdfium, size);
  try {
    const written = Math.min(size, fill(buffer));
    return new TextDecoder("utf-16le").decode(pdfium.HEAPU8.slice(buffer, buffer + Math.max(0, written - 2)));
  } finally {
    pdfium.wasmExports.free(buffer);
  }
}

function copyIn(pdfium: Engine, bytes: Uint8Array) {
  const pointer = allocate(pdfium, bytes.length);
  pdfium.HEAPU8.set(bytes, pointer);
  return pointer;
}

function allocate(pdfium: Engine, size: number) {
  const pointer = pdfium.wasmExports.malloc(size);
  if (pointer === 0) throw new Fault("oom", `No room for ${size} bytes`);
  return pointer;
}
