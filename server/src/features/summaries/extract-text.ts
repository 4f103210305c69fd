import type { ResponseOf } from "@intellibox/contract/endpoint";
import type { summaries } from "@intellibox/contract/endpoints/summaries";
import type { ErrorCode } from "@intellibox/contract/errors";
import { t } from "@intellibox/contract/text/t";
import { AppError, invalid } from "#lib/errors.ts";
import { ExtractError, type ExtractFault } from "#outside/extractors/extract-error.ts";
import type { Emit } from "#http/route.ts";
import type { UploadedFile } from "#http/uploads.ts";
import { ownerOf, type Scope } from "#scope.ts";

/** The text of an uploaded file. Progress is emitted; the extraction stops when the caller disconnects. */
export async function extractText(
  scope: Scope,
  [file]: UploadedFile[],
  emit?: Emit,
): Promise<ResponseOf<typeof summaries.extract>> {
  if (!file) throw invalid(t("Choose a file to read"));
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

/** The user's error for a file that cannot be read; any other error is returned unchanged. */
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

/** The file name for messages: without folders, control characters and characters that hide or reverse text. */
export function shownName(given: string): string {
  const name = given
    .split(/[/\\]/)
    .at(-1)
    ?.replaceAll(/[\p{Cc}\p{Cf}]/gu, "")
    .trim()
    .slice(-200);
  return name || "The file";
}
