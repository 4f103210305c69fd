export type Side = "top" | "bottom" | "left" | "right";
type Size = { width: number; height: number };
type Box = Size & { left: number; top: number };

const margin = 8;
const opposite: Record<Side, Side> = { top: "bottom", bottom: "top", left: "right", right: "left" };

/** Positions a popup beside its anchor: on the opposite side if the wanted one has no room, and always within the screen. */
export function placeBeside(anchor: Box, size: Size, screen: Size, { side, gap }: { side: Side; gap: number }) {
  const at = (wanted: Side) => spot(anchor, size, wanted, gap);
  const fits = ({ left, top }: { left: number; top: number }) =>
    side === "left" || side === "right"
      ? left >= margin && left + size.width <= screen.width - margin
      : top >= margin && top + size.height <= screen.height - margin;
  const { left, top } = fits(at(side)) || !fits(at(opposite[side])) ? at(side) : at(opposite[side]);
  return { left: within(left, screen.width - size.width), top: within(top, screen.height - size.height) };
}

function spot(anchor: Box, size: Size, side: Side, gap: number) {
  const middle = {
    left: anchor.left + (anchor.width - size.width) / 2,
    top: anchor.top + (anchor.height - size.height) / 2,
  };
  if (side === "top") return { left: middle.left, top: anchor.top - size.height - gap };
  if (side === "bottom") return { left: middle.left, top: anchor.top + anchor.height + gap };
  if (side === "left") return { left: anchor.left - size.width - gap, top: middle.top };
  return { left: anchor.left + anchor.width + gap, top: middle.top };
}

const within = (value: number, room: number) => Math.round(Math.max(margin, Math.min(value, room - margin)));
