import { id as idShape } from "@intellibox/contract/fields";
import { scimPath } from "@intellibox/contract/rules/sso";
import { publicUrlOf } from "#lib/public-url.ts";
import { onRaw } from "#http/route.ts";
import { listOf, mostUsers, resourceTypes, schemas, serviceProviderConfig, userSchema } from "./discovery.ts";
import { readFilter } from "./read-filter.ts";
import { readPatch } from "./read-patch.ts";
import { readUser } from "./read-user.ts";
import { noSuchResource, type ScimCall, ScimError, scimHandler } from "./scim-answer.ts";
import { changeScimUser, createScimUser, getScimUser, listScimUsers, type ScimUser } from "./scim-users.ts";

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Public for the frame, because the token is not of a session: `scimHandler` checks it before anything else. */
const route = (method: Method, path: string, run: Parameters<typeof scimHandler>[0]) =>
  onRaw({ method, path: `${scimPath}${path}`, access: "public", perMinute: 1200 }, scimHandler(run));

const baseOf = ({ visitor }: ScimCall) => publicUrlOf(visitor.config);
const params = ({ request }: ScimCall) => request.params as Record<string, string | undefined>;
const query = ({ request }: ScimCall) => request.query as Record<string, string | undefined>;

function userId(call: ScimCall): string {
  const parsed = idShape.safeParse(params(call).id);
  if (!parsed.success) throw noSuchResource();
  return parsed.data;
}

const one = <Item extends { id: string }>(items: Item[], id: string | undefined) => {
  const found = items.find((item) => item.id === id);
  if (!found) throw noSuchResource();
  return { body: found };
};

export const scimRoutes = [
  route("GET", "/ServiceProviderConfig", (call) => ({ body: serviceProviderConfig(baseOf(call)) })),
  route("GET", "/ResourceTypes", (call) => ({ body: listOf(resourceTypes(baseOf(call))) })),
  route("GET", "/ResourceTypes/:id", (call) => one(resourceTypes(baseOf(call)), params(call).id)),
  route("GET", "/Schemas", (call) => ({ body: listOf(schemas(baseOf(call))) })),
  route("GET", "/Schemas/:id", (call) => one(schemas(baseOf(call)), params(call).id)),
  route("GET", "/Users", async (call) => {
    const { filter = "", startIndex: start, count: most } = query(call);
    const startIndex = Math.max(1, wholeNumber(start, 1));
    const count = Math.min(mostUsers, Math.max(0, wholeNumber(most, 100)));
    const { total, items } = await listScimUsers(call, { which: readFilter(String(filter)), startIndex, count });
    return {
      body: listOf(
        items.map((item) => present(call, item)),
        { total, startIndex },
      ),
    };
  }),
  route("POST", "/Users", async (call) => {
    const body = present(call, await createScimUser(call, readUser(call.request.body)));
    return { status: 201, body, headers: { location: body.meta.location } };
  }),
  route("GET", "/Users/:id", async (call) => ({ body: present(call, await getScimUser(call, userId(call))) })),
  route("PUT", "/Users/:id", async (call) => {
    const id = userId(call);
    const given = readUser(call.request.body);
    return { body: present(call, await changeScimUser(call, id, () => given)) };
  }),
  route("PATCH", "/Users/:id", async (call) => {
    const changed = await changeScimUser(call, userId(call), (user) => readPatch(call.request.body, user));
    return { body: present(call, changed) };
  }),
  /** Deactivates. The mail of a person is erased by a person only. */
  route("DELETE", "/Users/:id", async (call) => {
    await changeScimUser(call, userId(call), () => ({ isActive: false }));
    return { status: 204 };
  }),
];

function wholeNumber(text: string | undefined, usual: number): number {
  if (text === undefined) return usual;
  if (!/^-?\d{1,9}$/.test(text)) throw new ScimError(400, "startIndex and count must be whole numbers", "invalidValue");
  return Number(text);
}

function present(call: ScimCall, { user, externalId, updatedAt }: ScimUser) {
  const { id, email, name, status, createdAt } = user;
  const at = name.lastIndexOf(" ");
  const [givenName, familyName] = at > 0 ? [name.slice(0, at), name.slice(at + 1)] : [name, ""];
  return {
    schemas: [userSchema],
    id,
    ...(externalId !== null && { externalId }),
    userName: email,
    displayName: name,
    name: { formatted: name, givenName, familyName },
    emails: [{ value: email, type: "work", primary: true }],
    active: status === "Active",
    meta: {
      resourceType: "User",
      created: createdAt.toISOString(),
      lastModified: (updatedAt ?? createdAt).toISOString(),
      location: `${baseOf(call)}${scimPath}/Users/${id}`,
    },
  };
}
