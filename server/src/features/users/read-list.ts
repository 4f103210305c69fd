import type { BodyOf } from "@intellibox/contract/endpoint";
import { newUserForm, type users as userCalls } from "@intellibox/contract/endpoints/users";
import { type Role, roleName, roles } from "@intellibox/contract/rules/access";
import { maxInvited } from "@intellibox/contract/rules/limits";
import { t } from "@intellibox/contract/text/t";
import { invalid } from "#lib/errors.ts";
import { threaded } from "#lib/threads.ts";
import { and, eq, inArray } from "#db/orm.ts";
import { users } from "#db/tables/users.ts";
import { ownerOf, type Scope } from "#scope.ts";
import { tenantFor } from "./create-user.ts";
import type { TypedPerson } from "./parse-people.ts";

const inThread = threaded<typeof import("./parse-people.ts")>(new URL("./parse-people.ts", import.meta.url));

/** Reads who is to be invited, and says of each line that cannot be used why. Nothing is stored. */
export async function readInvitationList(scope: Scope, { text, tenantId }: BodyOf<typeof userCalls.readList>) {
  const company = tenantFor(scope, tenantId);
  const typed = await inThread("parsePeople", [text], { owner: ownerOf(scope) });
  if (typed.length > maxInvited)
    throw refusedText(
      t("Invite at most {maxInvited} people at a time; these are {count}", { maxInvited, count: typed.length }),
    );
  const read = typed.map((one) => ({ one, ...validated(one) }));
  const known = await scope.tx((tx) =>
    tx
      .select({ email: users.email })
      .from(users)
      .where(
        and(
          eq(users.tenantId, company),
          inArray(
            users.email,
            read.flatMap(({ person }) => person?.email ?? []),
          ),
        ),
      ),
  );
  const taken = new Set(known.map(({ email }) => email));
  const seen = new Set<string>();
  const people: { line: number; name: string; email: string; roleCode: Role }[] = [];
  const refused: { line: number; text: string; reason: string }[] = [];
  for (const { one, person, reason } of read) {
    const why = reason ?? (person && problemOf(person.email, { taken, seen }));
    if (person && !why) people.push({ line: one.line, ...person });
    else refused.push({ line: one.line, text: (one.email || one.name).slice(0, 100), reason: why ?? "" });
    if (person) seen.add(person.email);
  }
  return { people, refused };
}

const problemOf = (email: string, { taken, seen }: { taken: Set<string>; seen: Set<string> }) => {
  if (taken.has(email)) return t("Has an account already");
  return seen.has(email) ? t("Is in the list twice") : undefined;
};

function validated({ name, email, role }: TypedPerson): { person?: Invited; reason?: string } {
  const roleCode = roleOf(role);
  if (!roleCode) return { reason: t("The role is not known: {role}", { role: role.slice(0, 40) }) };
  const checked = newUserForm.pick({ name: true, email: true }).safeParse({ name: name || nameOf(email), email });
  if (checked.success) return { person: { ...checked.data, roleCode } };
  return { reason: checked.error.issues[0]?.message ?? t("The line could not be read") };
}
type Invited = { name: string; email: string; roleCode: Role };

/** By its code or by its name on screens. A blank one is a member. */
const roleOf = (typed: string): Role | undefined => {
  const plain = typed.trim().toLowerCase();
  if (!plain) return "NORMAL_USER";
  return roles.find((role) => role.toLowerCase() === plain || roleName(role).toLowerCase() === plain);
};

/** "meera.iyer@acme.test" is Meera Iyer, until she says otherwise. */
const nameOf = (email: string) =>
  (email.split("@")[0] ?? "")
    .split(/[._-]+/)
    .filter(Boolean)
    .map((part) => part.slice(0, 1).toUpperCase() + part.slice(1))
    .join(" ");

const refusedText = (message: string) => invalid(message, { text: message });
