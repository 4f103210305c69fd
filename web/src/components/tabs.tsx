import { Tabs as Base } from "@base-ui/react/tabs";
import type { ReactNode } from "react";
import { classNames } from "#lib/class-names.ts";

export type Tab<Value extends string> = { value: Value; label: ReactNode; panel: ReactNode };

type TabsProps<Value extends string> = {
  label: string;
  tabs: readonly Tab<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  /** Keeps a hidden panel's state (a half-filled form) instead of forgetting it. */
  keepPanels?: boolean;
  className?: string;
  listClass?: string;
  panelClass?: string;
};

/** Page tabs with an underline that slides. */
export function Tabs<Value extends string>(props: TabsProps<Value>) {
  const { label, tabs, value, onChange, keepPanels = false, className, listClass, panelClass } = props;
  return (
    <Base.Root value={value} onValueChange={(chosen) => onChange(chosen as Value)} className={className}>
      <Base.List
        aria-label={label}
        activateOnFocus
        className={classNames(
          "relative flex shrink-0 gap-5 overflow-x-auto border-b border-line px-4 [scrollbar-width:none] md:px-5",
          listClass,
        )}
      >
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            className="h-10 shrink-0 rounded-item text-sm font-medium whitespace-nowrap text-text-3 hover:text-text focus-visible:-outline-offset-2 data-active:text-text pointer-coarse:h-12"
          >
            {tab.label}
          </Base.Tab>
        ))}
        <Base.Indicator className="absolute bottom-0 left-0 h-0.5 w-(--active-tab-width) translate-x-(--active-tab-left) rounded-full bg-accent transition-[translate,width] duration-180" />
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel
          key={tab.value}
          value={tab.value}
          keepMounted={keepPanels}
          className={classNames("outline-offset-[-2px]", panelClass)}
        >
          {tab.panel}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
