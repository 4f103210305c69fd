import { currentSession } from "#lib/session/session.ts";
import { textEntry } from "#lib/storage.ts";

const left = () => textEntry(`without-knowledge ${currentSession()?.user.email}`);

/** Whether this user's drafts use knowledge. Remembered in this browser. */
export const usesKnowledge = () => left().read() === null;

export const setUsesKnowledge = (isOn: boolean) => (isOn ? left().clear() : left().write("1"));
