import type { AnchorHTMLAttributes } from "react";
import { hrefOf, pathOf, type To } from "./history.ts";
import { useLocation, useNavigate } from "./router.tsx";

type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href"> & { to: To; state?: unknown };

/** A link inside the app. A click with a modifier key, or on a link with a target, is the browser's. */
export function Link({ to, state, onClick, ...rest }: LinkProps) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const href = hrefOf(pathOf(to, pathname));
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        onClick?.(event);
        const isPlain = !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) && event.button === 0;
        if (event.defaultPrevented || !isPlain || (rest.target && rest.target !== "_self")) return;
        event.preventDefault();
        navigate(href, { state });
      }}
    />
  );
}
