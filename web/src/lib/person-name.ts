import type { ListedPerson } from "@intellibox/contract/endpoints/people";

/** The name that is shown of a person, or else an address. */
export const nameOf = ({ name, addresses }: Pick<ListedPerson, "name" | "addresses">) => name || (addresses[0] ?? "");
