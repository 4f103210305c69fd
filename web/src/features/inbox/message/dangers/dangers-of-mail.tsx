import { loadedLater } from "#components/ui/loaded-later.tsx";

/** The notice above a doubtful mail. Its code is loaded after the mail is shown. */
export const DangersOfMail = loadedLater(() => import("./mail-dangers.tsx").then((m) => m.MailDangers));
