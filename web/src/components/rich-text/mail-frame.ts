/** The content security policy of every frame that shows mail: no scripts, and no requests but for pictures that were allowed. */
export const mailPolicy = (remoteImages: boolean) => {
  const { origin } = window.location;
  return [
    "default-src 'none'",
    `img-src data: blob:${remoteImages ? ` ${origin}` : ""}`,
    "style-src 'unsafe-inline'",
    `font-src ${origin}`,
    "form-action 'none'",
    "base-uri 'none'",
  ].join("; ");
};
