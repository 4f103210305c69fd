import type { TokenValues } from "@intellibox/contract/rules/fill-tokens";
import { threaded } from "#lib/threads.ts";
import { ownerOf, type Scope } from "#scope.ts";
import { fillMails, type PersonalText } from "./personal-mail.ts";

const inThread = threaded<typeof import("./personal-mail.ts")>(new URL("./personal-mail.ts", import.meta.url));

/** A text up to this length is filled here: a worker thread would cost more. */
const shortLength = 8 * 1024;

/** The mail of each recipient, in the order of their values. */
export const fillAll = async (scope: Scope, text: PersonalText, everyones: TokenValues[]): Promise<PersonalText[]> =>
  text.html.length * everyones.length <= shortLength
    ? fillMails(text, everyones)
    : inThread("fillMails", [text, everyones], { owner: ownerOf(scope) });
