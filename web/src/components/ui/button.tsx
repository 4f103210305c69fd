import { LoaderCircle } from "lucide-react";
import type { ComponentProps, MouseEvent, ReactNode } from "react";
import { classNames } from "#lib/class-names.ts";

const variants = {
  primary: "bg-accent text-white not-aria-disabled:hover:bg-accent-hover shadow-raised",
  ai: "bg-ai-button text-white not-aria-disabled:hover:brightness-110 shadow-raised",
  secondary:
    "bg-surface text-text border border-line-strong not-aria-disabled:hover:bg-hover not-aria-disabled:active:bg-active",
  ghost:
    "text-text-2 not-aria-disabled:hover:bg-hover not-aria-disabled:hover:text-text not-aria-disabled:active:bg-active",
  danger: "bg-bad-solid text-white not-aria-disabled:hover:brightness-110 shadow-raised",
  "danger-ghost": "text-bad not-aria-disabled:hover:bg-bad-bg",
};
const sizes = {
  sm: "h-7 px-2.5 text-xs pointer-coarse:h-10 pointer-coarse:px-3",
  md: "h-control px-3 text-sm",
  /** As high as an input, for a button beside one. */
  field: "h-input px-3 text-sm",
  lg: "h-main px-4 text-base",
  icon: "size-control",
  "icon-sm": "size-7 pointer-coarse:size-11",
};

export type ButtonLook = { variant?: keyof typeof variants; size?: keyof typeof sizes };

/** For links that look like buttons. */
export const buttonClass = ({ variant = "secondary", size = "md" }: ButtonLook = {}) =>
  classNames(
    "inline-flex shrink-0 items-center justify-center gap-2 rounded-control font-medium whitespace-nowrap select-none",
    "transition-[background-color,filter,color] aria-disabled:opacity-55 aria-disabled:cursor-default [&_svg]:shrink-0",
    variants[variant],
    sizes[size],
  );

export type ButtonProps = Omit<ComponentProps<"button">, "disabled"> &
  ButtonLook & {
    icon?: ReactNode;
    /** While true, the button keeps its focus and its width and ignores clicks. */
    busy?: boolean;
    busyLabel?: ReactNode;
    disabled?: boolean;
  };

export function Button(props: ButtonProps) {
  const {
    variant,
    size,
    icon,
    busy = false,
    busyLabel,
    disabled = false,
    children,
    className,
    onClick,
    ...rest
  } = props;
  const isOff = busy || disabled;

  const press = (event: MouseEvent<HTMLButtonElement>) => {
    // `aria-disabled` instead of `disabled`: a disabled button loses the focus, which sends keyboard users to the top of the page.
    if (isOff) event.preventDefault();
    else onClick?.(event);
  };

  return (
    <button
      type="button"
      {...rest}
      onClick={press}
      aria-disabled={isOff || undefined}
      aria-busy={busy || undefined}
      className={classNames(buttonClass({ variant, size }), className)}
    >
      {busy ? <LoaderCircle className="size-4 animate-[turn_0.8s_linear_infinite]" aria-hidden="true" /> : icon}
      {children && <Label busy={busy} busyLabel={busyLabel} label={children} />}
    </button>
  );
}

function Label({ busy, busyLabel, label }: { busy: boolean; busyLabel: ReactNode; label: ReactNode }) {
  if (!busyLabel) return label;
  return (
    <span className="grid *:[grid-area:1/1]">
      <span className={busy ? "invisible" : ""}>{label}</span>
      <span className={busy ? "" : "invisible"}>{busyLabel}</span>
    </span>
  );
}

/** A button with an icon only. `label` is its accessible name; the caller adds a tooltip. */
export function IconButton({ label, ...props }: Omit<ButtonProps, "children" | "aria-label"> & { label: string }) {
  return <Button variant="ghost" size="icon" {...props} aria-label={label} />;
}
