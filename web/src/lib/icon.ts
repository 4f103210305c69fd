import { type ComponentProps, createElement } from "react";

type IconProps = ComponentProps<"svg"> & { size?: number | string };
/** A path is its `d`; another shape is its tag with its attributes. */
type IconPart = string | [tag: string, attributes: Record<string, string>];

/**
 * An icon of Lucide. The build writes Lucide's icons as calls of this function, without the parts of Lucide that this app does not
 * use: they would be 2 kB of the login page and a third of every icon.
 */
export function icon(name: string, ...parts: IconPart[]) {
  const shapes = parts.map((part, key) =>
    typeof part === "string" ? createElement("path", { key, d: part }) : createElement(part[0], { key, ...part[1] }),
  );
  return ({ className, size = 24, ...props }: IconProps) => {
    const isNamed = Object.keys(props).some((prop) => /^(aria-|role$|title$)/.test(prop));
    return createElement(
      "svg",
      {
        xmlns: "http://www.w3.org/2000/svg",
        width: size,
        height: size,
        viewBox: "0 0 24 24",
        fill: "none",
        stroke: "currentColor",
        strokeWidth: 2,
        strokeLinecap: "round",
        strokeLinejoin: "round",
        className: `lucide lucide-${name} ${className ?? ""}`.trim(),
        ...(!isNamed && { "aria-hidden": "true" }),
        ...props,
      },
      shapes,
    );
  };
}
