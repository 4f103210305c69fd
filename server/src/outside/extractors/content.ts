import type { ThreadMessage } from "@intellibox/contract/rules/split-thread";
import type { ExtractFault } from "./extract-error.ts";

/** What a text child made of a file: text, and pictures in their places that wait for the OCR children. */
export type Content = {
  kind: Kind;
  pieces: (string | Picture)[];
  truncated: boolean;
  messages?: ThreadMessage[];
};

/** One page to be read by OCR; `bytes` is left out when the picture is in the uploaded file itself. */
export type Picture = { format: "pdf" | "image"; page: number; bytes?: Uint8Array };

/** A page to look at, as a WebP picture, and of how many it is one. */
export type DrawnPage = { picture: Uint8Array; width: number; height: number; pages: number };

export type Kind = "mail" | "msg" | "text" | "html" | "rtf" | "pdf" | "doc" | "docx" | "xls" | "xlsx" | "image";

/** What a reader knows besides the bytes: how deep it is nested, when to stop, whom to tell. */
export type Reading = {
  name: string;
  depth: number;
  /** Attachments still to be opened, counted over the whole mail with everything nested in it. */
  parts: { left: number };
  /** Moment (of `performance.now()`) at which a loop over pages gives up and keeps what it has. */
  stopAt: number;
  onProgress(progress: Progress): void;
  /** Reads an attachment, one level deeper. */
  readInner(bytes: Uint8Array, name: string): Promise<Content>;
};

export type Reader = (bytes: Buffer, reading: Reading) => Promise<Content>;
export type Progress = { done: number; total: number; what: string };

/** Thrown by readers, inside the child: the parent turns it into an ExtractError with the file's name. */
export class Fault extends Error {
  readonly fault: ExtractFault;

  constructor(fault: ExtractFault, detail: string, options?: ErrorOptions) {
    super(detail, options);
    this.name = "Fault";
    this.fault = fault;
  }
}

/** WebAssembly that has aborted stays broken: its process must be replaced. */
export const isAbort = (error: unknown) => error instanceof Error && error.name === "RuntimeError";

/** Between parent and child. A child works on one task at a time, so no message needs an id. */
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
