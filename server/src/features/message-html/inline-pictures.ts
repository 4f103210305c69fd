import type { Owner } from "#lib/fair-queue.ts";
import type { StoredAttachment } from "#db/tables/messages.ts";
import { attachmentContents } from "#outside/mime/parse.ts";
import type { ObjectStore } from "#outside/objects/object-store.ts";

type PictureLimits = { count: number; bytesEach: number; bytes: number };
type MailWithPictures = { html: string; attachments: StoredAttachment[]; sourceKey: string };

const showable = /^image\/(?:png|jpe?g|gif|webp)$/i;

/** The pictures that a mail's HTML shows from its own parts, as data URLs by content id. */
export async function inlinePictures(
  { html, attachments, sourceKey }: MailWithPictures,
  { count, bytesEach, bytes: mostBytes }: PictureLimits,
  objects: Pick<ObjectStore, "get">,
  owner: Owner,
): Promise<Record<string, string>> {
  if (!/\bcid:/i.test(html)) return {};
  const wanted = picturesOf(attachments)
    .filter(({ size, isLeft }) => size <= bytesEach && !isLeft)
    .slice(0, count);
  const fitting = withinBytes(wanted, mostBytes);
  const source = fitting.length > 0 ? await objects.get(sourceKey) : undefined;
  if (!source) return {};
  const parts = fitting.map(({ part }) => part);
  const contents = await attachmentContents(source, parts, owner);
  const pictures: Record<string, string> = Object.create(null);
  for (const [at, { contentId, mimeType }] of fitting.entries()) {
    const bytes = contents[at];
    if (bytes && contentId)
      pictures[contentId] = `data:${mimeType.toLowerCase()};base64,${Buffer.from(bytes).toString("base64")}`;
  }
  return { ...pictures };
}

/** The attachments that HTML can show inline. */
export const picturesOf = (attachments: readonly StoredAttachment[]) =>
  attachments.filter(({ contentId, mimeType }) => contentId && showable.test(mimeType));

/** The first files whose total size is at most `most`. */
function withinBytes<File extends { size: number }>(files: File[], most: number): File[] {
  let total = 0;
  const beyond = files.findIndex(({ size }) => {
    total += size;
    return total > most;
  });
  return beyond < 0 ? files : files.slice(0, beyond);
}
