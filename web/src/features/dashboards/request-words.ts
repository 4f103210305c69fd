import type { requestStatuses, requestTypes } from "@intellibox/contract/rules/choices";
import { t } from "@intellibox/contract/text/t";

export const requestTypeNames: Record<(typeof requestTypes)[number], string> = {
  "New user request": t("New user request"),
  "Role change": t("Role change"),
  "Mailbox connect approval": t("Mailbox connect approval"),
};

export const requestStatusNames: Record<(typeof requestStatuses)[number], string> = {
  Pending: t("Pending"),
  Review: t("Review"),
  Approved: t("Approved"),
  Declined: t("Declined"),
};
