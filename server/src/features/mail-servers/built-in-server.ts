/** Where the demo's built-in mail server listens, and by which names companies sign in to it. */
export const builtInHost = "127.0.0.1";
export const builtInUserName = (companyCode: string) => `demo-${companyCode.toLowerCase()}`;

/** Its mail reaches nobody outside: what it takes is read in this program, or kept in the data folder. */
export const isBuiltIn = ({ host, username }: { host: string; username: string }) =>
  host === builtInHost && username.startsWith(builtInUserName(""));
