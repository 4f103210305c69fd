import type { MailboxKind } from "./choices.ts";

type Connected = { email: string; kind: MailboxKind; addressProof: string | null };

/** Whether mail may leave as a mailbox's address: it is the user's own, its provider vouches for it, or it was proved. */
export const maySendAs = ({ email, kind, addressProof }: Connected, ownEmail: string) =>
  email.toLowerCase() === ownEmail.toLowerCase() || kind === "gmail" || kind === "outlook" || addressProof !== null;

/** A name that shows another address than the mail is from. Wide and small forms of @ count too. */
export const looksLikeAddress = (name: string) => /[^\s@]@[^\s@]/.test(name.normalize("NFKC"));
