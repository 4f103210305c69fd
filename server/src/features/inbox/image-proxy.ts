import { t } from "@intellibox/contract/text/t";
// Loads remote pictures that a reader has allowed. The sender does not learn the reader's address or browser, and the page loads
// nothing from other origins. Links are signed, so that the server fetches only pictures of mails.

import { createHmac } from "node:crypto";
import { finished } from "node:stream/promises";
import { AppError, notFound } from "#lib/errors.ts";
import { imageLinkPath, isSignedLink, linkExpiry, readLink } from "#lib/image-links.ts";
import { limitConcurrency } from "#lib/limit-concurrency.ts";
import type { RemoteImage } from "#outside/remote-image.ts";
import type { Scope, Visitor } from "#scope.ts";

const purpose = "mail images";

export function imageProxyOf(scope: Pick<Scope, "sealer" | "user" | "now">) {
  const [key] = scope.sealer.keysFor(purpose);
  return {
    path: `/api${imageLinkPath}`,
    key: key.toString("base64"),
    reader: createHmac("sha256", key).update(`reader ${scope.user.id}`).digest("base64url").slice(0, 16),
    expires: linkExpiry(scope.now()),
  };
}

/** Fetches the picture of a signed link. It holds its slot until it has been read to the end. */
export async function fetchRemoteImage(visitor: Visitor, query: Record<string, unknown>): Promise<RemoteImage> {
  const link = readLink(query);
  const isSigned = link && visitor.sealer.keysFor(purpose).some((key) => isSignedLink(link, key.toString("base64")));
  if (!isSigned || link.expires * 1000 <= visitor.now().getTime()) throw notFound(t("Image not found"));
  const image = await visitor.once(imageSlots).take(link.reader, () =>
    visitor.outside.fetchImage(link.url, visitor.signal).catch((error: Error) => {
      visitor.log.debug({ err: error }, "a remote image could not be fetched");
      return undefined;
    }),
  );
  if (!image) throw notFound(t("Image not found"));
  return image;
}

const busy = () =>
  new AppError("unavailable", t("Too many pictures are being loaded. Try again in a few seconds."), { retryAfter: 5 });

/** Limits the pictures under way for each reader, so that one does not delay the others, and in all. */
export function openImageSlots({ each = 6, eachWaiting = 200, all = 32, allWaiting = 500 } = {}) {
  const forAll = limitConcurrency(all, { mostWaiting: allWaiting, refusal: busy });
  const readers = new Map<string, { limit: ReturnType<typeof limitConcurrency>; pictures: number }>();

  const take = (reader: string, open: () => Promise<RemoteImage | undefined>) => {
    const slots = readers.get(reader) ?? {
      limit: limitConcurrency(each, { mostWaiting: eachWaiting, refusal: busy }),
      pictures: 0,
    };
    slots.pictures++;
    readers.set(reader, slots);
    return new Promise<RemoteImage | undefined>((resolve, reject) => {
      const load = async () => {
        const image = await open();
        resolve(image);
        if (image) await finished(image.body, { writable: false }).catch(() => undefined);
      };
      slots
        .limit(() => forAll(load))
        .catch(reject)
        .finally(() => {
          slots.pictures--;
          if (slots.pictures === 0) readers.delete(reader);
        });
    });
  };
  return { take };
}

const imageSlots = () => openImageSlots();
