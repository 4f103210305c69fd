// The capabilities and schemas of this SCIM service (RFC 7643 5 to 7). Directories read them before they begin.
import { scimPath } from "@intellibox/contract/rules/sso";

export const userSchema = "urn:ietf:params:scim:schemas:core:2.0:User";
export const listSchema = "urn:ietf:params:scim:api:messages:2.0:ListResponse";
export const mostUsers = 200;

const no = { supported: false };

export const serviceProviderConfig = (base: string) => ({
  schemas: ["urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig"],
  patch: { supported: true },
  bulk: { ...no, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: mostUsers },
  changePassword: no,
  sort: no,
  etag: no,
  authenticationSchemes: [
    { type: "oauthbearertoken", name: "Bearer token", description: "The token of Settings, Security", primary: true },
  ],
  meta: { resourceType: "ServiceProviderConfig", location: `${base}${scimPath}/ServiceProviderConfig` },
});

export const resourceTypes = (base: string) => [
  {
    schemas: ["urn:ietf:params:scim:schemas:core:2.0:ResourceType"],
    ...{ id: "User", name: "User", endpoint: "/Users", description: "A person of the company", schema: userSchema },
    meta: { resourceType: "ResourceType", location: `${base}${scimPath}/ResourceTypes/User` },
  },
];

const attribute = (name: string, more: object = {}) => ({
  ...{ name, type: "string", multiValued: false, required: false, caseExact: false },
  ...{ mutability: "readWrite", returned: "default", uniqueness: "none" },
  ...more,
});

export const schemas = (base: string) => [
  {
    schemas: ["urn:ietf:params:scim:schemas:core:2.0:Schema"],
    ...{ id: userSchema, name: "User", description: "A person of the company" },
    attributes: [
      attribute("userName", { required: true, uniqueness: "server", mutability: "immutable" }),
      attribute("displayName"),
      attribute("name", {
        type: "complex",
        subAttributes: ["formatted", "givenName", "familyName"].map((name) => attribute(name)),
      }),
      attribute("emails", {
        ...{ type: "complex", multiValued: true, mutability: "readOnly" },
        subAttributes: [attribute("value"), attribute("type"), attribute("primary", { type: "boolean" })],
      }),
      attribute("active", { type: "boolean" }),
    ],
    meta: { resourceType: "Schema", location: `${base}${scimPath}/Schemas/${userSchema}` },
  },
];

export const listOf = (resources: object[], { total = resources.length, startIndex = 1 } = {}) => ({
  schemas: [listSchema],
  ...{ totalResults: total, startIndex, itemsPerPage: resources.length },
  Resources: resources,
});
