import { t } from "@intellibox/contract/text/t";
import { notFound } from "#lib/errors.ts";
import type { Tx } from "./fence.ts";
import { eq } from "./orm.ts";
import { firstOr } from "./rows.ts";
import { tenants } from "./tables/tenants.ts";

/**
 * Serializes changes to the accounts of a company, so that a count of them still holds when it is used. Does not block inserts
 * of rows that refer to the company, such as mail: their foreign keys take FOR KEY SHARE, which NO KEY UPDATE allows.
 */
export const lockTenantAccounts = async (tx: Tx, id: string) =>
  firstOr(
    await tx.select().from(tenants).where(eq(tenants.id, id)).for("no key update"),
    notFound(t("Company not found")),
  );

/**
 * For a change or removal of the company itself. Also blocks inserts of rows that refer to it: none can come between the count
 * of its users and its removal, and a change of its unique slug need not upgrade the lock.
 */
export const lockTenantRow = async (tx: Tx, id: string) =>
  firstOr(await tx.select().from(tenants).where(eq(tenants.id, id)).for("update"), notFound(t("Company not found")));
