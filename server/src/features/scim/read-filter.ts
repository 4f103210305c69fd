import { id as idShape } from "@intellibox/contract/fields";
import { eq, type SQL, sql } from "#db/orm.ts";
import { scimUsers } from "#db/tables/sso.ts";
import { users } from "#db/tables/users.ts";
import { ScimError } from "./scim-answer.ts";

/** No two neighbouring parts match the same character, so that no filter makes the expression try for long. */
const shape = /^([\w.:]+(?:\[[^\]"]*"[^\]"]*"\])?(?:\.\w+)?)\s+eq\s+("(?:[^"\\]|\\.)*")$/i;

/** The filters that directories use to find a user before they make one (RFC 7644 3.4.2.2). Undefined: everybody. */
export function readFilter(filter: string): SQL | undefined {
  if (!filter.trim()) return undefined;
  const [, attribute = "", quoted = ""] = shape.exec(filter.trim().slice(0, 1000)) ?? [];
  const value = textOf(quoted);
  switch (attribute.replace(/^urn:ietf:params:scim:schemas:core:2\.0:user:/i, "").toLowerCase()) {
    case "username":
    case "emails.value":
    case 'emails[type eq "work"].value':
      return eq(users.email, value.normalize("NFKC").toLowerCase());
    case "externalid":
      return eq(scimUsers.externalId, value);
    case "id":
      return idShape.safeParse(value).success ? eq(users.id, value.toLowerCase()) : sql`false`;
    default:
      throw new ScimError(400, 'Use a filter such as userName eq "ana@acme.com"', "invalidFilter");
  }
}

function textOf(quoted: string): string {
  try {
    // PostgreSQL cannot store a NUL, so no value has one.
    return String(JSON.parse(quoted || '""')).replaceAll("\0", "");
  } catch {
    throw new ScimError(400, "The value of the filter is not valid", "invalidFilter");
  }
}
