import { inbox } from "@intellibox/contract/endpoints/inbox";
import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { LayoutTemplate, Mail, Search, UserRound } from "lucide-react";
import type { Command } from "#lib/hooks/shortcuts.ts";
import { useDebouncedValue } from "#lib/hooks/use-debounced-value.ts";
import { call } from "#lib/http/api.ts";
import { matchingTemplates } from "#lib/matching-templates.ts";
import { useNavigate } from "#lib/router/router.tsx";
import { timeZone } from "#lib/time-zone.ts";
import { useLoadedPeople } from "#api/known-people.ts";
import { templatesQuery } from "#api/templates.ts";

/** An entry of the palette: a command, or something found by the typed text. */
export type PaletteItem = Command & {
  id: string;
  /** Says more about it, beside its name. */
  hint?: string;
  /** Found by the server or in the address book: the palette does not filter it again. */
  isFound?: boolean;
};

const most = 5;
const icon = "size-4";

/** The mail and the people that the typed text finds. */
export function usePaletteFinds(search: string) {
  const navigate = useNavigate();
  const q = useDebouncedValue(search, 200);
  const isLongEnough = q.length > 1;
  const mail = useQuery({
    queryKey: ["palette", q],
    queryFn: ({ signal }) =>
      call(inbox.threads, { query: { q, group: "thread", limit: most, timeZone: timeZone() } }, { signal }),
    enabled: isLongEnough,
    retry: false,
  });
  const people = useLoadedPeople();
  const templates = useQuery({ ...templatesQuery, retry: false }).data ?? [];
  const searchAll = (text: string) => void navigate(`/inbox?${new URLSearchParams({ q: text })}`);
  const wanted = search.toLowerCase();
  if (!search) return { items: [], isSearching: false, hasFailed: false, hasNone: false };

  const group = t("Mail");
  const hits = q === search && isLongEnough ? (mail.data?.items ?? []).slice(0, most) : [];
  const known = people
    .filter(({ name, address }) => `${name} ${address}`.toLowerCase().includes(wanted))
    .slice(0, most);
  const texts = matchingTemplates(templates, search, most);
  const items: PaletteItem[] = [
    {
      ...{ id: "search", group, isFound: true, label: t("Search mail for “{search}”", { search }) },
      ...{ icon: <Search className={icon} />, run: () => searchAll(search) },
    },
    ...hits.map(
      ({ id, subject, fromName, from }): PaletteItem => ({
        ...{ id, group, isFound: true, label: subject || t("(no subject)"), hint: fromName || from },
        icon: <Mail className={icon} />,
        run: () => void navigate(`/inbox?${new URLSearchParams({ message: id })}`),
      }),
    ),
    ...texts.map(
      ({ id, name, isShared }): PaletteItem => ({
        ...{ id: `template ${id}`, group: t("Templates"), isFound: true },
        ...{ label: t("Write from template “{name}”", { name }), ...(isShared && { hint: t("Company") }) },
        icon: <LayoutTemplate className={icon} />,
        run: () => void navigate(`/compose?${new URLSearchParams({ template: id })}`),
      }),
    ),
    ...known.map(
      ({ name, address }): PaletteItem => ({
        ...{ id: `person ${address}`, group: t("People"), isFound: true, label: name || address },
        ...(name && { hint: address }),
        icon: <UserRound className={icon} />,
        run: () => searchAll(`from:${address}`),
      }),
    ),
  ];
  return {
    items,
    isSearching: search.length > 1 && (q !== search || mail.isFetching),
    hasFailed: mail.isError && q === search,
    hasNone: search.length > 1 && q === search && mail.data?.items.length === 0 && known.length === 0,
  };
}
