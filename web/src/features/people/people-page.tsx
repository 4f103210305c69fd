import { useLocation } from "#lib/router/router.tsx";
import { PeopleList } from "./people-list.tsx";
import { PersonPage } from "./person-page.tsx";

/** The list of people, or the card of the person that the address names. */
export function PeoplePage() {
  const [, , id] = useLocation().pathname.split("/");
  return id ? <PersonPage key={id} id={id} /> : <PeopleList />;
}
