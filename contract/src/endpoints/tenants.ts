import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { byId, code, done, emailAddress, id, instant, line, listQuery, pageOf, requiredLine } from "../fields.ts";
import { tenantStatuses } from "../rules/choices.ts";
import { maxSlugLength } from "../rules/slug.ts";
import { t } from "../text/t.ts";

export const defaultCountry = "India";

const addressLine = (what: string) => line(what, 200);
const addressFields = {
  line1: addressLine(t("Address line 1")),
  line2: addressLine(t("Address line 2")),
  city: addressLine(t("City")),
  state: addressLine(t("State")),
  pin: line(t("PIN"), 20),
  country: addressLine(t("Country")),
};
const address = z.object(addressFields);

/** Fields that an ADMIN may change in their own company. */
const ownFields = {
  name: requiredLine(t("Name")),
  contactEmail: z.union([z.literal(""), emailAddress], t("Enter a valid email address")),
  contactPhone: line(t("Contact phone"), 40),
};
/** Fields that only a super admin may change. */
const managedFields = {
  /** If blank, it is derived from the name. */
  slug: line(t("Slug"), maxSlugLength),
  gstNumber: line(t("GST number"), 30).toUpperCase(),
  status: z.enum(tenantStatuses),
  isOwner: z.boolean(),
  planId: z.union([id, z.literal("").transform(() => null)]).nullable(),
};

export const tenant = z.object({
  _id: id,
  code: z.string(),
  name: z.string(),
  slug: z.string(),
  gstNumber: z.string(),
  contactEmail: z.string(),
  contactPhone: z.string(),
  status: z.enum(tenantStatuses),
  isOwner: z.boolean(),
  address,
  planId: id.nullable(),
  createdAt: instant,
  /** If it is not 0, deleting the company requires its code. */
  userCount: z.number().int(),
});
export type Tenant = z.output<typeof tenant>;

export const tenantOption = z.object({ id, name: z.string(), slug: z.string() });

export const newTenantForm = z.strictObject({
  code,
  name: ownFields.name,
  slug: managedFields.slug.default(""),
  gstNumber: managedFields.gstNumber.default(""),
  contactEmail: ownFields.contactEmail.default(""),
  contactPhone: ownFields.contactPhone.default(""),
  status: managedFields.status.default("Active"),
  isOwner: managedFields.isOwner.default(false),
  address: z
    .strictObject({
      line1: addressFields.line1.default(""),
      line2: addressFields.line2.default(""),
      city: addressFields.city.default(""),
      state: addressFields.state.default(""),
      pin: addressFields.pin.default(""),
      country: addressFields.country.default(defaultCountry),
    })
    .prefault({}),
  planId: managedFields.planId.default(null),
});

/** Absent fields stay unchanged. The code may be sent, but not changed. An ADMIN may change only name, contacts and address. */
export const tenantForm = z
  .strictObject({ code, ...ownFields, ...managedFields, address: z.strictObject(addressFields).partial() })
  .partial();

export const tenants = {
  list: endpoint({
    method: "GET",
    path: "/tenants",
    access: "admin",
    tenancy: "platform",
    summary: "List companies: a page, or all as options if neither `page` nor `limit` is given",
    query: listQuery(["code", "name", "slug", "status", "contactEmail", "createdAt"])
      .extend({ status: z.enum(tenantStatuses).optional() })
      .strict(),
    response: z.union([pageOf(tenant), z.array(tenantOption)]),
  }),
  create: endpoint({
    method: "POST",
    path: "/tenants",
    access: "super-admin",
    tenancy: "platform",
    summary: "Add a company",
    body: newTenantForm,
    response: tenant,
    status: 201,
  }),
  update: endpoint({
    method: "PUT",
    path: "/tenants/{id}",
    access: "admin",
    tenancy: "platform",
    summary: "Change a company; an ADMIN may change name, contacts and address of their own",
    params: byId,
    body: tenantForm,
    response: tenant,
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/tenants/{id}",
    stepUp: true,
    access: "super-admin",
    tenancy: "platform",
    summary: "Delete a company and everything in it; `confirm` must be its code if it has users",
    params: byId,
    query: z.strictObject({ confirm: z.string().trim().max(32).optional() }),
    response: done,
  }),
};
