import type { MailboxKind } from "./choices.ts";

type Connected = { email: string; kind: MailboxKind; addressProof: string | null };

/** True if mail may be sent from a mailbox's address: it is the user's own, or its provider or a proof confirms it. */
export const maySendAs = ({ email, kind, addressProof }: Connected, ownEmail: string) =>
  email.toLowerCase() === ownEmail.toLowerCase() || kind === "gmail" || kind === "outlook" || addressProof !== null;

/** True for a display name that looks like an address, also with full-width or small forms of @. */
export const looksLikeAddress = (name: string) => /[^\s@]@[^\s@]/.test(name.normalize("NFKC"));
