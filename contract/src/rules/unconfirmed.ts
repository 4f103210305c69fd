/** The detail of a mail begins with this if it is not known whether the mail arrived. */
const unconfirmedStart = "Delivery unconfirmed";
export const isUnconfirmed = (detail: string | null | undefined) => detail?.startsWith(unconfirmedStart) ?? false;
