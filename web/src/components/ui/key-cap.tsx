const isApple = /Mac|iPhone|iPad/.test(navigator.platform);
const glyphs: Record<string, string> = {
  mod: isApple ? "⌘" : "Ctrl",
  shift: isApple ? "⇧" : "Shift",
  enter: "↵",
  escape: "Esc",
};

/** A shortcut as key caps: "g i" is two keys in sequence, "mod+k" two keys together. */
export function KeyCaps({ keys, className = "" }: { keys: string; className?: string }) {
  const steps = keys.split(" ");
  return (
    <span className={`inline-flex shrink-0 gap-1 ${className}`} aria-hidden="true">
      {steps.map((step) => (
        <kbd
          key={step}
          className="inline-flex h-[18px] min-w-[18px] items-center justify-center rounded-[4px] border border-line-strong bg-surface px-1 font-sans text-2xs font-medium whitespace-nowrap text-text-3"
        >
          {capOf(step)}
        </kbd>
      ))}
    </span>
  );
}

function capOf(step: string) {
  const keys = step.split("+");
  const names = keys.map((key) => glyphs[key] ?? (keys.length > 1 ? key.toUpperCase() : key));
  return names.join(isApple ? "" : " ");
}

/** The value of `aria-keyshortcuts`, which has no notation for sequences. */
export const ariaKeys = (keys: string) =>
  keys.includes(" ") ? undefined : keys.replace("mod", isApple ? "Meta" : "Control").replace("shift", "Shift");
