export const maxSlugLength = 64;

/** "Acme & Söhne Ltd." → "acme-sohne-ltd"; empty if the text has no usable character. */
export const slugOf = (text: string) =>
  text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, maxSlugLength)
    .replaceAll(/^-+|-+$/g, "");
