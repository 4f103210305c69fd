import { t } from "@intellibox/contract/text/t";
import { formatLocale } from "@intellibox/contract/text/translator";
import { Search } from "lucide-react";
import { useState } from "react";
import { listed } from "#lib/format.ts";
import { turnSingleKeys, useAllCommands, useSingleKeysOn } from "#lib/hooks/shortcuts.ts";
import { once } from "#lib/once.ts";
import { Switch } from "#components/ui/checkbox.tsx";
import { controlClass } from "#components/ui/field.tsx";
import { KeyCaps } from "#components/ui/key-cap.tsx";
import { Modal } from "#components/ui/modal.tsx";
import { allShortcuts } from "./shortcut-catalogue.ts";

const together = once(() => new Intl.ListFormat(formatLocale()));
/** "g, i" for two keys in sequence, "shift and x" for two together. */
const spokenKeys = (keys: string) => listed(keys.split(" ").map((step) => together().format(step.split("+"))));

/** All keyboard shortcuts, found by typing, and the switch that turns single-key shortcuts off. */
export function ShortcutList({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState("");
  const wanted = typed.trim().toLowerCase();
  const found = allShortcuts(useAllCommands()).filter(
    ({ label, group, keys }) => `${label} ${group}`.toLowerCase().includes(wanted) || keys === wanted,
  );
  const groups = [...Map.groupBy(found, ({ group }) => group)];
  const isOn = useSingleKeysOn();
  return (
    <Modal title={t("Keyboard shortcuts")} onClose={onClose} width="md">
      <div className="relative mb-4">
        <Search
          className="pointer-events-none absolute top-1/2 start-3 size-4 -translate-y-1/2 text-text-3"
          aria-hidden="true"
        />
        <input
          type="text"
          aria-label={t("Find a shortcut")}
          placeholder={t("Find a shortcut")}
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          className={`h-input w-full pe-3 ps-9 ${controlClass}`}
        />
      </div>
      <Switch
        label={t("Single-key shortcuts")}
        hint={t("Turn them off if they get in the way of your voice control or assistive tool.")}
        checked={isOn}
        onChange={(event) => turnSingleKeys(event.target.checked)}
        className="mb-5"
      />
      <p role="status" className={found.length > 0 ? "sr-only" : "text-sm text-text-2"}>
        {found.length > 0
          ? wanted && t("{count, plural, one {# shortcut} other {# shortcuts}}", { count: found.length })
          : t("No shortcut has these words.")}
      </p>
      <div className="gap-x-10 sm:columns-2">
        {groups.map(([group, list]) => (
          <section key={group} className="mb-6">
            <h3 className="mb-1 text-xs font-medium text-text-3">{group}</h3>
            <dl>
              {list.map(({ label, keys }) => (
                <div
                  key={`${keys} ${label}`}
                  className="flex min-h-8 break-inside-avoid items-center justify-between gap-4 text-sm"
                >
                  <dt className="text-text-2">{label}</dt>
                  <dd>
                    <KeyCaps keys={keys} />
                    <span className="sr-only">{spokenKeys(keys)}</span>
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Modal>
  );
}
