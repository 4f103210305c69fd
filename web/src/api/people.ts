import { people } from "@intellibox/contract/endpoints/people";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { call } from "#lib/http/api.ts";

const knownPeopleQuery = queryOptions({
  queryKey: ["people"],
  queryFn: ({ signal }) => call(people.complete, { query: {} }, { signal }),
  staleTime: 5 * 60_000,
  retry: false,
});

/** People for the completion of recipients. It is optional: if they cannot be loaded, there are none. */
export const useKnownPeople = () => useQuery(knownPeopleQuery).data?.items;
