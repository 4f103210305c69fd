import { emailPattern } from "../fields.ts";

/** The address of an account on a mail server: the name one signs in with, where that is one. */
export const mailboxAddress = ({ username, host }: { username: string; host: string }) =>
  emailPattern.test(username) ? username.toLowerCase() : `${username}@${host}`;
