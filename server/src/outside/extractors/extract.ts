/**
 * Extracts text from files. Files are parsed in child processes with limits (child.ts), never in this process.
 */
import type { ThreadMessage } from "@intellibox/contract/rules/split-thread";
import { AppError } from "#lib/errors.ts";
import { noOwner, type Owner } from "#lib/fair-queue.ts";
import { openChild } from "./child.ts";
import { openChildPool } from "./child-pool.ts";
import { type Content, type DrawnPage, Fault, type Kind, type Picture, type Progress } from "./content.ts";
import { ExtractError } from "./extract-error.ts";
import { limits } from "./limits.ts";

export type Extractor = {
  /** The text of one file. Rejects with an ExtractError whose message may be shown. Files queue; small ones go first. */
  extract(file: FileToRead, options?: ExtractOptions): Promise<Extracted>;
  /** One page of a PDF as a picture, counted from 0, so that the file itself never reaches a browser. */
  drawPage(file: FileToRead, page: number, options?: Omit<ExtractOptions, "onProgress">): Promise<DrawnPage>;
  /** Ends every child process and cancels its task. */
  close(): Promise<void>;
};

export type FileToRead = { name: string; bytes: Uint8Array };
export type ExtractOptions = { owner?: Owner; signal?: AbortSignal; onProgress?: (progress: Progress) => void };
export type Extracted = {
  text: string;
  /** The text of each page of a PDF or picture, of each sheet of a workbook; one for other files. Together as long as `text`. */
  parts: string[];
  kind: Kind;
  /** Something was left out: pages, rows or characters beyond the limits. */
  truncated: boolean;
  /** The conversation found in a mail, in the mail's own order. */
  messages?: ThreadMessage[];
};

export type ExtractorOptions = {
  textMs?: number;
  ocrPageMs?: number;
  ocrFileMs?: number;
  idleMs?: number;
  /** The shell that sets the kernel's memory limit, if the system has one. */
  shell?: string;
};

/** Estimates of the work, for the order of the queue. */
const bytesPerSecond = 250_000;
const ocrPageSeconds = 10;

export function openExtractor(options: ExtractorOptions = {}): Extractor {
  const { textMs = limits.textMs, ocrPageMs = limits.ocrPageMs, ocrFileMs = limits.ocrFileMs, idleMs } = options;
  const open = (pool: keyof typeof limits.dataKiB) => () =>
    openChild({ dataKiB: limits.dataKiB[pool], shell: options.shell });
  const textChildren = openChildPool({ children: 2, open: open("text"), idleMs });
  const ocrChildren = openChildPool({ children: 1, open: open("ocr"), idleMs });

  async function readFile(file: FileToRead, { owner = noOwner, signal, onProgress }: ExtractOptions): Promise<Content> {
    const turn = performance.now() + (file.bytes.length / bytesPerSecond) * 1000;
    const task = { do: "read", name: file.name, bytes: file.bytes } as const;
    const answer = await textChildren.run({ task, owner, turn, timeoutMs: textMs, signal, onProgress });
    if (answer.is !== "content") throw new Fault("corrupt", `Unexpected answer: ${answer.is}`);
    return answer.content;
  }

  /** Recognises one page after another, until the file has used up its time. */
  async function recognisePictures(file: FileToRead, pictures: Picture[], options: ExtractOptions) {
    const { owner = noOwner, signal, onProgress } = options;
    const turn = performance.now() + pictures.length * ocrPageSeconds * 1000;
    const texts = new Map<Picture, string>();
    let spentMs = 0;
    let fault: Fault | undefined;

    for (const [at, picture] of pictures.entries()) {
      if (spentMs > ocrFileMs) break;
      onProgress?.({ done: at, total: pictures.length, what: `Recognising page ${at + 1} of ${pictures.length}` });
      const { format, page, bytes = file.bytes } = picture;
      const task = { do: "recognise", format, page, bytes } as const;
      try {
        const answer = await ocrChildren.run({ task, owner, turn, timeoutMs: ocrPageMs, signal });
        if (answer.is !== "recognised") throw new Fault("corrupt", `Unexpected answer: ${answer.is}`);
        texts.set(picture, answer.text);
        spentMs += answer.ms;
      } catch (error) {
        if (!(error instanceof Fault) || error.fault === "cancelled") throw error;
        // A bad page does not fail the file. Its error is reported only if the file gives no text at all.
        fault ??= error;
        if (error.fault === "timeout") spentMs += ocrPageMs;
      }
    }
    return { texts, fault, isComplete: texts.size === pictures.length };
  }

  async function drawPage(
    { bytes }: FileToRead,
    page: number,
    { owner = noOwner, signal }: ExtractOptions,
  ): Promise<DrawnPage> {
    checkSize(bytes);
    const task = { do: "draw", page, bytes } as const;
    // A user waits for this page, so it goes before files that are read completely.
    const answer = await textChildren.run({ task, owner, turn: performance.now(), timeoutMs: textMs, signal });
    if (answer.is !== "drawn") throw new Fault("corrupt", `Unexpected answer: ${answer.is}`);
    return answer.page;
  }

  async function extract(file: FileToRead, options: ExtractOptions): Promise<Extracted> {
    checkSize(file.bytes);
    const content = await readFile(file, options);
    const pictures = content.pieces.filter((piece) => typeof piece !== "string");
    const { texts, fault, isComplete } = await recognisePictures(file, pictures, options);

    const whole = content.pieces.map((piece) => (typeof piece === "string" ? piece : (texts.get(piece) ?? "")));
    const text = tidy(whole.join("\n"));
    if (text === "") throw fault ?? new Fault("empty", "Nothing to read");
    const truncated = content.truncated || !isComplete || text.length > limits.characters;
    return {
      text: text.slice(0, limits.characters),
      parts: bounded(whole.map(tidy)),
      kind: content.kind,
      truncated,
      messages: content.messages,
    };
  }

  const told = (file: FileToRead) => (cause: unknown) => {
    if (cause instanceof AppError) throw cause;
    throw new ExtractError(cause instanceof Fault ? cause.fault : "corrupt", file.name, { cause });
  };
  return {
    extract: (file, options = {}) => extract(file, options).catch(told(file)),
    drawPage: (file, page, options = {}) => drawPage(file, page, options).catch(told(file)),
    close: async () => {
      await Promise.all([textChildren.close(), ocrChildren.close()]);
    },
  };
}

function checkSize({ length }: Uint8Array) {
  if (length > limits.fileBytes) throw new Fault("too_large", `${length} bytes`);
  if (length === 0) throw new Fault("empty", "No bytes");
}

function bounded(parts: string[]) {
  let left = limits.characters;
  return parts.map((part) => {
    const kept = part.slice(0, Math.max(0, left));
    left -= kept.length;
    return kept;
  });
}

/** Normalizes line ends, trims lines, shortens runs of empty lines, and removes NUL, which PostgreSQL cannot store. */
function tidy(text: string) {
  const lines = text.replaceAll("\0", "").replace(/\r\n?/g, "\n").split("\n");
  // Not `/\s+$/gm`, which is quadratic in a run of blanks and would block the event loop.
  return lines
    .map((line) => line.trimEnd())
    .join("\n")
    .replace(/\n{4,}/g, "\n\n\n")
    .trim();
}
