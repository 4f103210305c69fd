import { t } from "@intellibox/contract/text/t";
import { grouped } from "#lib/format.ts";

export const quotaText = (quota: number) => (quota === -1 ? t("Unlimited") : grouped(quota));
