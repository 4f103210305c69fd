import { extractProblems } from "@intellibox/contract/rules/extract-problems";

export const extractFaults = [...extractProblems, "cancelled"] as const;
export type ExtractFault = (typeof extractFaults)[number];

/** Why a file gave no text. The message may be shown to the user and names the file; the cause is for the log. */
export class ExtractError extends Error {
  readonly fault: ExtractFault;

  constructor(fault: ExtractFault, fileName: string, options?: ErrorOptions) {
    super(sentence[fault](fileName), options);
    this.name = "ExtractError";
    this.fault = fault;
  }
}

const sentence: Record<ExtractFault, (file: string) => string> = {
  encrypted: (file) => `${file} is protected by a password and cannot be read`,
  corrupt: (file) => `${file} is damaged and cannot be read`,
  too_large: (file) => `${file} is too large to be read`,
  unsupported: (file) => `${file} is not a kind of file that can be read`,
  timeout: (file) => `${file} took too long to read`,
  oom: (file) => `${file} needs too much memory to be read`,
  empty: (file) => `No readable text in ${file}`,
  cancelled: (file) => `Reading ${file} was cancelled`,
};
