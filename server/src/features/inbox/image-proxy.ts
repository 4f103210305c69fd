// Remote pictures, once their reader wants them, come through here: the sender learns neither the reader's address nor browser,
// and the page loads nothing from anywhere else. Links are signed, so that nobody can make the server fetch what they like.

import { notFound } from "#lib/errors.ts";
import { imageLinkPath, isSignedLink } from "#lib/image-links.ts";
import type { Scope, Visitor } from "#scope.ts";

const purpose = "mail images";

export const imageProxyOf = ({ sealer }: Pick<Scope, "sealer">) => ({
  path: `/api${imageLinkPath}`,
  key: sealer.keysFor(purpose)[0].toString("base64"),
});

export async function fetchRemoteImage(visitor: Visitor, query: { u?: unknown; s?: unknown }) {
  const { u: url, s: signature } = query;
  const isOurs =
    typeof url === "string" &&
    typeof signature === "string" &&
    visitor.sealer.keysFor(purpose).some((key) => isSignedLink(url, signature, key.toString("base64")));
  if (!isOurs) throw notFound("Image");
  const image = await visitor.outside.fetchImage(url, visitor.signal).catch((error: Error) => {
    visitor.log.debug({ error: error.message }, "a remote image was not had");
  });
  if (!image) throw notFound("Image");
  return image;
}
