import { AppError, conflict } from "#lib/errors.ts";

/** What the database refused, in words for the person who asked. A constraint that is not listed is a bug, and says so in the log. */
const sentences: Record<string, string> = {
  users_email_in_company: "A user with this email already exists",
  tenants_code_taken: "A company with this code already exists",
  tenants_slug_taken: "A company with this slug already exists",
  tenants_one_owner: "There is an owner company already",
  tenants_owner_active: "The owner company cannot be suspended",
  tenants_plan_id_plans_id_fk: "This plan is in use by a company",
  plans_code_taken: "A plan with this code already exists",
};

type DatabaseError = { code?: string; constraint?: string; cause?: unknown };

/** The five characters by which PostgreSQL says what went wrong; undefined where it was not PostgreSQL. */
export const sqlStateOf = (error: unknown): string | undefined => databaseError(error)?.code;

/** A unique, foreign-key or check violation becomes a conflict; anything else passes unchanged. */
export function translateViolation(error: unknown): unknown {
  if (error instanceof AppError) return error;
  const refused = databaseError(error);
  const sentence = refused?.constraint ? sentences[refused.constraint] : undefined;
  return sentence ? Object.assign(conflict(sentence), { cause: error }) : error;
}

/** Drizzle wraps what the driver threw, so the driver's own error is looked for among the causes. */
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
