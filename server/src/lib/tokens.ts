// Opaque tokens: 256 random bits for the holder, a hash for us. What a thief of the database finds signs nobody in.
import { createHash, randomBytes } from "node:crypto";

export const newToken = () => randomBytes(32).toString("base64url");

/** A plain hash is enough: the input has 256 bits of chance, so there is nothing to guess. */
export const hashToken = (token: string) => createHash("sha256").update(token).digest("base64url");
