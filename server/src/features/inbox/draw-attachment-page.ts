import type { DrawnPage } from "#outside/extractors/content.ts";
import { ownerOf, type Scope } from "#scope.ts";
import { refusalOf } from "#features/summaries/extract-text.ts";
import { readAttachment } from "./downloads.ts";

/** Renders a page of a PDF on the server, so that the browser gets a picture instead of the untrusted file. */
export async function drawAttachmentPage(
  scope: Scope,
  { id, part, page }: { id: string; part: string; page: number },
): Promise<DrawnPage> {
  const { fileName, bytes } = await readAttachment(scope, id, part);
  try {
    return await scope.outside.extractor.drawPage({ name: fileName, bytes }, page - 1, {
      owner: ownerOf(scope),
      signal: scope.signal,
    });
  } catch (error) {
    throw refusalOf(scope, error);
  }
}
