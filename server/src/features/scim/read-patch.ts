// Reads a PATCH (RFC 7644 3.5.2) in the ways of Entra and Okta: with a path for each attribute, or without one and with an object,
// whose keys may be paths themselves.
import { z } from "zod";
import { readActive, readAddress, readExternalId, readName, type ScimChange } from "./read-user.ts";
import { ScimError } from "./scim-answer.ts";

const operation = z.object({
  op: z
    .string()
    .toLowerCase()
    .pipe(z.enum(["add", "replace", "remove"])),
  path: z.string().max(300).nullish(),
  value: z.unknown().optional(),
});
const patchShape = z.object({ Operations: z.array(operation).min(1).max(100) });

/** `name` is the user's present name, of which a directory may change a part. */
export function readPatch(body: unknown, { name }: { name: string }): ScimChange {
  const parsed = patchShape.safeParse(body);
  if (!parsed.success) throw new ScimError(400, "Operations are missing or not valid", "invalidSyntax");
  const at = name.lastIndexOf(" ");
  const parts = { given: at > 0 ? name.slice(0, at) : name, family: at > 0 ? name.slice(at + 1) : "" };
  const change: ScimChange = {};
  for (const { op, path, value } of parsed.data.Operations) {
    if (path) set(change, parts, path, op === "remove" ? null : value);
    else if (op === "remove") throw new ScimError(400, "A removal needs a path", "invalidPath");
    else if (typeof value !== "object" || value === null || Array.isArray(value))
      throw new ScimError(400, "An operation without a path needs an object", "invalidValue");
    else for (const [key, one] of Object.entries(value)) set(change, parts, key, one);
  }
  return change;
}

type NameParts = { given: string; family: string };

const core = /^urn:ietf:params:scim:schemas:core:2\.0:user:/i;
const textOf = (value: unknown) => (typeof value === "string" ? value.trim() : "");

function set(change: ScimChange, parts: NameParts, path: string, value: unknown) {
  switch (path.replace(core, "").toLowerCase()) {
    case "active":
      change.isActive = readActive(value);
      break;
    case "username":
      change.userName = readAddress(value);
      break;
    case "externalid":
      change.externalId = readExternalId(value);
      break;
    case "displayname":
    case "name.formatted":
      if (textOf(value)) change.name = readName(value);
      break;
    case "name.givenname":
      parts.given = textOf(value);
      change.name = readName(`${parts.given} ${parts.family}`);
      break;
    case "name.familyname":
      parts.family = textOf(value);
      change.name = readName(`${parts.given} ${parts.family}`);
      break;
    case "name":
      if (typeof value === "object" && value !== null)
        for (const [key, one] of Object.entries(value)) set(change, parts, `name.${key}`, one);
      break;
    // Titles, phones, managers: this program has no place for them.
  }
}
