import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { Link } from "#lib/router/link.tsx";
import { addressFactsQuery } from "#api/people.ts";
import { Skeleton } from "#components/ui/async-states.tsx";
import { buttonClass } from "#components/ui/button.tsx";

/** The known facts about a sender, with links to the contact and to the sender's mail. */
export function SenderCard({ name, address }: { name: string; address: string }) {
  const { data, isPending } = useQuery(addressFactsQuery(address));
  const person = data?.at(0);
  const about = [person?.jobTitle, person?.company].filter(Boolean).join(" · ");
  return (
    <div className="flex w-72 max-w-full flex-col gap-3 p-4 text-sm">
      <div>
        <p dir="auto" className="font-semibold [overflow-wrap:anywhere] text-text">
          {person?.name || name || address}
        </p>
        <p className="[overflow-wrap:anywhere] text-text-2">{address}</p>
        {about && (
          <p dir="auto" className="text-text-3">
            {about}
          </p>
        )}
        {person?.phone && <p className="text-text-3">{person.phone}</p>}
      </div>
      {isPending ? (
        <Skeleton className="h-7" />
      ) : (
        <div className="flex flex-wrap gap-2">
          {person && (
            <Link to={`/people/${person.personId}`} className={buttonClass({ size: "sm" })}>
              {t("Open card")}
            </Link>
          )}
          <Link to={`/inbox?${new URLSearchParams({ q: `from:${address}` })}`} className={buttonClass({ size: "sm" })}>
            {t("All mail")}
          </Link>
        </div>
      )}
    </div>
  );
}
