import type { Role } from "@intellibox/contract/rules/access";
import type { MailboxColor } from "@intellibox/contract/rules/mailbox-settings";
import type { FurtherMailbox } from "#features/local-mail/deliver.ts";

export const demoPassword = "intellibox-demo";

const address = (line1: string, city: string, state: string, pin: string) => ({
  line1,
  line2: "",
  city,
  state,
  pin,
  country: "India",
});

export const demoTenants = [
  { code: "OWNER", name: "Intellibox", slug: "intellibox", isOwner: true, plan: "ENTERPRISE", contactEmail: "owner@intellibox.test", contactPhone: "+91 80 4000 1000", gstNumber: "29AAACI1234F1Z5", address: address("12 Residency Road", "Bengaluru", "Karnataka", "560025") },
  { code: "ACME", name: "Acme Traders", slug: "acme-traders", isOwner: false, plan: "GROWTH", contactEmail: "admin@acme.test", contactPhone: "+91 22 4000 2000", gstNumber: "27AAACA5678K1Z2", address: address("Unit 4, Mill Compound", "Mumbai", "Maharashtra", "400013") },
  { code: "GLOBEX", name: "Globex India", slug: "globex-india", isOwner: false, plan: "STARTER", contactEmail: "admin@globex.test", contactPhone: "+91 44 4000 3000", gstNumber: "33AAACG9012M1Z8", address: address("88 Mount Road", "Chennai", "Tamil Nadu", "600002") },
]; // biome-ignore format: a table reads better in rows

type DemoPerson = { company: string; name: string; email: string; roleCode: Role };

export const demoPeople: DemoPerson[] = [
  { company: "OWNER", name: "Aarav Mehta", email: "owner@intellibox.test", roleCode: "SUPER_ADMIN" },
  { company: "ACME", name: "Priya Nair", email: "admin@acme.test", roleCode: "ADMIN" },
  { company: "ACME", name: "Rohan Desai", email: "user@acme.test", roleCode: "NORMAL_USER" },
  { company: "GLOBEX", name: "Kavya Rao", email: "admin@globex.test", roleCode: "ADMIN" },
  { company: "GLOBEX", name: "Arjun Iyer", email: "user@globex.test", roleCode: "NORMAL_USER" },
];

/** Addresses that the admins of the demo's companies have beside their own. */
export const demoMailboxes: (FurtherMailbox & { name: string; color: MailboxColor })[] = [
  { email: "sales@acme.test", owner: "admin@acme.test", folder: "sales", name: "Sales", color: "orange" },
  { email: "accounts@acme.test", owner: "admin@acme.test", folder: "accounts", name: "Accounts", color: "green" },
  { email: "sales@globex.test", owner: "admin@globex.test", folder: "sales", name: "Sales", color: "purple" },
];
