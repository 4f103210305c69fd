import { emailPattern } from "../fields.ts";

/** The address of an account on a mail server: its user name, if that is an address. */
export const mailboxAddress = ({ username, host }: { username: string; host: string }) =>
  emailPattern.test(username) ? username.toLowerCase() : `${username}@${host}`;
