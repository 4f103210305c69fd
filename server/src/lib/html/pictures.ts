import { type ImageProxy, signedLink } from "../image-links.ts";

export type PictureOptions = {
  /** Remote pictures tell the sender that the mail was opened, so they are blocked until the reader asks. */
  remoteImages: "block" | "allow";
  /** Loads allowed pictures through our proxy, not from the sender's server. */
  proxy?: ImageProxy;
  /** URLs of the mail's own pictures, by content id. */
  images?: Record<string, string>;
};

/** The URL to load, the URL of a blocked picture, or neither. */
type Picture = { src?: string; blocked?: string };

/** A mail may show one of its own pictures any number of times; each time repeats its bytes. */
const maxEmbedded = 12_000_000;
const embedded = /^data:image\/(?:png|jpe?g|gif|webp);base64,[A-Za-z0-9+/=\s]+$/i;

/** Decides about the pictures of one mail, in elements and in styles. */
export class Pictures {
  blocked = 0;
  readonly #options: PictureOptions;
  #embeddedLeft = maxEmbedded;

  constructor(options: PictureOptions) {
    this.#options = options;
  }

  of(source: string): Picture {
    const { remoteImages, proxy, images = {} } = this.#options;
    const trimmed = source.trim();
    if (/^cid:/i.test(trimmed)) {
      const id = contentIdOf(trimmed);
      return this.#embed(Object.hasOwn(images, id) ? images[id] : undefined);
    }
    if (trimmed.length < 2_000_000 && embedded.test(trimmed)) return this.#embed(trimmed);
    const url = absoluteUrl(trimmed.startsWith("//") ? `https:${trimmed}` : trimmed, ["http:", "https:"]);
    if (!url) return {};
    if (remoteImages === "allow") return { src: proxy ? signedLink(url, proxy) : url };
    this.blocked++;
    return { blocked: url };
  }

  #embed(url: string | undefined): Picture {
    this.#embeddedLeft -= url?.length ?? 0;
    return url && this.#embeddedLeft >= 0 ? { src: url } : {};
  }
}

/** Only absolute URLs, because a mail has no base URL. */
export function absoluteUrl(text: string, schemes: string[]): string | undefined {
  // 64 KB is more than any browser takes.
  const url = text.length < 65_536 ? URL.parse(text.trim()) : null;
  return url && schemes.includes(url.protocol) && !url.username && !url.password ? url.href : undefined;
}

function contentIdOf(link: string): string {
  try {
    return decodeURIComponent(link.slice(4));
  } catch {
    return link.slice(4);
  }
}
