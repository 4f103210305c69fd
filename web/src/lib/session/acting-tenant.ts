/** The company that a super admin acts for. Stored, announced to the page, and cleared at sign-out. */
import { t } from "@intellibox/contract/text/t";
import { useSyncExternalStore } from "react";
import { textEntry } from "../storage.ts";
import type { Session } from "./session.ts";

export type TenantOption = { id: string; name: string };

const eventName = "act-tenant-changed";
const idEntry = textEntry("actTenantId");
const nameEntry = textEntry("actTenantName");

let current = read();

export const actingTenant = () => current;

/** Stores the choice and dispatches `act-tenant-changed`. The name comes from the list, or is "Company" if it is not there. */
export function actFor(id: string, options: TenantOption[]) {
  const name = options.find((option) => option.id === id)?.name ?? t("Company");
  idEntry.write(id);
  nameEntry.write(name);
  current = { id, name };
  dispatchEvent(new CustomEvent(eventName, { detail: { id, name } }));
}

export function forgetActingTenant() {
  idEntry.clear();
  nameEntry.clear();
  current = null;
}

/** The stored choice, otherwise the user's own tenant, otherwise the first of the list. */
export function defaultActingTenant(options: TenantOption[], ownId: string | undefined): string | undefined {
  const known = (id: string | undefined) => options.find((option) => option.id === id)?.id;
  return known(current?.id) ?? known(ownId) ?? options[0]?.id;
}

export const ownTenantId = ({ tenant, user }: Session) => tenant?._id ?? user.tenantId?._id;

export function watchActingTenant(listener: () => void) {
  addEventListener(eventName, listener);
  return () => removeEventListener(eventName, listener);
}

export const useActingTenant = () => useSyncExternalStore(watchActingTenant, actingTenant);

function read(): TenantOption | null {
  const id = idEntry.read();
  return id ? { id, name: nameEntry.read() || t("Company") } : null;
}
