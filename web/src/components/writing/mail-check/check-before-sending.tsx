import { loadedLater } from "../../ui/loaded-later.tsx";
import type { MailCheckProps } from "./mail-check.tsx";

/** The check of a mail before it is sent. Its code is loaded after the page. */
export const CheckBeforeSending = loadedLater<MailCheckProps>(() =>
  import("./mail-check.tsx").then((m) => m.MailCheck),
);
