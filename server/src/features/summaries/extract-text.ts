import type { ResponseOf } from "@intellibox/contract/endpoint";
import type { summaries } from "@intellibox/contract/endpoints/summaries";
import type { ErrorCode } from "@intellibox/contract/errors";
import { AppError, invalid } from "#lib/errors.ts";
import { ExtractError, type ExtractFault } from "#outside/extractors/extract-error.ts";
import type { Emit } from "#http/route.ts";
import type { UploadedFile } from "#http/uploads.ts";
import { ownerOf, type Scope } from "#scope.ts";

/** The words of an uploaded file. How far it is, is told as it goes; who goes away stops it. */
export async function extractText(
  scope: Scope,
  [file]: UploadedFile[],
  emit?: Emit,
): Promise<ResponseOf<typeof summaries.extract>> {
  if (!file) throw invalid("Choose a file to read");
  const name = shownName(file.name);
  try {
    return await scope.outside.extractor.extract(
      { name, bytes: file.bytes },
      { owner: ownerOf(scope), signal: scope.signal, onProgress: ({ what }) => emit?.(what) },
    );
  } catch (error) {
    throw refusalOf(scope, error);
  }
}

/** What the user is told of a file that cannot be read; any other failure as it is. */
export function refusalOf(scope: Scope, error: unknown): unknown {
  if (!(error instanceof ExtractError)) return error;
  scope.log.info({ fault: error.fault, err: error.cause }, "a file could not be read");
  return new AppError(codes[error.fault], error.message, { cause: error });
}

const codes: Record<ExtractFault, ErrorCode> = {
  encrypted: "invalid",
  corrupt: "invalid",
  empty: "invalid",
  timeout: "invalid",
  oom: "too_large",
  too_large: "too_large",
  unsupported: "unsupported",
  cancelled: "unavailable",
};

/** Said back to its sender: without folders, and without characters that hide or turn round what a name says. */
function shownName(given: string): string {
  const name = given
    .split(/[/\\]/)
    .at(-1)
    ?.replaceAll(/[\p{Cc}\p{Cf}]/gu, "")
    .trim()
    .slice(-200);
  return name || "The file";
}
