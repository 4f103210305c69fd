import { t } from "../text/t.ts";

/** Roles and what each may access. */
export const roles = ["NORMAL_USER", "ADMIN", "SUPER_ADMIN"] as const;
export type Role = (typeof roles)[number];

export type Access = "public" | "signed-in" | "admin" | "super-admin";

const rank: Record<Role, number> = { NORMAL_USER: 1, ADMIN: 2, SUPER_ADMIN: 3 };
const needed: Record<Access, number> = { public: 0, "signed-in": 1, admin: 2, "super-admin": 3 };

export const may = (role: Role, access: Access) => rank[role] >= needed[access];

/** The first page of each role after sign-in. */
export const landingPage = (role: Role | undefined) =>
  role === "SUPER_ADMIN" ? "/sa" : role === "ADMIN" ? "/admin" : "/dashboard";

const roleNames: Record<string, string> = {
  NORMAL_USER: t("Member"),
  ADMIN: t("Admin"),
  SUPER_ADMIN: t("Super admin"),
};

/** "SUPER_ADMIN" → "Super admin"; "User" if the role is unknown. */
export const roleName = (role: string | undefined) =>
  (role && Object.hasOwn(roleNames, role) && roleNames[role]) || t("User");

/** The name of the user, otherwise the part of the email before the @, otherwise "User". */
export const displayName = (user: { name?: string | null; email?: string | null } | null | undefined) =>
  user?.name?.trim() || user?.email?.split("@")[0]?.trim() || t("User");
