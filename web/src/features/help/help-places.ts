import { t } from "@intellibox/contract/text/t";

/** The pages of help that menus name. */
export const helpPlaces = {
  guide: { label: t("Guide"), path: "/help" },
  news: { label: t("What's new"), path: "/help/whats-new" },
  terms: { label: t("Terms"), path: "/help/terms" },
  privacy: { label: t("Privacy"), path: "/help/privacy" },
} as const;
