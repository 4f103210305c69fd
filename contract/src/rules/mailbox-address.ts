import { emailPattern } from "./email-pattern.ts";

/** The address of an account on a mail server: the user name if it is an address. */
export const mailboxAddress = ({ username, host }: { username: string; host: string }) =>
  emailPattern.test(username) ? username.toLowerCase() : `${username}@${host}`;
