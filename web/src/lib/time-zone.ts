/** The user's time zone as an IANA name. */
export const timeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
