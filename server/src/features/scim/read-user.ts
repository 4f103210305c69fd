// Reads users as directories write them. Attributes that this program does not have are left out, as RFC 7644 3.3 allows.
import { newUserForm } from "@intellibox/contract/endpoints/users";
import { emailAddress } from "@intellibox/contract/fields";
import { z } from "zod";
import { ScimError } from "./scim-answer.ts";

/** The parts of a user that a directory may set. */
export type ScimChange = {
  userName?: string;
  name?: string;
  externalId?: string | null;
  isActive?: boolean;
};

const words = z.string().max(300).nullish();
const userShape = z.object({
  userName: z.string().max(300),
  externalId: z.string().max(300).nullish(),
  displayName: words,
  name: z.object({ formatted: words, givenName: words, familyName: words }).nullish(),
  emails: z
    .array(z.object({ value: words, primary: z.unknown().optional() }))
    .max(50)
    .nullish(),
  active: z.unknown().optional(),
});

/** The body of a POST or a PUT. */
export function readUser(body: unknown): ScimChange & { userName: string } {
  const parsed = userShape.safeParse(body);
  if (!parsed.success)
    throw new ScimError(400, "userName is required, and every attribute needs its type", "invalidValue");
  const { userName, externalId, displayName, name, emails, active } = parsed.data;
  // Some directories have a short name as userName, and the address beside it.
  const written = emails?.find(({ primary }) => primary === true || primary === "true") ?? emails?.[0];
  const address = userName.includes("@") ? userName : (written?.value ?? userName);
  const parts = [name?.givenName, name?.familyName].filter(Boolean).join(" ");
  const shown = displayName || name?.formatted || parts;
  return {
    userName: readAddress(address),
    ...(shown && { name: readName(shown) }),
    ...(externalId !== undefined && { externalId: readExternalId(externalId) }),
    ...(active !== undefined && active !== null && { isActive: readActive(active) }),
  };
}

export function readAddress(value: unknown): string {
  const email = emailAddress.safeParse(value);
  if (!email.success) throw new ScimError(400, "userName must be an email address", "invalidValue");
  return email.data;
}

export function readName(value: unknown): string {
  const name = newUserForm.shape.name.safeParse(value);
  if (!name.success)
    throw new ScimError(400, "The name has characters that are not allowed, or is too long", "invalidValue");
  return name.data;
}

export function readExternalId(value: unknown): string | null {
  if (value === null || value === "") return null;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  if (typeof value !== "string" || value.length > 300 || /[\u0000-\u001f]/.test(value))
    throw new ScimError(400, "externalId must be a text of at most 300 characters", "invalidValue");
  return value;
}

/** Entra sends "True" and "False" as text. */
export function readActive(value: unknown): boolean {
  const text = String(value).toLowerCase();
  if ((typeof value !== "boolean" && typeof value !== "string") || (text !== "true" && text !== "false"))
    throw new ScimError(400, "active must be true or false", "invalidValue");
  return text === "true";
}
