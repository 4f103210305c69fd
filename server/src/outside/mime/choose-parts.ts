// Chooses the parts of a mail that are stored with it, if its attachments stay on its server until they are opened.

/** Facts about a part that are known before it is fetched. */
export type PartFacts = {
  /** In lower case. */
  type: string;
  disposition: string;
  isNamed: boolean;
  hasContentId: boolean;
  /** Its parent is a multipart/related. */
  isRelated: boolean;
  /** As far as the server tells, decoded. */
  size: number;
};

/** A part whose bytes are not stored. `name` stands in place of `part` if the whole mail may have another order. */
export type LeftPart = { part: string; size: number; name?: string };

/** Smaller parts are stored: an extra call would cost more. */
const smallBytes = 32 << 10;
/** A mail of which less would be left out is stored whole. */
export const worthLeaving = 64 << 10;
const maxCalendar = 1 << 20;
/** The limits for pictures in a shown mail (`show-html.ts`). The same ones apply here, so that a mail looks the same. */
const pictures = { count: 20, bytesEach: 1_400_000, bytes: 6_000_000 };

/** More than any server accepts. */
const maxStated = 1 << 30;

/** Whether the sizes that a server states can be those of a mail. If not, nothing else that it states is believed. */
export const areRealSizes = (leaves: readonly { size: number }[]): boolean =>
  leaves.every(({ size }) => Number.isSafeInteger(size) && size >= 0) &&
  leaves.reduce((sum, { size }) => sum + size, 0) <= maxStated;

const showable = /^image\/(?:png|jpe?g|gif|webp)$/;
const bodyTypes = /^text\/(?:plain|html|enriched|richtext|rfc822-headers)$/;
const reportTypes = /^message\/(?:global-)?(?:delivery-status|disposition-notification|feedback-report)$/;
const calendarTypes = /^(?:text\/calendar|application\/ics)$/;

/** For the leaves of a mail in their order: which of them are left out. All that a reader sees without opening a file is kept. */
export function chooseLeft(leaves: readonly PartFacts[], { keepsSmall = true } = {}): boolean[] {
  let hasBody = false;
  let [count, bytes] = [0, 0];
  const left = leaves.map((part) => {
    if (isBody(part, hasBody)) {
      hasBody = true;
      return false;
    }
    if (keepsSmall && part.size <= smallBytes) return false;
    if (calendarTypes.test(part.type)) return part.size > maxCalendar;
    if (!isShown(part) || count === pictures.count || bytes + part.size > pictures.bytes) return true;
    count++;
    bytes += part.size;
    return false;
  });
  // The first text of a mail without a body is shown in its place.
  const text = hasBody ? -1 : leaves.findIndex(({ type }) => type.startsWith("text/") && !calendarTypes.test(type));
  if (text >= 0) left[text] = false;
  return left;
}

const isBody = ({ type, disposition, isNamed }: PartFacts, hasBody: boolean) =>
  disposition !== "attachment" && (reportTypes.test(type) || (bodyTypes.test(type) && !(isNamed && hasBody)));

const isShown = ({ type, disposition, hasContentId, isRelated, size }: PartFacts) =>
  showable.test(type) && hasContentId && (isRelated || disposition !== "attachment") && size <= pictures.bytesEach;

/** Base64 has line breaks, and four characters for three bytes. */
export const decodedEstimate = (octets: number, encoding: string) =>
  encoding === "base64" ? Math.floor((((octets * 76) / 78) * 3) / 4) : octets;
