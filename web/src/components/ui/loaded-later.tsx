import { type ComponentType, lazy, type ReactNode, Suspense, useState } from "react";

const maxPauseMs = 30_000;

/**
 * Loads a part that is beside the page, such as the offline line or the folders, until it succeeds: its failure must not take the
 * page away from somebody who writes while the network is gone.
 */
export const untilLoaded =
  <Part,>(load: () => Promise<Part>) =>
  async (): Promise<Part> => {
    for (let pauseMs = 1000; ; pauseMs = Math.min(2 * pauseMs, maxPauseMs)) {
      try {
        return await load();
      } catch {
        await new Promise<void>((resolve) => {
          setTimeout(resolve, pauseMs);
          addEventListener("online", () => resolve(), { once: true });
        });
      }
    }
  };

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
