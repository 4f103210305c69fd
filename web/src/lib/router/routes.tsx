import { Children, createContext, isValidElement, type ReactElement, type ReactNode, use } from "react";
import { useLocation } from "./router.tsx";

type RouteProps = {
  /** An absolute path, one that ends in `/*` for all below it, or `*` for every other one. A route without a path is the frame of its children. */
  path?: string;
  element: ReactNode;
  children?: ReactNode;
};

/** A line of the route table. It renders nothing itself. */
export function Route(_props: RouteProps) {
  return null;
}

const OutletContext = createContext<ReactNode>(null);

/** The place of the child route inside its frame. */
export const Outlet = () => use(OutletContext);

/** Shows the first route whose path is the address's. */
export function Routes({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  return matching(children, plain(pathname));
}

function matching(routes: ReactNode, pathname: string): ReactNode {
  for (const route of Children.toArray(routes)) {
    if (!isValidElement(route)) continue;
    const { path, element, children } = (route as ReactElement<RouteProps>).props;
    if (path === undefined) {
      const child = matching(children, pathname);
      if (child !== null) return <OutletContext value={child}>{element}</OutletContext>;
    } else if (path === "*" || plain(path) === pathname || isBelow(pathname, path)) return element;
  }
  return null;
}

const isBelow = (pathname: string, path: string) => path.endsWith("/*") && `${pathname}/`.startsWith(path.slice(0, -1));

/** Ignores case and a slash at the end. */
const plain = (path: string) => path.toLowerCase().replace(/(.)\/+$/, "$1");
