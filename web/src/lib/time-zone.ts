/** Where the user is, by its IANA name. */
export const timeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
