import { system } from "@intellibox/contract/endpoints/system";
import { t } from "@intellibox/contract/text/t";
import { call } from "#lib/http/api.ts";

/** Who runs this installation. Visitors may ask, too. */
export const readOperator = () => call(system.operator, {}, { fallback: t("The operator could not be loaded") });
