import { t } from "@intellibox/contract/text/t";
import { AppError, conflict } from "#lib/errors.ts";

/** Messages for constraints that users can violate. A violation of another one is a bug and is logged as an error. */
const messages: Record<string, string> = {
  users_email_in_company: t("A user with this email already exists"),
  tenants_code_taken: t("A company with this code already exists"),
  tenants_slug_taken: t("A company with this slug already exists"),
  tenants_one_owner: t("There is an owner company already"),
  tenants_owner_active: t("The owner company cannot be suspended"),
  tenants_plan_id_plans_id_fk: t("This plan is in use by a company"),
  data_tasks_once: t("This has been started already and is not finished yet"),
  templates_own_name: t("You have a template with this name already. Choose another name."),
  templates_company_name: t("The company has a template with this name already. Choose another name."),
  sso_domains_in_company: t("This domain is in the list already"),
  sso_domains_proven: t("Another company has proven this domain. Ask the owner company."),
  scim_users_external: t("Another user has this externalId already"),
  sso_identities_subject: t("This account was linked at the same time. Sign in again."),
  sso_identities_user: t("This account was linked at the same time. Sign in again."),
  passkeys_credential: t("This passkey is in use already"),
  plans_code_taken: t("A plan with this code already exists"),
};

type DatabaseError = { code?: string; constraint?: string; cause?: unknown };

/** PostgreSQL's five-character error code; undefined if the error is not from PostgreSQL. */
export const sqlStateOf = (error: unknown): string | undefined => databaseError(error)?.code;

/** Turns a violation of a listed constraint into a conflict; returns any other error unchanged. */
export function translateViolation(error: unknown): unknown {
  if (error instanceof AppError) return error;
  const refused = databaseError(error);
  const sentence = refused?.constraint ? messages[refused.constraint] : undefined;
  return sentence ? Object.assign(conflict(sentence), { cause: error }) : error;
}

/** Drizzle wraps the driver's error, so this searches the causes. */
function databaseError(error: unknown): DatabaseError | undefined {
  for (
    let at = error as DatabaseError | undefined;
    at && typeof at === "object";
    at = at.cause as DatabaseError | undefined
  ) {
    if (typeof at.code === "string" && /^[0-9A-Z]{5}$/.test(at.code)) return at;
  }
  return undefined;
}
