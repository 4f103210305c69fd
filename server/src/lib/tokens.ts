// Opaque tokens of 256 random bits. The database holds only hashes, which a thief cannot sign in with.
import { createHash, randomBytes } from "node:crypto";

export const newToken = () => randomBytes(32).toString("base64url");

/** A fast hash is enough: the input has 256 bits of entropy and cannot be guessed. */
export const hashToken = (token: string) => createHash("sha256").update(token).digest("base64url");
