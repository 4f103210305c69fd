import type { ThreadMessage } from "@intellibox/contract/rules/split-thread";
import type { ExtractFault } from "./extract-error.ts";

/** The content of a file: text, and pictures at their positions that OCR still has to read. */
export type Content = {
  kind: Kind;
  pieces: (string | Picture)[];
  truncated: boolean;
  messages?: ThreadMessage[];
};

/** One page for OCR; without `bytes`, the picture is in the uploaded file itself. */
export type Picture = { format: "pdf" | "image"; page: number; bytes?: Uint8Array };

/** A page as a WebP picture, and the document's number of pages. */
export type DrawnPage = { picture: Uint8Array; width: number; height: number; pages: number };

export type Kind = "mail" | "msg" | "text" | "html" | "rtf" | "pdf" | "doc" | "docx" | "xls" | "xlsx" | "image";

/** The context of a reader: nesting depth, limits and progress. */
export type Reading = {
  name: string;
  depth: number;
  /** Attachments that may still be opened, counted over the whole mail with all nested mails. */
  parts: { left: number };
  /** The time (of `performance.now()`) at which a loop over pages stops and keeps its result so far. */
  stopAt: number;
  onProgress(progress: Progress): void;
  /** Reads an attachment, one level deeper. */
  readInner(bytes: Uint8Array, name: string): Promise<Content>;
};

export type Reader = (bytes: Buffer, reading: Reading) => Promise<Content>;
export type Progress = { done: number; total: number; what: string };

/** Thrown by readers in the child; the parent turns it into an ExtractError with the file's name. */
export class Fault extends Error {
  readonly fault: ExtractFault;

  constructor(fault: ExtractFault, detail: string, options?: ErrorOptions) {
    super(detail, options);
    this.name = "Fault";
    this.fault = fault;
  }
}

/** After an abort, WebAssembly stays broken, so the process must be replaced. */
export const isAbort = (error: unknown) => error instanceof Error && error.name === "RuntimeError";

/** Messages between parent and child. A child runs one task at a time, so they need no id. */
export type Task =
  | { do: "read"; name: string; bytes: Uint8Array }
  | { do: "recognise"; format: Picture["format"]; page: number; bytes: Uint8Array }
  | { do: "draw"; page: number; bytes: Uint8Array };
export type ChildAnswer =
  | { is: "ready" }
  | { is: "progress"; progress: Progress }
  | { is: "content"; content: Content }
  | { is: "recognised"; text: string; ms: number }
  | { is: "drawn"; page: DrawnPage }
  /** `isBroken`: WebAssembly has aborted, and the child cannot be used again. */
  | { is: "fault"; fault: ExtractFault; detail: string; isBroken: boolean };
