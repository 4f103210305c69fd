/**
 * The router: the address decides which page is shown. Paths are absolute and have no parameters, which is all that the route
 * table needs. Names and behaviour are React Router's; docs/decisions/015-own-router.md says why it is not used.
 */
import {
  createContext,
  type ReactNode,
  startTransition,
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
} from "react";
import { newKey } from "../http/keys.ts";
import {
  browserHistory,
  type History,
  hrefOf,
  type Location,
  memoryHistory,
  type NavigationType,
  type Path,
  pathOf,
  type To,
} from "./history.ts";

export type { Location } from "./history.ts";

type NavigateOptions = { replace?: boolean; state?: unknown };
type Navigator = {
  navigate: (to: To, options?: NavigateOptions) => void;
  /** The newest location, which may not be on the screen yet. */
  latest: () => Location;
};

const NavigatorContext = createContext<Navigator | null>(null);
const PlaceContext = createContext<{ location: Location; type: NavigationType } | null>(null);

export function BrowserRouter({ children }: { children: ReactNode }) {
  return <Router history={browserHistory}>{children}</Router>;
}

type MemoryRouterProps = {
  /** The first one is shown. */
  initialEntries?: (string | (Partial<Path> & { state?: unknown }))[];
  children: ReactNode;
};

/** A router with an address of its own, for tests. */
export function MemoryRouter({ initialEntries = ["/"], children }: MemoryRouterProps) {
  const [history] = useState(() => memoryHistory(initialEntries[0] ?? "/"));
  return <Router history={history}>{children}</Router>;
}

function Router({ history, children }: { history: History; children: ReactNode }) {
  const [place, setPlace] = useState(() => ({ location: history.read(), type: "POP" as NavigationType }));

  // In a transition, so that the shown page stays until the code of the next one is loaded.
  const show = useCallback(
    (type: NavigationType) => startTransition(() => setPlace({ location: history.read(), type })),
    [history],
  );
  useLayoutEffect(() => history.listen(() => show("POP")), [history, show]);

  const navigator = useMemo<Navigator>(
    () => ({
      navigate(to, { replace = false, state = null } = {}) {
        const before = history.read();
        const path = pathOf(to, before.pathname);
        // As in a browser, a link to the shown address adds no step.
        const type = replace || hrefOf(path) === hrefOf(before) ? "REPLACE" : "PUSH";
        history.write({ ...path, state, key: newKey() }, type);
        show(replace ? "REPLACE" : "PUSH");
      },
      latest: history.read,
    }),
    [history, show],
  );
  return (
    <NavigatorContext value={navigator}>
      <PlaceContext value={place}>{children}</PlaceContext>
    </NavigatorContext>
  );
}

function usePlace() {
  const place = use(PlaceContext);
  if (!place) throw new Error("There is no router around this component");
  return place;
}

function useNavigator() {
  const navigator = use(NavigatorContext);
  if (!navigator) throw new Error("There is no router around this component");
  return navigator;
}

export const useLocation = () => usePlace().location;
export const useNavigationType = () => usePlace().type;
export const useNavigate = () => useNavigator().navigate;
/** Reads the newest location. The shown one may be older, while the code of the next page loads. */
export const useLatestLocation = () => useNavigator().latest;

type ParamsInit = URLSearchParams | Record<string, string>;
type SetParams = (next: ParamsInit | ((before: URLSearchParams) => ParamsInit), options?: NavigateOptions) => void;

/** The query of the shown address, and a function that replaces it. */
export function useSearchParams(): [URLSearchParams, SetParams] {
  const { search } = useLocation();
  const { navigate, latest } = useNavigator();
  const params = useMemo(() => new URLSearchParams(search), [search]);
  const set = useCallback<SetParams>(
    (next, options) => {
      const value = typeof next === "function" ? next(new URLSearchParams(latest().search)) : next;
      const query = new URLSearchParams(value).toString();
      navigate({ search: query && `?${query}` }, options);
    },
    [navigate, latest],
  );
  return [params, set];
}

/** Navigates as soon as it is shown. */
export function Navigate({ to, replace = false, state }: { to: To } & NavigateOptions) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const href = hrefOf(pathOf(to, pathname));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the state is a new object in each render
  useEffect(() => navigate(href, { replace, state }), [navigate, href, replace]);
  return null;
}
