import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { classNames } from "#lib/class-names.ts";

type Choice<Value extends string> = { value: Value; label: ReactNode };
export type Tab<Value extends string> = Choice<Value> & { panel: ReactNode };

type TabListProps<Value extends string> = {
  label: string;
  tabs: readonly Choice<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  /** The ids that link each tab to its panel; absent if the tabs have no panels. */
  idsOf?: (value: Value) => { tab: string; panel: string };
  className?: string;
  tabClass?: string;
  /** Underlines the chosen tab. */
  hasLine?: boolean;
};

/**
 * Tabs as in the ARIA guide: one Tab stop, arrow keys wrap around, Home and End go to the ends, and the focused tab is selected.
 */
export function TabList<Value extends string>(props: TabListProps<Value>) {
  const { label, tabs, value, onChange, idsOf, className, tabClass, hasLine = false } = props;
  const list = useRef<HTMLDivElement>(null);
  const before = useRef(value);
  const elementOf = (name: Value) => list.current?.querySelector<HTMLElement>(`[data-tab="${name}"]`);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `elementOf` only queries the DOM, so an older copy does the same
  useLayoutEffect(() => {
    const chosen = elementOf(value);
    const last = elementOf(before.current);
    before.current = value;
    // A narrow screen shows only some of the tabs.
    chosen?.scrollIntoView({ block: "nearest", inline: "nearest" });
    if (chosen && last && chosen !== last) slideLine(last, chosen);
  }, [value]);

  const press = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const at = tabs.findIndex((tab) => tab.value === value);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
    const next = to === undefined ? undefined : tabs.at(to % tabs.length);
    if (!next) return;
    event.preventDefault();
    elementOf(next.value)?.focus();
    if (next.value !== value) onChange(next.value);
  };
  return (
    <div ref={list} role="tablist" aria-label={label} className={classNames("relative", className)}>
      {tabs.map((tab) => {
        const isChosen = tab.value === value;
        const ids = idsOf?.(tab.value);
        return (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={ids?.tab}
            data-tab={tab.value}
            aria-selected={isChosen}
            // The panels of the other tabs are not in the page.
            aria-controls={isChosen ? ids?.panel : undefined}
            tabIndex={isChosen ? 0 : -1}
            onClick={() => isChosen || onChange(tab.value)}
            onKeyDown={press}
            className={classNames("relative shrink-0 whitespace-nowrap focus-visible:-outline-offset-2", tabClass)}
          >
            {tab.label}
            {hasLine && isChosen && (
              <span data-line className="absolute inset-x-0 bottom-0 h-0.5 origin-left rounded-full bg-accent" />
            )}
          </button>
        );
      })}
    </div>
  );
}

/** Slides the line from the last tab. The line is a child of its tab, so drawing it needs no measuring. */
function slideLine(from: HTMLElement, to: HTMLElement) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const shift = from.offsetLeft - to.offsetLeft;
  const scale = from.offsetWidth / Math.max(1, to.offsetWidth);
  to.querySelector("[data-line]")?.animate([{ transform: `translateX(${shift}px) scaleX(${scale})` }, {}], {
    duration: 180,
    easing: "cubic-bezier(0.2, 0.8, 0.2, 1)",
  });
}

type TabsProps<Value extends string> = {
  label: string;
  tabs: readonly Tab<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  /** Keeps hidden panels mounted, and with them their state (a half-filled form). */
  keepPanels?: boolean;
  className?: string;
  listClass?: string;
  panelClass?: string;
  /** A link, button or note at the right end of the tabs' line. */
  aside?: ReactNode;
  /** Smaller, for tabs that are used rarely. */
  isQuiet?: boolean;
};

/** Page tabs and the panel of the selected one. */
export function Tabs<Value extends string>(props: TabsProps<Value>) {
  const { label, tabs, value, onChange, keepPanels = false, className, listClass, panelClass, aside, isQuiet } = props;
  const id = useId();
  const idsOf = (name: Value) => ({ tab: `${id}-tab-${name}`, panel: `${id}-panel-${name}` });
  const panels = tabs.filter((tab) => keepPanels || tab.value === value);
  const list = (
    <TabList
      label={label}
      tabs={tabs}
      value={value}
      onChange={onChange}
      idsOf={idsOf}
      hasLine
      className={classNames(
        isQuiet ? "gap-4" : "gap-5",
        "flex overflow-x-auto px-4 [scrollbar-width:none] md:px-5",
        aside ? "min-w-0" : classNames("shrink-0 border-b border-line", listClass),
      )}
      tabClass={classNames(
        "rounded-item text-text-3 hover:text-text aria-selected:text-text pointer-coarse:h-12",
        isQuiet ? "h-8 text-xs aria-selected:font-medium" : "h-10 text-sm font-medium",
      )}
    />
  );
  return (
    <div className={className}>
      {aside ? (
        <div
          className={classNames(
            "flex shrink-0 items-center justify-between gap-3 border-b border-line pe-4 md:pe-5",
            listClass,
          )}
        >
          {list}
          {aside}
        </div>
      ) : (
        list
      )}
      {panels.map((tab) => (
        <div
          key={tab.value}
          role="tabpanel"
          id={idsOf(tab.value).panel}
          aria-labelledby={idsOf(tab.value).tab}
          hidden={tab.value !== value}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the Tab stop after its tab, whatever it contains (ARIA guide)
          tabIndex={0}
          className={classNames("outline-offset-[-2px]", panelClass)}
        >
          {tab.panel}
        </div>
      ))}
    </div>
  );
}
