/** The kinds of sender whose mail can get a prepared draft: of the same company, known to the user, and everybody else. */
export const senderKinds = ["colleagues", "contacts", "others"] as const;
export type SenderKind = (typeof senderKinds)[number];
