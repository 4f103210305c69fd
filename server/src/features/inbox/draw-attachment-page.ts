import type { DrawnPage } from "#outside/extractors/content.ts";
import { ownerOf, type Scope } from "#scope.ts";
import { refusalOf } from "#features/summaries/extract-text.ts";
import { readAttachment } from "./downloads.ts";

/** A page of a PDF, drawn here: the browser gets a picture, and the file itself only who downloads it. */
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
