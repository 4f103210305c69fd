export const maxSlugLength = 64;

/** "Acme & Söhne Ltd." → "acme-sohne-ltd"; empty if no character of the text is allowed in a URL. */
export const slugOf = (text: string) =>
  text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, maxSlugLength)
    .replaceAll(/^-+|-+$/g, "");
