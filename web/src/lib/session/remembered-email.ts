import { textEntry } from "../storage.ts";

/** The address of the last sign-in with "Remember me". */
export const rememberedEmail = textEntry("intellibox.login.email");
