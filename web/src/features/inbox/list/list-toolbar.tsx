import type { ConnectedMailbox } from "@intellibox/contract/endpoints/mailboxes";
import { t } from "@intellibox/contract/text/t";
import { ChevronsUpDown, ListChecks, ListFilter, SlidersHorizontal } from "lucide-react";
import { mailboxName } from "#lib/mail/mailbox-name.ts";
import { IconButton } from "#components/ui/button.tsx";
import { controlClass } from "#components/ui/field.tsx";
import { loadedLater } from "#components/ui/loaded-later.tsx";
import { Tooltip } from "#components/ui/tooltip.tsx";
import type { ListLook } from "./list-look.ts";

/** Its menu is a quarter of the inbox's code. Until it is loaded, its button cannot be pressed. */
const ListLookMenu = loadedLater(
  () => import("./list-look-menu.tsx").then((m) => m.ListLookMenu),
  <IconButton label={t("View")} disabled icon={<SlidersHorizontal className="size-4" aria-hidden="true" />} />,
);

type ListToolbarProps = {
  mailboxes: readonly ConnectedMailbox[];
  mailbox: string;
  onMailbox: (id: string) => void;
  onChoose: () => void;
  look: ListLook;
  onLook: (parts: Partial<ListLook>) => void;
};

/** The mailbox filter, and the buttons to select messages and to change the look of the list. */
export function ListToolbar({ mailboxes, mailbox, onMailbox, onChoose, look, onLook }: ListToolbarProps) {
  return (
    <div className="flex h-12 shrink-0 items-center gap-1.5 border-b border-line px-3 pointer-coarse:h-14">
      <MailboxFilter mailboxes={mailboxes} mailbox={mailbox} onMailbox={onMailbox} />
      <Tooltip text={t("Select messages")} keys="x">
        <IconButton
          label={t("Select messages")}
          icon={<ListChecks className="size-4" aria-hidden="true" />}
          onClick={onChoose}
        />
      </Tooltip>
      <ListLookMenu look={look} onChange={onLook} />
    </div>
  );
}

/** A native select: it opens at once, and each phone shows its own picker. */
function MailboxFilter({
  mailboxes,
  mailbox,
  onMailbox,
}: Pick<ListToolbarProps, "mailboxes" | "mailbox" | "onMailbox">) {
  const icon = "pointer-events-none absolute top-1/2 size-4 -translate-y-1/2 text-text-3";
  return (
    <span className="relative min-w-0 flex-1">
      <ListFilter className={`${icon} start-3`} aria-hidden="true" />
      <select
        aria-label={t("Mailbox")}
        value={mailboxes.some(({ id }) => id === mailbox) ? mailbox : ""}
        onChange={(event) => onMailbox(event.target.value)}
        className={`h-control w-full appearance-none truncate pe-8 ps-9 hover:bg-hover ${controlClass}`}
      >
        <option value="">{t("All mailboxes")}</option>
        {mailboxes.map(({ id, email, provider, name }) => (
          <option key={id} value={id}>
            {mailboxName(email, provider, name)}
          </option>
        ))}
      </select>
      <ChevronsUpDown className={`${icon} end-2.5`} aria-hidden="true" />
    </span>
  );
}
