import { turnSingleKeys, useAllCommands, useSingleKeysOn } from "#lib/hooks/shortcuts.ts";
import { Switch } from "#components/ui/checkbox.tsx";
import { KeyCaps } from "#components/ui/key-cap.tsx";
import { Modal } from "#components/ui/modal.tsx";

/** All keyboard shortcuts, and the switch that turns single-key shortcuts off. */
export function ShortcutList({ onClose }: { onClose: () => void }) {
  const commands = useAllCommands().filter(({ keys }) => keys);
  const groups = [...Map.groupBy(commands, ({ group }) => group)];
  const isOn = useSingleKeysOn();
  return (
    <Modal title="Keyboard shortcuts" onClose={onClose} width="md">
      <Switch
        label="Single-key shortcuts"
        hint="Turn them off if they get in the way of your voice control or assistive tool."
        checked={isOn}
        onChange={(event) => turnSingleKeys(event.target.checked)}
        className="mb-5"
      />
      <div className="grid gap-x-10 gap-y-6 sm:grid-cols-2">
        {groups.map(([group, list]) => (
          <section key={group}>
            <h3 className="mb-1 text-xs font-medium text-text-3">{group}</h3>
            <dl>
              {list.map(({ label, keys = "" }) => (
                <div key={label} className="flex min-h-8 items-center justify-between gap-4 text-sm">
                  <dt className="text-text-2">{label}</dt>
                  <dd>
                    <KeyCaps keys={keys} />
                    <span className="sr-only">{keys.replaceAll("+", " and ").replaceAll(" ", ", ")}</span>
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
