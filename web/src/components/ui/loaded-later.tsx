import { type ComponentType, lazy, type ReactNode, Suspense, useState } from "react";

/** A component whose code is loaded when it is first shown, or before by its `preload`. `waiting` is shown meanwhile. */
export function loadedLater<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode = null,
) {
  let Loaded: ComponentType<Props> | null = null;
  const preload = async () => {
    Loaded ??= await load();
    return Loaded;
  };
  const Later = lazy(() => preload().then((Component) => ({ default: Component }))) as unknown as ComponentType<Props>;

  function Part(props: Props) {
    // The choice is kept: another component type at the same place would discard its state.
    const [Component] = useState(() => Loaded ?? Later);
    return (
      <Suspense fallback={waiting}>
        <Component {...props} />
      </Suspense>
    );
  }
  return Object.assign(Part, { preload });
}
