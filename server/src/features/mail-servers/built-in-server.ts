/** The host of the demo's built-in mail server, and the user names of companies on it. */
export const builtInHost = "127.0.0.1";
export const builtInUserName = (companyCode: string) => `demo-${companyCode.toLowerCase()}`;

/** The built-in server sends nothing outside: it delivers to users of this program, or stores mail in the data folder. */
export const isBuiltIn = ({ host, username }: { host: string; username: string }) =>
  host === builtInHost && username.startsWith(builtInUserName(""));
