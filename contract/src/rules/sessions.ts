import { t } from "../text/t.ts";

const day = 24;

/** How long a session may last, in hours. An admin chooses both for the company. */
export const sessionHours = {
  idle: { min: 1, max: 30 * day, usual: 7 * day, label: t("Time without use") },
  life: { min: 1, max: 365 * day, usual: 30 * day, label: t("Time after the sign-in") },
} as const;
