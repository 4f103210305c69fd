/** Limits for hostile files. A file beyond a limit is cut or refused. */
export const limits = {
  /** Held in memory twice, in the server and in the child. */
  fileBytes: 25 * 1024 * 1024,
  /** More than any model reads at once; also bounds what a child may send back. */
  characters: 400_000,

  /** Wall time of one file in a text child; parsers of these formats have no limits of their own. */
  textMs: 30_000,
  /** Page loops stop a little earlier and keep what they have. */
  pagesMs: 20_000,
  /** One page by OCR; a busy machine needs a few times the usual four seconds. */
  ocrPageMs: 120_000,
  /** OCR work spent on one file: later pages are left out and the text marked as cut. */
  ocrFileMs: 120_000,
  /** For the start of a child. */
  startMs: 60_000,

  /** Resident memory at which a child ends itself: WebAssembly and Buffers escape V8's own limits. */
  residentBytes: 1_200_000_000,
  /**
   * The kernel's limit on a child's data (ulimit -d, in KiB), should its own watch be too slow. It counts what V8 only
   * reserves, about 0.6 GiB a thread that runs JavaScript; Tesseract has one of its own.
   */
  dataKiB: { text: 1_572_864, ocr: 2_621_440 },
  /** V8's heap, in MiB. */
  heapMiB: 512,
  /** WebAssembly memory never shrinks, so a child is replaced after this many files. */
  jobsPerChild: 50,
  /** A child without work for this long gives its memory back. */
  idleMs: 120_000,

  /** Files that wait to be read, each held in memory. */
  waiting: { perUser: 20, inAll: 200 },

  zipEntries: 2_000,
  /** Inflated bytes of one entry and of the whole archive: what is counted is what comes out, not what the header says. */
  zipEntryBytes: 80_000_000,
  zipBytes: 100_000_000,

  pdfPages: 200,
  pixels: 40_000_000,
  /** Pages of one PDF or TIFF that are read by OCR, and pictures of one document or mail. */
  ocrPages: 10,

  sheetRows: 5_000,
  sheetColumns: 200,

  /** A mail in a mail in a mail; deeper ones are named, not read. */
  mailDepth: 3,
  mailParts: 40,
  /** Attachments of one mail that are named, read or not. */
  mailAttachments: 500,
  /** Markup beyond this is not read: it is far more than the words that may come out of it. */
  htmlCharacters: 4_000_000,
} as const;
