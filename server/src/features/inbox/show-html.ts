// Sanitizes mail HTML in a thread when it is read, and caches the result.
import { AppError } from "#lib/errors.ts";
import { sanitizeMailHtml } from "#lib/html/html.ts";
import { linkPeriod } from "#lib/image-links.ts";
import type { StoredAttachment } from "#db/tables/messages.ts";
import { ownerOf, type Scope } from "#scope.ts";
import { inlinePictures } from "#features/message-html/inline-pictures.ts";
import { imageProxyOf } from "./image-proxy.ts";

/** `isOmitted`: the mail has HTML that takes too long to show. */
type ShownHtml = { html: string | null; blockedImages: number; isOmitted: boolean };
type Mail = { id: string; html: string | null; attachments: StoredAttachment[]; sourceKey: string };

/** Limits of inline pictures that are embedded into the HTML. Others appear only in the list of attachments. */
const pictureLimits = { count: 20, bytesEach: 1_400_000, bytes: 6_000_000 };

/** Sanitizing is the slowest part of opening a mail, and users often return to one. */
const maxCached = 200;
const maxCachedLength = 500_000;
/** When to retry mail that could not be sanitized in time; the machine may only have been busy. */
const retryAfterMs = 60_000;
const sanitizedMail = () => new Map<string, { shown: ShownHtml; until: number }>();

export async function showHtml(scope: Scope, mail: Mail, images: "block" | "allow"): Promise<ShownHtml> {
  if (!mail.html) return { html: null, blockedImages: 0, isOmitted: false };
  // Links to pictures expire, so the key includes their period. Another source may have more pictures.
  const key = `${scope.tenantId}/${scope.user.id}/${mail.id}/${mail.sourceKey}/${images}/${linkPeriod(scope.now())}`;
  const now = scope.now().getTime();
  const cache = scope.once(sanitizedMail);
  const before = cache.get(key);
  if (before && now < before.until) return before.shown;
  const shown = await sanitize(scope, mail, mail.html, images);
  if ((shown.html?.length ?? 0) <= maxCachedLength) {
    cache.set(key, { shown, until: shown.html === null ? now + retryAfterMs : Number.POSITIVE_INFINITY });
    for (const oldest of cache.keys()) {
      if (cache.size <= maxCached) break;
      cache.delete(oldest);
    }
  }
  return shown;
}

async function sanitize(scope: Scope, mail: Mail, html: string, remoteImages: "block" | "allow"): Promise<ShownHtml> {
  try {
    const images = await inlinePictures({ ...mail, html }, pictureLimits, scope.outside.objects, ownerOf(scope));
    const proxy = imageProxyOf(scope);
    const options = { remoteImages, images, ...(remoteImages === "allow" && { proxy }) };
    return { ...(await sanitizeMailHtml(html, options, ownerOf(scope))), isOmitted: false };
  } catch (error) {
    if (error instanceof AppError) throw error;
    // Probably crafted to take too long. The plain text is shown instead.
    scope.log.warn({ err: error, message: mail.id }, "mail HTML could not be sanitized");
    return { html: null, blockedImages: 0, isOmitted: true };
  }
}
